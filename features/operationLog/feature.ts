import type { Feature } from '../../server/feature.ts'
import { operationLogHandlers } from './server/calls.ts'
import { operationLogExportList } from './server/exports.ts'
import { verifyOperations } from './server/jobs.ts'

/** Audit entries in hash chains, shown in the words of the features that record them. */
export const operationLogFeature = (features: readonly Feature[]): Feature => ({
  handlers: [operationLogHandlers(features)],
  exports: operationLogExportList(features),
  jobs: [verifyOperations],
})
