import type { Feature } from '../../server/feature.ts'
import { projectAdminHandlers } from './server/calls.ts'

export const projectAdminFeature: Feature = {
  handlers: [projectAdminHandlers],
}
