import type { Feature } from '../../server/feature.ts'
import { exceptionLogHandlers } from './server/calls.ts'
import { exceptionLogExportList } from './server/exports.ts'
import { sweepErrors } from './server/jobs.ts'

/** Errors of the server itself, no refusals, for those who look after it. */
export const exceptionLogFeature: Feature = {
  group: 'platform',
  tables: {
    exception_logs: {},
  },
  handlers: [exceptionLogHandlers],
  exports: exceptionLogExportList,
  jobs: [sweepErrors],
}
