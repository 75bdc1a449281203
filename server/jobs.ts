import type { Db, Pool } from './db.ts'
import type { Ground } from './ground.ts'

/** A claimed job as its handler sees it. */
export interface Job<I = Record<string, unknown>> {
  readonly id: string
  readonly input: I
  readonly projectId: string | null
  readonly operatorId: string | null
  /** Where an earlier run stopped, or null. */
  readonly checkpoint: unknown
  /** Records progress and renews the lease; throws LostLease when another run owns the job or it was cancelled. */
  progress(tx: Db, step: { done: number; total?: number; checkpoint?: unknown }): Promise<void>
}

export interface JobHandler {
  type: string
  /** A recurring job: queued anew every so many seconds. */
  everySeconds?: number
  /** Gives the result kept on the job's row; `partly` when some rows were refused. */
  run(job: Job, ground: Ground): Promise<{ result?: unknown; partly?: boolean } | void>
}

/** Thrown into a handler whose job is no longer its own. */
export class LostLease extends Error {}

const leaseSeconds = 60
const maxTries = 5

/** Queues a job in the caller's transaction; the same type and key give the same job. */
export async function enqueue(
  db: Db,
  job: {
    type: string
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
      input: db.json((job.input ?? {}) as never),
      key: job.key ?? null,
      projectId: job.projectId ?? null,
      operatorId: job.operatorId ?? null,
    })}
    on conflict (type, key) where key is not null do update set key = excluded.key
    returning id`
  const id = row!.id as string
  if (job.runAt) await db`update jobs set run_at = ${job.runAt} where id = ${id} and status = 'queued'`
  await db`select pg_notify('jobs', ${job.type})`
  return id
}

interface Claimed {
  id: string
  type: string
  input: Record<string, unknown>
  projectId: string | null
  operatorId: string | null
  checkpoint: unknown
  fence: number
  tries: number
}

async function claim(db: Pool, types: readonly string[]): Promise<Claimed | null> {
  const [row] = await db<Claimed[]>`
    update jobs set status = 'running', fence = fence + 1, tries = tries + 1,
      lease_until = moment() + make_interval(secs => ${leaseSeconds}), updated_at = moment()
    where id = (
      select id from jobs
      where type = any(${types as string[]})
        and ((status = 'queued' and run_at <= moment()) or (status = 'running' and lease_until < moment()))
      order by run_at for update skip locked limit 1)
    returning id, type, input, project_id, operator_id, checkpoint, fence, tries`
  return row ?? null
}

async function finish(
  db: Pool,
  job: Claimed,
  end: { status: string; result?: unknown; error?: string },
): Promise<void> {
  await db`
    update jobs set status = ${end.status}, result = ${db.json((end.result ?? null) as never)},
      error = ${end.error ?? null}, lease_until = null, updated_at = moment()
    where id = ${job.id} and fence = ${job.fence} and status = 'running'`
}

async function runOne(ground: Ground, handler: JobHandler, job: Claimed): Promise<void> {
  const { db, log } = ground
  const progress: Job['progress'] = async (tx, step) => {
    const [row] = await tx`
      update jobs set done = greatest(done, ${step.done}), total = coalesce(${step.total ?? null}, total),
        checkpoint = coalesce(${step.checkpoint === undefined ? null : tx.json(step.checkpoint as never)}, checkpoint),
        lease_until = moment() + make_interval(secs => ${leaseSeconds}), updated_at = moment()
      where id = ${job.id} and fence = ${job.fence} and status = 'running' returning id`
    if (!row) throw new LostLease(`job ${job.id} belongs to another run`)
  }
  try {
    const end = (await handler.run({ ...job, progress }, ground)) ?? {}
    await finish(db, job, { status: end.partly ? 'partly' : 'succeeded', result: end.result })
  } catch (error) {
    if (error instanceof LostLease) return
    log.error({ err: error, job: job.id, type: job.type }, 'a job failed')
    if (job.tries >= maxTries || handler.everySeconds) {
      await finish(db, job, { status: 'failed', error: (error as Error).message.slice(0, 500) })
      return
    }
    await db`
      update jobs set status = 'queued', lease_until = null,
        run_at = moment() + make_interval(secs => ${2 ** job.tries * 5}), error = ${(error as Error).message.slice(0, 500)}
      where id = ${job.id} and fence = ${job.fence}`
  }
}

async function queueRecurring(db: Pool, handler: JobHandler): Promise<void> {
  const every = handler.everySeconds!
  const [slot] = await db`select floor(extract(epoch from moment()) / ${every})::bigint as slot`
  await enqueue(db, { type: handler.type, key: `slot-${slot!.slot}` })
  await db`delete from jobs where type = ${handler.type} and status in ('succeeded', 'failed')
    and created_at < moment() - interval '1 day'`
}

/** Runs due jobs until stopped; stop() waits for the running one and leaves no query of its own behind. */
export function startJobs(
  ground: Ground,
  handlers: readonly JobHandler[],
): { stop(): Promise<void>; drain(): Promise<void> } {
  const { db, log } = ground
  const byType = new Map(handlers.map((handler) => [handler.type, handler]))
  const types = [...byType.keys()]
  let stopping = false
  let wake: () => void = () => {}
  let pending: Promise<unknown> = Promise.resolve()
  const queueing = new Set<Promise<void>>()

  async function drain(): Promise<void> {
    while (!stopping) {
      const job = await claim(db, types)
      if (!job) return
      await runOne(ground, byType.get(job.type)!, job)
    }
  }
  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        pending = drain()
        await pending
      } catch (error) {
        if (!stopping) log.error({ err: error }, 'jobs could not be claimed')
      }
      if (stopping) return
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, 1000)
      })
    }
  }
  const timers = handlers
    .filter((handler) => handler.everySeconds)
    .map((handler) => {
      const tick = () => {
        const queued = queueRecurring(db, handler)
          .catch((error: unknown) => {
            if (!stopping)
              log.error({ err: error, type: handler.type }, 'a recurring job could not be queued')
          })
          .finally(() => queueing.delete(queued))
        queueing.add(queued)
      }
      tick()
      return setInterval(tick, handler.everySeconds! * 1000)
    })
  const listening = db.listen('jobs', () => wake()).catch(() => null)
  const running = loop()
  return {
    drain,
    async stop() {
      stopping = true
      wake()
      timers.forEach(clearInterval)
      await running
      await pending.catch(() => {})
      await Promise.all(queueing)
      await (await listening)?.unlisten().catch(() => {})
    },
  }
}
