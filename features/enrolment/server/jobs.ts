import type { JobHandler } from '../../../server/jobs.ts'
import { remindNearEnds } from './deadlines.ts'
import { expireDue, lapseApplications } from './expiry.ts'

const batch = 500
/** Reminders a transaction: each is several rows. */
const reminders = 100

/**
 * Ends what has come to its end, applications to classes that are over, and approvals that were not paid in time; a
 * pending exam result or an unpaid order is settled first.
 */
export const expireEnrolments: JobHandler = {
  type: 'enrolment.expire',
  lane: 'time',
  everySeconds: 60,
  async run(job, { db, log }) {
    let expired = 0
    for (let found = batch; found === batch; ) {
      found = await db.begin(async (tx) => {
        const ended = await expireDue(tx, { limit: batch })
        await job.progress(tx, { done: expired + ended })
        return ended
      })
      expired += found
    }
    return { result: { expired, lapsed: await lapseApplications(db, log, job.signal) } }
  },
}

/** Reminds learners of the ends of their classes. */
export const remindOfEnds: JobHandler = {
  type: 'enrolment.remind',
  lane: 'time',
  everySeconds: 600,
  async run(job, { db }) {
    let reminded = 0
    let after: string | null = null
    do {
      job.signal.throwIfAborted()
      const page = await db.begin(async (tx) => {
        const found = await remindNearEnds(tx, { limit: reminders, after })
        await job.progress(tx, { done: reminded + found.sent })
        return found
      })
      reminded += page.sent
      after = page.next
    } while (after)
    return { result: { reminded } }
  },
}
