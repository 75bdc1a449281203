import type { Tx } from '../../../server/db.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { recordStudies } from '../../enrolment/server/actions.ts'
import { lateMs } from '../beat/rules.ts'
import { rollUp } from './actions.ts'
import { listPending, lockPending, markRolledUp, studiesOf } from './data.ts'

/** Enrolments rolled up in one transaction: as many as hold up their learners' beats no longer than a breath. */
const batch = 2000

/**
 * Brings the progress of some enrolments up to what was watched, all of them at once; returns those whose class may
 * pass by it, to be rolled up by themselves.
 */
async function rollUpSome(tx: Tx, enrolmentIds: readonly string[]): Promise<string[]> {
  // Leases before enrolments, as everywhere; what was watched is read after locking them.
  const leases = await lockPending(tx, enrolmentIds)
  if (leases.length === 0) return []
  const ids = [...new Set(leases.map(({ enrolmentId }) => enrolmentId))]
  const { recorded, passing } = await recordStudies(tx, ids, studiesOf(tx, ids))
  const known = new Set(recorded)
  await markRolledUp(
    tx,
    leases.filter(({ enrolmentId }) => known.has(enrolmentId)).map(({ leaseId }) => leaseId),
  )
  return passing
}

/**
 * Every minute: brings the progress of classes being studied up to what was watched, so that lists and reports are
 * at most a minute old, and ends leases so long silent that nothing late can be credited to them any more.
 */
export const rollUpStudy: JobHandler = {
  type: 'study.roll-up',
  lane: 'time',
  everySeconds: 60,
  async run(job, { db, log }) {
    const pending = await listPending(db)
    for (let at = 0; at < pending.length; at += batch) {
      job.signal.throwIfAborted()
      const some = pending.slice(at, at + batch)
      const single = await db
        .begin(async (tx) => {
          await job.progress(tx, { done: at, total: pending.length })
          return rollUpSome(tx, some)
        })
        .catch((error: unknown) => {
          if (job.signal.aborted) throw error
          // One that cannot be rolled up does not block the others.
          log.error({ err: error }, 'progress could not be rolled up at once')
          return some
        })
      for (const enrolmentId of single) {
        job.signal.throwIfAborted()
        await db
          .begin((tx) => rollUp(tx, enrolmentId))
          .catch((error: unknown) =>
            log.error({ err: error, enrolmentId }, 'progress could not be rolled up'),
          )
      }
    }
    await db`
      update play_leases set ended_at = moment(), end_reason = 'lapsed'
      where ended_at is null and last_beat_at < moment() - make_interval(secs => ${lateMs / 1000})`
    return { result: { rolledUp: pending.length } }
  },
}
