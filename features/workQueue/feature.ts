import type { Feature } from '../../server/feature.ts'
import { workQueueHandlers } from './server/calls.ts'

/** What waits for each of the staff, as the features declare it. */
export const workQueueFeature = (features: readonly Feature[]): Feature => ({
  tables: {
    work_claims: { hidden: 'what of the work the staff are just at', after: 'gone' },
    work_seen: { hidden: 'what of the news the staff have seen', after: 'gone' },
  },
  handlers: [workQueueHandlers(features.flatMap(({ work = [] }) => work))],
})
