import type { Feature } from '../../server/feature.ts'
import { taskHandlers } from './server/calls.ts'

/** Long work of the signed-in person, with its progress. */
export const taskFeature: Feature = {
  group: 'platform',
  handlers: [taskHandlers],
}
