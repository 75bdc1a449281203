import type { Feature } from '../../server/feature.ts'
import { hoursHandlers } from './server/calls.ts'

/** Hours earned by year and class type, in a ledger that only grows. */
export const hoursFeature: Feature = {
  group: 'noun',
  tables: {
    hour_entries: { copy: 'Hours ledger', after: 'the ledger only grows' },
  },
  handlers: [hoursHandlers],
}
