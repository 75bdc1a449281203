import type { JobHandler } from '../../../server/jobs.ts'
import { sayFault, verifyLog } from './verify.ts'

/** Once a day: is the log as it was written? What is not stands in the operator's log and on the job. */
export const verifyOperations: JobHandler = {
  type: 'operation-log.verify',
  lane: 'heavy',
  everySeconds: 86_400,
  async run(_job, { db, log }) {
    const { faults, ...counted } = await db.begin(async (tx) => {
      // A long log takes longer than a call may.
      await tx`set local statement_timeout = 0`
      return verifyLog(tx)
    })
    for (const fault of faults)
      log.error({ fault }, `the operation log was tampered with: ${sayFault(fault)}`)
    return { result: { ...counted, faults: faults.map(sayFault) }, partly: faults.length > 0 }
  },
}
