import type { Feature } from '../../server/feature.ts'
import { dashboardHandlers } from './server/calls.ts'

export const dashboardFeature: Feature = {
  handlers: [dashboardHandlers],
}
