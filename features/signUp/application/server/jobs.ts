import type { JobHandler } from '../../../../server/jobs.ts'
import { lapseDue, remindDue } from './actions.ts'
import { sweepInPieces } from '../../../../server/sweep.ts'
import { sweepSome } from './document.ts'

/** Ends approved applications that were not paid in time. */
export const lapseApplications: JobHandler = {
  type: 'signUp.lapse',
  lane: 'time',
  everySeconds: 60,
  async run(job, { db }) {
    let lapsed = 0
    for (let found = 1; found > 0; lapsed += found) {
      job.signal.throwIfAborted()
      found = await db.begin((tx) => lapseDue(tx))
    }
    return { result: { lapsed } }
  },
}

/** Reminds applicants whose time to pay is nearly over, each once. */
export const remindApplicants: JobHandler = {
  type: 'signUp.remind',
  lane: 'time',
  everySeconds: 600,
  async run(job, { db }) {
    let reminded = 0
    for (let found = 1; found > 0; reminded += found) {
      job.signal.throwIfAborted()
      found = await db.begin((tx) => remindDue(tx))
    }
    return { result: { reminded } }
  },
}

/** Deletes files that were uploaded and not used, and those of applications that ended long ago. */
export const sweepAnswerFiles: JobHandler = {
  type: 'signUp.sweep',
  lane: 'heavy',
  everySeconds: 3600,
  run: async (job, { db }) => ({
    result: { files: await sweepInPieces(job, (most) => sweepSome(db, most)) },
  }),
}
