import type { Feature } from '../../server/feature.ts'
import { workQueueHandlers } from './server/calls.ts'

/** Work that waits for each of the staff, as the features declare it. */
export const workQueueFeature = (features: readonly Feature[]): Feature => ({
  handlers: [workQueueHandlers(features.flatMap(({ work = [] }) => work))],
})
