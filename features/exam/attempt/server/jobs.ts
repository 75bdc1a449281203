import type { JobHandler } from '../../../../server/jobs.ts'
import { recordAll } from './record.ts'
import { settleDue } from './settle.ts'

/** Submits attempts whose time is over and records results; what fails is logged and tried again later. */
export const settleExams: JobHandler = {
  type: 'exam.settle',
  lane: 'time',
  everySeconds: 1,
  async run({ signal }, { db, log }) {
    const failures = [...(await settleDue(db, signal)), ...(await recordAll(db, signal))]
    for (const { attemptId, error } of failures) {
      log.error({ err: error, attemptId }, 'an exam attempt could not be settled or recorded')
    }
    return { result: { failed: failures.length } }
  },
}
