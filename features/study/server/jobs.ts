import type { JobHandler } from '../../../server/jobs.ts'
import { lateMs } from '../beat/rules.ts'
import { rollUp } from './actions.ts'

/**
 * Every minute: brings the progress of classes being studied up to what was watched, so that lists and reports are
 * at most a minute old, and ends leases so long silent that nothing late can be credited to them any more.
 */
export const rollUpStudy: JobHandler = {
  type: 'study.roll-up',
  lane: 'time',
  everySeconds: 60,
  async run(_job, { db, log }) {
    // Leases that have ended are rolled up before the last beat is answered, unless the process died in between.
    const behind = await db`
      select e.id as enrolment_id from enrolments e
      where e.status in ('active', 'passed') and (e.expires_at is null or e.expires_at > moment()) and e.id in (
        select enrolment_id from play_leases where ended_at is null and rolled_at < last_beat_at
        union all
        select enrolment_id from play_leases where ended_at > moment() - interval '1 day' and rolled_at < last_beat_at)`
    for (const { enrolmentId } of behind) {
      await db
        .begin((tx) => rollUp(tx, enrolmentId as string))
        .catch((error: unknown) => log.error({ err: error, enrolmentId }, 'progress could not be rolled up'))
    }
    await db`
      update play_leases set ended_at = moment(), end_reason = 'lapsed'
      where ended_at is null and last_beat_at < moment() - make_interval(secs => ${lateMs / 1000})`
    return { result: { rolledUp: behind.length } }
  },
}
