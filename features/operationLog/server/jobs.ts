import type { JobHandler } from '../../../server/jobs.ts'
import { sayFault, verifyNewEntries } from './verify.ts'

/**
 * Once a day: verifies that entries written since the last time are unchanged. Faults go to the operator's log and onto
 * the job. All of the log is read again by `npm run db -- audit`.
 */
export const verifyOperations: JobHandler = {
  type: 'operation-log.verify',
  lane: 'heavy',
  everySeconds: 86_400,
  async run(job, { db, log }) {
    const { faults, ...counted } = await verifyNewEntries(db, async (tx, done) => {
      job.signal.throwIfAborted()
      await job.progress(tx, { done })
    })
    for (const fault of faults)
      log.error({ fault }, `the operation log was tampered with: ${sayFault(fault)}`)
    return { result: { ...counted, faults: faults.map(sayFault) }, partly: faults.length > 0 }
  },
}
