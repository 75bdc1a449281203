import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../../../server/appContext.ts'
import { bringDue } from '../../../server/channels/due.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { inPieces } from '../../../server/sweep.ts'
import { sendJob } from './actions.ts'
import { claimDue, type Due, listDueProjects } from './data.ts'
import { sendPush, settleTry, unsent } from './deliver.ts'

/** Milliseconds for which a run begins anything, and after which it looks again for projects that became due. */
const [budget, pause] = [60_000, 1000]

/**
 * Sends a claimed push and records what came of it. A fault of ours is a try of that push as well: it would block its
 * learner for ever.
 */
async function bringOne(
  app: AppContext,
  tell: (error: unknown, push?: string) => void,
  due: Due,
): Promise<void> {
  try {
    const outcome = await sendPush(app, due).catch((error: unknown) => {
      tell(error, due.id)
      return unsent
    })
    if (outcome) await app.db.begin((tx) => settleTry(tx, due, outcome))
  } catch (error) {
    tell(error, due.id)
  }
}

/**
 * Pushes what is due, of every project beside the others': a slow receiver delays its own project alone, also one that
 * becomes due meanwhile, and what fails in one project ends no other's work.
 */
export const sendPushes: JobHandler = {
  ...sendJob,
  everySeconds: 10,
  async run(job, app) {
    const { db, log } = app
    const end = performance.now() + budget
    const isOver = () => job.signal.aborted || performance.now() > end
    let sent = 0
    async function serve(projectId: string): Promise<void> {
      const tell = (error: unknown, push?: string) => {
        if (job.signal.aborted) return
        log.error({ err: error, project: projectId, push }, 'failed to push results')
        app.report?.({
          source: 'job',
          traceId: job.id,
          place: sendJob.type,
          error,
          projectId,
          accountId: null,
        })
      }
      try {
        sent += await bringDue(
          job,
          app,
          async (tx, limit) => (isOver() ? [] : claimDue(tx, projectId, limit)),
          (due) => bringOne(app, tell, due),
        )
      } catch (error) {
        tell(error)
      }
    }
    const serving = new Map<string, Promise<void>>()
    try {
      do {
        for (const projectId of await listDueProjects(db))
          if (!serving.has(projectId))
            serving.set(
              projectId,
              serve(projectId).finally(() => serving.delete(projectId)),
            )
        await Promise.race([Promise.all(serving.values()), wait(pause, undefined, { ref: false })])
      } while (serving.size > 0 && !isOver())
    } finally {
      await Promise.all(serving.values())
    }
    job.signal.throwIfAborted()
    return { result: { sent } }
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
    const deleted = await inPieces(
      job,
      (most) => db`
        delete from push_tries where (push_id, number) in (
          select push_id, number from push_tries
          where tried_at < moment() - make_interval(days => ${tryDays}) limit ${most})`,
    )
    return { result: { deleted } }
  },
}
