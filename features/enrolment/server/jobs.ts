import type { JobHandler } from '../../../server/jobs.ts'
import { passIfComplete } from './actions.ts'
import { examRequired } from './data.ts'
import { expireDue } from './expiry.ts'

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
        const ended = await expireDue(tx, { limit: batch })
        await job.progress(tx, { done: expired + ended })
        return ended
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
      where e.status = 'active' and e.suspended_by is null and e.study_done_at is not null and (e.exam_passed or not ${examRequired(db)})
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
