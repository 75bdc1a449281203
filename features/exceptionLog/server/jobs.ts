import type { JobHandler } from '../../../server/jobs.ts'
import { inPieces } from '../../../server/sweep.ts'
import { dropOldErrors } from './actions.ts'

/** Once a day: deletes errors that have not been seen for long. */
export const sweepErrors: JobHandler = {
  type: 'exceptionLog.sweep',
  lane: 'heavy',
  everySeconds: 86_400,
  async run(job, { db }) {
    return { result: { deleted: await inPieces(job, (most) => dropOldErrors(db, most)) } }
  },
}
