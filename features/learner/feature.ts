import type { Feature } from '../../server/feature.ts'
import { certifyingSkill, certifyingYear } from './certify/server/batches.ts'
import { certifyHandlers } from './certify/server/calls.ts'
import { joining } from './join/server/batches.ts'
import { joinHandlers } from './join/server/calls.ts'
import { learnerHandlers } from './server/calls.ts'

/** Learners as the back office sees them, put together from the features that own the parts. */
export const learnerFeature = (all: readonly Feature[]): Feature => ({
  group: 'composition',
  get handlers() {
    return [learnerHandlers(all), joinHandlers, certifyHandlers]
  },
  batches: [joining, certifyingSkill, certifyingYear],
})
