import type { JobHandler } from '../../../../server/jobs.ts'
import { recordAll } from './record.ts'
import { settleDue } from './settle.ts'

/** Submits attempts whose time is over and tells enrolments their results. */
export const settleExams: JobHandler = {
  type: 'exam.settle',
  lane: 'time',
  everySeconds: 1,
  async run(_job, { db }) {
    await settleDue(db)
    await recordAll(db)
  },
}
