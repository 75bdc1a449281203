import type { Feature } from '../../server/feature.ts'
import { studyHandlers } from './server/calls.ts'
import { rollUpStudy } from './server/jobs.ts'
import { studyRoutes } from './server/routes.ts'

/** Watching videos: leases, heartbeats, progress. */
export const studyFeature: Feature = {
  handlers: [studyHandlers],
  routes: [studyRoutes],
  jobs: [rollUpStudy],
}
