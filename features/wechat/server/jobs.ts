import type { JobHandler } from '../../../server/jobs.ts'
import { inPieces } from '../../../server/sweep.ts'

/** Removes visits of yesterday; nothing of them is of use any more. */
export const sweepWechat: JobHandler = {
  type: 'wechat.sweep',
  lane: 'time',
  everySeconds: 3600,
  async run(job, { db }) {
    await inPieces(
      job,
      (most) => db`
        delete from wechat_scenes where ctid = any(array(
          select ctid from wechat_scenes where expires_at < moment() - interval '1 day' limit ${most}))`,
    )
  },
}
