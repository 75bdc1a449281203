import type { JobHandler, JobKind } from '../../../server/jobs.ts'
import { passIfComplete } from '../../enrolment/server/actions.ts'
import { nextWaiting } from './data.ts'

/** What a person confirmed: the class goes without its exam, and those who wait for it pass. */
export const passReleasedKind: JobKind = { type: 'exam.pass-released', lane: 'people' }

/** Passes those who waited for an exam that a person confirmed to be given up, each alone, in that person's name. */
export const passReleased: JobHandler = {
  ...passReleasedKind,
  async run(job, { db, log }) {
    const { classId, total } = job.input as { classId: string; total: number }
    const by = { accountId: job.operatorId!, projectId: job.projectId! }
    const checkpoint = (job.checkpoint ?? { after: null, failed: 0 }) as {
      after: string | null
      failed: number
    }
    let { failed } = checkpoint
    let done = 0
    const next = (after: string | null) => nextWaiting(db, classId, after)
    for (let id = await next(checkpoint.after); id !== null; id = await next(id)) {
      job.signal.throwIfAborted()
      try {
        await db.begin((tx) => passIfComplete(tx, id!, by))
      } catch (error) {
        failed++
        log.error(
          { err: error, enrolmentId: id },
          'a learner who waited for a withdrawn exam could not be passed',
        )
      }
      await job.progress(db, { done: ++done, total, checkpoint: { after: id, failed } })
    }
    return { result: { failed }, partly: failed > 0 }
  },
}
