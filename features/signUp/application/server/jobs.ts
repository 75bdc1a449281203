import type { JobHandler } from '../../../../server/jobs.ts'
import { lapseDue, remindDue } from './actions.ts'
import { inPieces, untilNone } from '../../../../server/sweep.ts'
import { sweepSome } from './document.ts'

/** Ends approved applications that were not paid in time. */
export const lapseApplications: JobHandler = {
  type: 'signUp.lapse',
  lane: 'time',
  everySeconds: 60,
  run: async (job, { db }) => ({ result: { lapsed: await untilNone(job, db, lapseDue) } }),
}

/** Reminds applicants whose time to pay is nearly over, each once. */
export const remindApplicants: JobHandler = {
  type: 'signUp.remind',
  lane: 'time',
  everySeconds: 600,
  run: async (job, { db }) => ({ result: { reminded: await untilNone(job, db, remindDue) } }),
}

/** Deletes files that were uploaded and not used, and those of applications that ended long ago. */
export const sweepAnswerFiles: JobHandler = {
  type: 'signUp.sweep',
  lane: 'heavy',
  everySeconds: 3600,
  run: async (job, { db }) => ({
    result: { files: await inPieces(job, (most) => sweepSome(db, most)) },
  }),
}
