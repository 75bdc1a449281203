import { audit } from '../../../server/audit.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { passIfComplete } from './actions.ts'
import { examRequired } from './data.ts'

const batch = 500

/** Ends what has come to its end; a learner in the middle of an exam may finish it first. */
export const expireEnrolments: JobHandler = {
  type: 'enrolment.expire',
  lane: 'time',
  everySeconds: 60,
  async run(job, { db }) {
    let expired = 0
    for (let found = batch; found === batch; ) {
      found = await db.begin(async (tx) => {
        const rows = await tx`
          update enrolments set status = 'expired'
          where id in (
            select e.id from enrolments e where e.status = 'active' and e.expires_at <= moment()
              and not exists (select from exam_attempts t where t.enrolment_id = e.id and t.status = 'in_progress')
            order by e.expires_at limit ${batch} for no key update of e skip locked)
          returning id, project_id, expires_at`
        for (const row of rows) {
          await audit(tx, {
            by: null,
            projectId: row.projectId as string,
            action: 'enrolment.expire',
            subjectKind: 'enrolment',
            subjectId: row.id as string,
            before: { status: 'active' },
            after: { status: 'expired', expiresAt: row.expiresAt },
          })
        }
        await job.progress(tx, { done: expired + rows.length })
        return rows.length
      })
      expired += found
    }
    return { result: { expired } }
  },
}

/** Passes whoever was waiting for an exam that is no longer asked for. */
export const passWaiting: JobHandler = {
  type: 'enrolment.pass-waiting',
  lane: 'time',
  everySeconds: 300,
  async run(job, { db }) {
    const waiting = await db`
      select e.id from enrolments e join train_classes c on c.id = e.class_id
      where e.status = 'active' and e.study_done_at is not null and (e.exam_passed or not ${examRequired(db)})
        and (e.expires_at is null or e.expires_at > moment())
      order by e.id limit ${batch}`
    for (const [i, { id }] of waiting.entries()) {
      await db.begin(async (tx) => {
        await passIfComplete(tx, id as string)
        await job.progress(tx, { done: i + 1, total: waiting.length })
      })
    }
    return { result: { passed: waiting.length } }
  },
}
