import type { SystemReason } from '../../../contract/systemReason.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import type { JobHandler, JobKind } from '../../../server/jobs.ts'
import { passIfComplete, reopen } from '../../enrolment/server/actions.ts'
import { isExhausted } from '../attempt/server/actions.ts'
import { lockConcerned, nextConcerned } from './data.ts'

/** Job after a person confirmed that the class goes without its exam: those who wait for it pass. */
export const passReleasedKind: JobKind = { type: 'exam.pass-released', lane: 'people' }

/** Job that gives the attempts of a new exam to those who had failed the old one. */
export const reopenFailedKind: JobKind = { type: 'exam.reopen-failed', lane: 'people' }

type Staff = { accountId: string; projectId: string }
type Of = { classId: string; by: Staff }
type Next = (db: Pool, of: Of, after: string | null) => Promise<string | null>

/**
 * Opens a failed enrolment again, unless it was left, ended, barred or suspended since, or has no attempt now either.
 */
async function reopenFailed(tx: Tx, by: Staff, enrolmentId: string, reason: SystemReason): Promise<void> {
  if (!(await lockConcerned(tx, enrolmentId, 'failed')) || (await isExhausted(tx, enrolmentId))) return
  await reopen(tx, by, enrolmentId, reason)
}

/**
 * Settles the learners of a class whose exam changed, each in its own transaction, on behalf of the person who changed
 * it.
 */
const settleEach = (
  kind: JobKind,
  next: Next,
  settle: (tx: Tx, by: Staff, enrolmentId: string) => Promise<unknown>,
): JobHandler => ({
  ...kind,
  async run(job, { db, log }) {
    const { classId, total } = job.input as { classId: string; total: number }
    const by = { accountId: job.operatorId!, projectId: job.projectId! }
    const checkpoint = (job.checkpoint ?? { after: null, failed: 0 }) as {
      after: string | null
      failed: number
    }
    let { failed } = checkpoint
    let done = 0
    const of = { classId, by }
    for (let id = await next(db, of, checkpoint.after); id !== null; id = await next(db, of, id)) {
      job.signal.throwIfAborted()
      try {
        await db.begin((tx) => settle(tx, by, id!))
      } catch (error) {
        failed++
        log.error({ err: error, enrolmentId: id }, 'a learner of a changed exam could not be settled')
      }
      await job.progress(db, { done: ++done, total, checkpoint: { after: id, failed } })
    }
    return { result: { failed }, partly: failed > 0 }
  },
})

/**
 * Passes those who waited for an exam that was given up; those who had failed it are open again, and pass if complete.
 */
export const passReleased = settleEach(
  passReleasedKind,
  (db, of, after) => nextConcerned(db, of, ['waiting', 'failed'], after),
  async (tx, by, enrolmentId) => {
    await reopenFailed(tx, by, enrolmentId, 'exam.released')
    await passIfComplete(tx, enrolmentId, by)
  },
)

/** Opens those who had failed an exam again once another took its place. */
export const reopenReplaced = settleEach(
  reopenFailedKind,
  (db, of, after) => nextConcerned(db, of, ['failed'], after),
  (tx, by, enrolmentId) => reopenFailed(tx, by, enrolmentId, 'exam.replaced'),
)
