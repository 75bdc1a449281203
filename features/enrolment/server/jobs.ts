import { audit } from '../../../server/audit.ts'
import type { JobHandler } from '../../../server/jobs.ts'

const batch = 500

/** Ends what has come to its end; a learner in the middle of an exam may finish it first. */
export const expireEnrolments: JobHandler = {
  type: 'enrolment.expire',
  everySeconds: 60,
  async run(job, { db }) {
    let expired = 0
    for (let found = batch; found === batch; ) {
      found = await db.begin(async (tx) => {
        const rows = await tx`
          update enrolments set status = 'expired'
          where id in (
            select id from enrolments where status = 'active' and expires_at <= moment()
            order by expires_at limit ${batch} for no key update skip locked)
          returning id, project_id, expires_at`
        for (const row of rows) {
          await audit(tx, {
            by: null,
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
