import { type Lane, laneNames } from '../contract/lanes.ts'
import type { Db, Pool, Tx } from './db.ts'
import type { AppContext } from './appContext.ts'
import type { ReportFailure } from './failure.ts'
import { claim, type Claimed, lockType } from './jobs/claims.ts'
import type { JobHandler, JobKind } from './jobs/handler.ts'
import { lanes, leaseSeconds } from './jobs/lanes.ts'
import { runJob } from './jobs/run.ts'

export { findStuckLanes, type StuckLane } from './jobs/claims.ts'
export type { Job, JobHandler, JobKind } from './jobs/handler.ts'
export { LostLease } from './jobs/run.ts'

/** Queues a job in the caller's transaction; the same type and key give the same job. */
export async function enqueue(
  db: Db,
  job: JobKind & {
    input?: object
    key?: string
    projectId?: string
    operatorId?: string
    runAt?: string
  },
): Promise<string> {
  const [row] = await db`
    insert into jobs ${db({
      type: job.type,
      lane: job.lane,
      input: db.json((job.input ?? {}) as never),
      key: job.key ?? null,
      projectId: job.projectId ?? null,
      operatorId: job.operatorId ?? null,
    })}
    on conflict (type, key) where key is not null do update set key = excluded.key
    returning id`
  const id = row!.id as string
  if (job.runAt) await db`update jobs set run_at = ${job.runAt} where id = ${id} and status = 'queued'`
  await db`select pg_notify('jobs', ${job.lane})`
  return id
}

/**
 * Has a recurring job run once the caller's transaction is over, however many ask for it: a slot that has begun to wait is
 * held until then, so that nothing claims it before, and where none has is one queued. An older slot is left alone: what it
 * waits for is no transaction, or one that is long.
 */
export async function wake(tx: Tx, { type, lane }: JobKind): Promise<void> {
  const waiting = await tx`
    select from jobs where type = ${type} and status = 'queued'
      and run_at between moment() - interval '5 seconds' and moment() limit 1 for share skip locked`
  if (waiting.length === 0) await enqueue(tx, { type, lane })
  else await tx`select pg_notify('jobs', ${lane})`
}

/** Queues jobs of a kind in the caller's transaction, one for each input. */
export async function enqueueAll(
  db: Db,
  { type, lane }: JobKind,
  jobs: readonly { input: object; projectId: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  await db`
    insert into jobs (type, lane, input, project_id)
    select ${type}, ${lane}, j.input, j."projectId"
    from jsonb_to_recordset(${db.json(jobs as never)}) as j (input jsonb, "projectId" uuid)`
  await db`select pg_notify('jobs', ${lane})`
}

/** Cancels queued jobs of kinds that nothing runs any more: their lanes would count as stuck. */
export async function cancelQueued(tx: Tx, kinds: readonly JobKind[]): Promise<void> {
  const types = kinds.map(({ type }) => type)
  await tx`update jobs set status = 'cancelled', updated_at = moment() where status = 'queued' and type = any(${types})`
}

/**
 * Queues a recurring job for the slot of this moment, unless an earlier slot still waits, and deletes its rows of
 * yesterday, however they ended.
 */
export async function queueRecurring(db: Pool, handler: JobHandler): Promise<void> {
  const { type, lane, everySeconds } = handler
  await db.begin(async (tx) => {
    await lockType(tx, type)
    const [slot] = await tx`
      select floor(extract(epoch from moment()) / ${everySeconds!})::bigint as slot,
        exists (select from jobs where type = ${type} and status = 'queued') as waits`
    if (!slot!.waits) await enqueue(tx, { type, lane, key: `slot-${slot!.slot}` })
  })
  await db`
    delete from jobs where type = ${type}
      and status in ('succeeded', 'partly', 'failed', 'cancelled') and updated_at < moment() - interval '1 day'`
}

export interface RunningJobs {
  /** Stops claiming, aborts what can break off, waits for what runs and leaves no query of its own running. */
  stop(): Promise<void>
  /** Runs every due job of all lanes, one after the other, and waits for what runs already; for tests. */
  drain(): Promise<void>
}

/** Runs due jobs until stopped, each lane with its own workers; queues the recurring ones when they are due, if it `recurs`. */
export function startJobs(
  app: AppContext,
  handlers: readonly JobHandler[],
  {
    lease = leaseSeconds,
    recurs = true,
    report = () => {},
  }: { lease?: number; recurs?: boolean; report?: ReportFailure } = {},
): RunningJobs {
  const { db, log } = app
  const byType = new Map(handlers.map((handler) => [handler.type, handler]))
  const single = handlers.filter((handler) => handler.everySeconds).map((handler) => handler.type)
  const stopping = new AbortController()
  /** Claims and runs under way in this process. */
  const busy = new Set<Promise<unknown>>()
  const wakes = new Map<string, () => void>()

  function track<T>(work: Promise<T>): Promise<T> {
    busy.add(work)
    const over = () => void busy.delete(work)
    work.then(over, over)
    return work
  }
  function claimOf(names: readonly Lane[]): Promise<Claimed | null> {
    const all = handlers.filter(({ lane }) => names.includes(lane)).map(({ type }) => type)
    return track(claim(db, { all, lanes: names, single }, lease))
  }
  const run = (job: Claimed) =>
    track(
      runJob(app, byType.get(job.type)!, job, {
        stopping: stopping.signal,
        leaseSeconds: lease,
        report,
      }).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error, job: job.id }, 'a job could not be ended')
      }),
    )

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const job = await claimOf(laneNames)
      if (job) await run(job)
      else if (busy.size === 0) return
      else await Promise.race([...busy].map((work) => work.catch(() => {})))
    }
  }

  async function work(lane: Lane): Promise<void> {
    let running = 0
    let isDue = false
    let rouse: () => void = () => {}
    const wake = () => {
      isDue = true
      rouse()
    }
    wakes.set(lane, wake)
    while (!stopping.signal.aborted) {
      isDue = false
      try {
        while (!stopping.signal.aborted && running < lanes[lane].workers) {
          const job = await claimOf([lane])
          if (!job) break
          running++
          void run(job).finally(() => {
            running--
            wake()
          })
        }
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error, lane }, 'jobs could not be claimed')
      }
      if (isDue || stopping.signal.aborted) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1000)
        rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const queueing = new Map<string, Promise<void>>()
  const timers = handlers
    .filter((handler) => recurs && handler.everySeconds)
    .map((handler) => {
      const tick = () => {
        // One that still waits for the database is enough: behind a hung one they would pile up.
        if (queueing.has(handler.type)) return
        const queued = queueRecurring(db, handler)
          .catch((error: unknown) => {
            if (!stopping.signal.aborted)
              log.error({ err: error, type: handler.type }, 'a recurring job could not be queued')
          })
          .finally(() => queueing.delete(handler.type))
        queueing.set(handler.type, queued)
      }
      tick()
      return setInterval(tick, handler.everySeconds! * 1000)
    })
  const listening = db.listen('jobs', (lane) => wakes.get(lane)?.()).catch(() => null)
  const used = laneNames.filter((name) => handlers.some(({ lane }) => lane === name))
  const working = used.map(work)
  return {
    drain,
    async stop() {
      stopping.abort()
      for (const wake of wakes.values()) wake()
      timers.forEach(clearInterval)
      await Promise.all(working)
      await Promise.allSettled(busy)
      await Promise.all(queueing.values())
      await (await listening)?.unlisten().catch(() => {})
    },
  }
}
