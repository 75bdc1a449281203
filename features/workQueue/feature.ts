import type { Feature } from '../../server/feature.ts'
import { eraseWork } from './server/actions.ts'
import { workQueueHandlers } from './server/calls.ts'

/** Work that waits for each of the staff, as the features declare it. */
export const workQueueFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    work_claims: { hidden: 'what of the work the staff are just at', after: 'gone' },
    work_seen: { hidden: 'what of the news the staff have seen', after: 'gone' },
  },
  erase: eraseWork,
  get handlers() {
    return [workQueueHandlers(all.flatMap(({ work = [] }) => work))]
  },
})
