import type { Feature } from '../../server/feature.ts'
import { searchHandlers } from './server/calls.ts'

/** The search of the back office, over what the caller may list elsewhere. */
export const searchFeature: Feature = {
  group: 'platform',
  handlers: [searchHandlers],
  audit: {
    actions: { 'search.number': ['按完整号码查找学员', 'Searched a learner by full number'] },
    subjects: { search: { words: ['搜索', 'Search'] } },
  },
}
