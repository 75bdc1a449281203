import type { Feature } from '../../server/feature.ts'
import { operationLogHandlers } from './server/calls.ts'
import { verifyOperations } from './server/jobs.ts'

/** Shows what the given features record. */
export const operationLogFeature = (features: readonly Feature[]): Feature => ({
  handlers: [operationLogHandlers(features)],
  jobs: [verifyOperations],
})
