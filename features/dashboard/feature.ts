import type { Feature } from '../../server/feature.ts'
import { dashboardHandlers } from './server/calls.ts'

/** The home page of the back office. */
export const dashboardFeature: Feature = {
  group: 'composition',
  handlers: [dashboardHandlers],
}
