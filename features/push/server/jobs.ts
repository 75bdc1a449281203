import type { AppContext } from '../../../server/appContext.ts'
import { bringDue } from '../../../server/channels/due.ts'
import type { Job, JobHandler } from '../../../server/jobs.ts'
import { sweepInPieces } from '../../../server/sweep.ts'
import { sendJob } from './actions.ts'
import { claimDue, type Due, listDueProjects } from './data.ts'
import { sendPush, settleTry } from './deliver.ts'

async function bringOne(app: AppContext, job: Pick<Job, 'id'>, due: Due): Promise<void> {
  const { db, log } = app
  const { id, projectId } = due
  try {
    const outcome = await sendPush(app, due)
    if (outcome) await db.begin((tx) => settleTry(tx, due, outcome))
  } catch (error) {
    log.error({ err: error, push: id }, 'failed to push a result')
    app.report?.({ source: 'job', traceId: job.id, place: sendJob.type, error, projectId, accountId: null })
  }
}

/** Pushes what is due, of every project beside the others': a slow receiver delays its own project alone. */
export const sendPushes: JobHandler = {
  ...sendJob,
  everySeconds: 10,
  async run(job, app) {
    const projects = await listDueProjects(app.db)
    const sent = await Promise.all(
      projects.map((projectId) =>
        bringDue(
          job,
          app,
          (db, limit) => claimDue(db, projectId, limit),
          (due) => bringOne(app, job, due),
        ),
      ),
    )
    return { result: { sent: sent.reduce((sum, count) => sum + count, 0) } }
  },
}

/** Days for which each try of a push is kept. */
const tryDays = 180

/** Deletes tries whose time is over; the push keeps its last result. */
export const sweepTries: JobHandler = {
  type: 'push.sweep',
  lane: 'heavy',
  everySeconds: 86_400,
  async run(job, { db }) {
    const deleted = await sweepInPieces(
      job,
      (most) => db`
        delete from push_tries where (push_id, number) in (
          select push_id, number from push_tries
          where tried_at < moment() - make_interval(days => ${tryDays}) limit ${most})`,
    )
    return { result: { deleted } }
  },
}
