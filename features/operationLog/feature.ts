import type { Feature } from '../../server/feature.ts'
import { operationLogHandlers } from './server/calls.ts'
import { operationLogExportList } from './server/exports.ts'
import { verifyOperations } from './server/jobs.ts'

/** Audit entries in hash chains, shown in the words of the features that record them. */
export const operationLogFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    operation_log_checkpoints: { shared: 'how far the chains of the operation log were verified' },
  },
  get handlers() {
    return [operationLogHandlers(all)]
  },
  get exports() {
    return operationLogExportList(all)
  },
  jobs: [verifyOperations],
})
