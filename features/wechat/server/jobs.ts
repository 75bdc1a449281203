import type { JobHandler } from '../../../server/jobs.ts'

/** Removes visits of yesterday; nothing of them is of use any more. */
export const sweepWechat: JobHandler = {
  type: 'wechat.sweep',
  lane: 'time',
  everySeconds: 3600,
  async run(_job, { db }) {
    await db`delete from wechat_scenes where expires_at < moment() - interval '1 day'`
    await db`delete from wechat_grants where expires_at < moment() - interval '1 day'`
  },
}
