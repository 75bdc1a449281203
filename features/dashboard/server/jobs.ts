import type { JobHandler } from '../../../server/jobs.ts'
import { foldBoards } from './actions.ts'

/** Changes that are folded in one transaction. */
const folded = 20_000

/** Every few seconds: folds what was appended into the counts of the boards, so that little is left to add up. */
export const boardFold: JobHandler = {
  type: 'dashboard.fold',
  lane: 'time',
  everySeconds: 5,
  async run(job, { db }) {
    let total = 0
    for (let some = folded; some === folded; total += some) {
      job.signal.throwIfAborted()
      some = await foldBoards(db, folded)
    }
    return { result: { folded: total } }
  },
}
