import type { JobHandler } from '../../../server/jobs.ts'
import { inPieces } from '../../../server/sweep.ts'
import { sweepTries } from '../../rateLimit/server/actions.ts'

/** Every ten minutes: closed windows of tries, tickets that are over and links taken away long ago leave the tables. */
export const sweepSessions: JobHandler = {
  type: 'session.sweep',
  lane: 'time',
  everySeconds: 600,
  async run(job, { db }) {
    await inPieces(job, (most) => sweepTries(db, most))
    await inPieces(
      job,
      (most) => db`
        delete from session_tickets where ctid = any(array(
          select ctid from session_tickets where expires_at < moment() - interval '1 day' limit ${most}))`,
    )
    await inPieces(
      job,
      (most) => db`
        delete from account_links where ctid = any(array(
          select ctid from account_links where proof = '' and created_at < moment() - access_counts() limit ${most}))`,
    )
  },
}
