import type { JobHandler } from '../../../server/jobs.ts'
import { dropOldErrors } from './actions.ts'

/** Rows deleted at a time. */
const swept = 1000

/** Once a day: deletes errors that have not been seen for long. */
export const sweepErrors: JobHandler = {
  type: 'exceptionLog.sweep',
  lane: 'heavy',
  everySeconds: 86_400,
  async run(job, { db }) {
    let total = 0
    for (let gone = swept; gone === swept; total += gone) {
      job.signal.throwIfAborted()
      gone = await dropOldErrors(db, swept)
    }
    return { result: { deleted: total } }
  },
}
