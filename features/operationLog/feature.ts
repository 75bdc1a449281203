import type { Feature } from '../../server/feature.ts'
import { operationLogHandlers } from './server/calls.ts'
import { verifyOperations } from './server/jobs.ts'

/** Who did what to what, in chains of hashes; it says what the given features record in their words. */
export const operationLogFeature = (features: readonly Feature[]): Feature => ({
  handlers: [operationLogHandlers(features)],
  jobs: [verifyOperations],
})
