import type { Feature } from '../../server/feature.ts'
import { projectAdminHandlers } from './server/calls.ts'

/** Projects created, renamed, closed and deleted. */
export const projectAdminFeature: Feature = {
  group: 'noun',
  handlers: [projectAdminHandlers],
}
