import type { Feature } from '../../server/feature.ts'
import { erasePins } from './pin/server/actions.ts'
import { pinHandlers } from './pin/server/calls.ts'
import { studyHandlers } from './server/calls.ts'
import { eraseLeases } from './server/erase.ts'
import { rollUpStudy } from './server/jobs.ts'
import { studyRoutes } from './server/routes.ts'

/** Watching videos: leases, heartbeats, progress. */
export const studyFeature: Feature = {
  group: 'noun',
  tables: {
    pin_answers: { shared: 'of an enrolment' },
    play_leases: { copy: 'Study sessions', after: 'what was counted; from where is gone' },
    study_refusals: { shared: 'of an enrolment' },
    watch_coverages: { shared: 'of an enrolment' },
  },
  async erase(tx, person) {
    await eraseLeases(tx, person)
    await erasePins(tx, person)
  },
  handlers: [studyHandlers, pinHandlers],
  routes: [studyRoutes],
  jobs: [rollUpStudy],
}
