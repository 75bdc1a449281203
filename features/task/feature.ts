import type { Feature } from '../../server/feature.ts'
import { taskHandlers } from './server/calls.ts'

export const taskFeature: Feature = {
  handlers: [taskHandlers],
}
