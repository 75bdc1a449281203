import type { JobHandler } from '../../server/jobs.ts'
import { inPieces } from '../../server/sweep.ts'

/** Removes grants that ended yesterday or before. */
export const sweepGrants: JobHandler = {
  type: 'sandbox.sweep',
  lane: 'time',
  everySeconds: 3600,
  async run(job, { db }) {
    await inPieces(
      job,
      (most) => db`
        delete from wechat_grants where ctid = any(array(
          select ctid from wechat_grants where expires_at < moment() - interval '1 day' limit ${most}))`,
    )
  },
}
