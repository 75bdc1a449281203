import type { JobHandler } from '../../../server/jobs.ts'
import { inPieces } from '../../../server/sweep.ts'
import { foldBoards } from './actions.ts'

/** Every few seconds: folds what was appended into the counts of the boards, so that little is left to add up. */
export const boardFold: JobHandler = {
  type: 'dashboard.fold',
  lane: 'time',
  everySeconds: 5,
  async run(job, { db }) {
    return { result: { folded: await inPieces(job, (most) => foldBoards(db, most)) } }
  },
}
