import { setTimeout as wait } from 'node:timers/promises'
import { withoutNumbers } from '../../contract/personalNumber.ts'
import type { AppContext } from '../appContext.ts'
import type { ReportFailure } from '../failure.ts'
import type { Job, JobHandler } from './handler.ts'
import { type Claimed, failForGood, finish, release, renew, retryLater, saveProgress } from './claims.ts'
import { lanes, mostTries } from './lanes.ts'

/** Thrown into a handler whose job is no longer its own. */
export class LostLease extends Error {}

/** Reason for which a run was stopped that took longer than it may. */
class TimeLimit extends Error {}

/** Reason for which a job is given up that nobody is left to say more about. */
class ProcessEnded extends Error {}

/** Milliseconds a stopped handler has to let go before its worker continues to other work. */
const grace = 5000

const messageOf = (error: unknown) =>
  withoutNumbers(((error as Error)?.message ?? String(error)).slice(0, 500))

/** Fails a job permanently and calls its `onFailed`, in one transaction. */
async function giveUp(
  app: AppContext,
  handler: JobHandler,
  job: Claimed,
  { error, report }: { error: unknown; report: ReportFailure },
): Promise<void> {
  const reason = messageOf(error)
  app.log.error({ job: job.id, type: job.type, reason }, 'a job was given up')
  const { id: traceId, type: place, projectId, operatorId: accountId } = job
  report({ source: 'job', traceId, place, error, projectId, accountId })
  await app.db.begin(async (tx) => {
    if (await failForGood(tx, job, reason)) await handler.onFailed?.(tx, job, app)
  })
}

/**
 * Runs a claimed job to its end, whatever that is. While the handler works a heartbeat holds the claim; a claim that is
 * lost, and a run beyond its time limit, abort the handler's signal, and what it writes from then on is fenced off.
 * `stopping` aborts it as well when the process is about to end: work that breaks off then is queued again.
 */
export async function runJob(
  app: AppContext,
  handler: JobHandler,
  job: Claimed,
  { stopping, leaseSeconds, report }: { stopping: AbortSignal; leaseSeconds: number; report: ReportFailure },
): Promise<void> {
  const { db, log } = app
  const most = handler.mostTries ?? mostTries
  // A run that fails counts its own tries; more than all of them means that the process ended in each.
  if (job.tries > most) {
    const error = new ProcessEnded(`The process running it ended before it was done, ${most} times`)
    return giveUp(app, handler, job, { error, report })
  }
  const limit = handler.limitSeconds ?? lanes[handler.lane].limitSeconds
  const broken = new AbortController()
  const timer = setTimeout(
    () => broken.abort(new TimeLimit(`It took longer than ${limit} s and was stopped`)),
    limit * 1000,
  )
  const heartbeat = setInterval(
    () =>
      void renew(db, job, leaseSeconds).then(
        (isOwn) => isOwn || broken.abort(new LostLease(`job ${job.id} belongs to another run`)),
        (error: unknown) => log.warn({ err: error, job: job.id }, 'a claim could not be renewed'),
      ),
    (leaseSeconds * 1000) / 3,
  )
  const progress: Job['progress'] = async (tx, step) => {
    if (!(await saveProgress(tx, job, step, leaseSeconds))) {
      throw new LostLease(`job ${job.id} belongs to another run`)
    }
  }
  const signal = AbortSignal.any([broken.signal, stopping])
  const work = (async () => handler.run({ ...job, progress, signal }, app))()
  const stopped = new Promise<never>((_, reject) =>
    broken.signal.addEventListener('abort', () => reject(broken.signal.reason as Error), { once: true }),
  )
  stopped.catch(() => {})
  try {
    const end = (await Promise.race([work, stopped])) ?? {}
    await finish(db, job, end)
  } catch (error) {
    if (!(error instanceof LostLease)) await fail(error)
    if (broken.signal.aborted) await Promise.race([work.catch(() => {}), wait(grace)])
  } finally {
    clearTimeout(timer)
    clearInterval(heartbeat)
  }

  async function fail(error: unknown): Promise<void> {
    if (stopping.aborted && !broken.signal.aborted) return release(db, job)
    log.error({ err: error, job: job.id, type: job.type }, 'a job failed')
    // The next slot of a recurring job is its next try.
    if (!handler.everySeconds && (await retryLater(db, job, messageOf(error), most))) return
    await giveUp(app, handler, job, { error, report })
  }
}
