import type { Feature } from '../../server/feature.ts'
import { dashboardHandlers } from './server/calls.ts'
import { dashboardExportList } from './server/exports.ts'
import { boardFold } from './server/jobs.ts'

/** Boards: what was registered, studied, passed, ordered, paid and invoiced, by day, unit and class type. */
export const dashboardFeature: Feature = {
  group: 'composition',
  tables: {
    board_counts: {},
    board_days: {
      hidden: 'on which days the person studied, which the study records show',
      after: 'days of study by an account that is named no more',
    },
    board_deltas: {},
  },
  handlers: [dashboardHandlers],
  exports: dashboardExportList,
  jobs: [boardFold],
  audit: {
    actions: { 'cache.clear': ['清除缓存', 'Cleared a cache'] },
    fields: { cache: { cleared: { zh: '清除的条数', en: 'Values cleared' } } },
    subjects: { cache: { words: ['缓存', 'Cache'] } },
  },
}
