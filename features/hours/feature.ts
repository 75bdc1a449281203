import type { Feature } from '../../server/feature.ts'
import { hoursHandlers } from './server/calls.ts'

/** Hours earned by year and class type, in a ledger that only grows. */
export const hoursFeature: Feature = {
  handlers: [hoursHandlers],
}
