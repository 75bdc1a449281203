import type { Feature } from '../../server/feature.ts'
import { catalogueHandlers } from './server/calls.ts'

/** Classes that a visitor or learner may join: course selection, details of a class, the front page. */
export const catalogueFeature: Feature = {
  group: 'composition',
  handlers: [catalogueHandlers],
}
