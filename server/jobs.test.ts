import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { openWorld, type World } from '../test/harness.ts'
import { until } from '../test/until.ts'
import { race } from '../test/race.ts'
import { connect } from './db.ts'
import { claim } from './jobs/claims.ts'
import {
  enqueue,
  type Job,
  type JobHandler,
  LostLease,
  queueRecurring,
  type RunningJobs,
  startJobs,
  wake,
} from './jobs.ts'

let world: World
before(async () => {
  world = await openWorld()
})
const opened: RunningJobs[] = []
afterEach(() => Promise.all(opened.splice(0).map((jobs) => jobs.stop())))

/** Workers for these handlers beside the product's own, which know none of their types. */
function workersFor(handlers: readonly JobHandler[], lease?: number): RunningJobs {
  const jobs = startJobs(world.app, handlers, lease === undefined ? {} : { lease })
  opened.push(jobs)
  return jobs
}

/** A promise and what settles it. */
function gate() {
  let open: () => void = () => {}
  const opening = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opening, open }
}

const rowOf = async (id: string) =>
  (
    await world.db`select status, tries, fence, error, done, run_at > moment() as later from jobs where id = ${id}`
  )[0]!

test('long jobs in one lane do not delay another lane', async () => {
  const film = gate()
  const settled = gate()
  const jobs = workersFor([
    { type: 'lane.film', lane: 'heavy', run: () => film.opening },
    { type: 'lane.settle', lane: 'time', run: async () => settled.open() },
  ])
  const films = [0, 1, 2].map(() => enqueue(world.db, { type: 'lane.film', lane: 'heavy' }))
  const ids = await Promise.all(films)
  await enqueue(world.db, { type: 'lane.settle', lane: 'time' })
  await settled.opening
  const states = await Promise.all(ids.map(async (id) => (await rowOf(id)).status))
  assert.ok(!states.includes('succeeded'), 'the film goes on')
  assert.ok(
    states.filter((status) => status === 'running').length <= 1,
    'a lane runs no more than its workers',
  )
  film.open()
  await jobs.drain()
  for (const id of ids) assert.equal((await rowOf(id)).status, 'succeeded')
})

test('draining runs what is due in every lane and waits for what runs already', async () => {
  const ran: string[] = []
  const lanes = ['time', 'money', 'people', 'heavy'] as const
  const jobs = workersFor(
    lanes.map((lane) => ({ type: `drain.${lane}`, lane, run: async () => void ran.push(lane) })),
  )
  for (let i = 0; i < 3; i++)
    for (const lane of lanes) await enqueue(world.db, { type: `drain.${lane}`, lane })
  await jobs.drain()
  assert.deepEqual(ran.toSorted(), [0, 1, 2].flatMap(() => lanes).toSorted())
  const [open] =
    await world.db`select count(*) as count from jobs where type like 'drain.%' and status <> 'succeeded'`
  assert.equal(open!.count, 0)
})

test('a heartbeat holds the claim of long work: nobody else claims it', async () => {
  const [begun, goOn] = [gate(), gate()]
  let runs = 0
  const handler: JobHandler = {
    type: 'beat.long',
    lane: 'people',
    async run() {
      runs++
      begun.open()
      await goOn.opening
    },
  }
  const [one, other] = [workersFor([handler], 3), workersFor([handler], 3)]
  const id = await enqueue(world.db, { type: 'beat.long', lane: 'people' })
  await begun.opening
  const [first] = await world.db`select lease_until from jobs where id = ${id}`
  // Past the end of the first claim by the database's clock; only the heartbeat has extended it.
  await until(async () => {
    const [row] = await world.db`
      select moment() > ${first!.leaseUntil as string}::timestamptz as past, lease_until > moment() as held
      from jobs where id = ${id}`
    assert.ok(row!.held, 'the claim is held all the time')
    return row!.past as boolean
  })
  goOn.open()
  await Promise.all([one.drain(), other.drain()])
  assert.deepEqual([runs, (await rowOf(id)).status, (await rowOf(id)).fence], [1, 'succeeded', 1])
})

test('work beyond its time is aborted, fails with the reason, and its late writes are fenced', async () => {
  const late = gate()
  let outcome: unknown
  const failed: string[] = []
  const jobs = workersFor([
    {
      type: 'limit.slow',
      lane: 'time',
      limitSeconds: 0.05,
      mostTries: 1,
      async run(job) {
        await new Promise<void>((resolve) => job.signal.addEventListener('abort', () => resolve()))
        await until(async () => (await rowOf(job.id)).status === 'failed')
        outcome = await world.db
          .begin(async (tx) => {
            await tx`update jobs set result = '"late"' where id = ${job.id}`
            await job.progress(tx, { done: 1 })
          })
          .catch((error: unknown) => error)
        late.open()
      },
      onFailed: async (_tx, job) => void failed.push(job.id),
    },
  ])
  const id = await enqueue(world.db, { type: 'limit.slow', lane: 'time' })
  await jobs.drain()
  await late.opening
  assert.ok(outcome instanceof LostLease)
  const { status, error } = await rowOf(id)
  assert.deepEqual([status, error, failed], ['failed', 'It took longer than 0.05 s and was stopped', [id]])
  assert.equal((await world.db`select result from jobs where id = ${id}`)[0]!.result, null)
})

test('a job whose process ends every time is given up, with the reason, and its feature hears of it', async () => {
  let runs = 0
  const failed: string[] = []
  const handler: JobHandler = {
    type: 'killer.sheet',
    lane: 'people',
    run: async () => void runs++,
    onFailed: async (_tx, job) => void failed.push(job.id),
  }
  const id = await enqueue(world.db, { type: 'killer.sheet', lane: 'people' })
  // As a process leaves it that was killed in its fifth run.
  await world.db`
    update jobs set status = 'running', tries = 5, fence = 5, lease_until = moment() - interval '1 s' where id = ${id}`
  await workersFor([handler]).drain()
  const { status, error } = await rowOf(id)
  assert.deepEqual([status, runs, failed], ['failed', 0, [id]])
  assert.equal(error, 'The process running it ended before it was done, 5 times')
})

test('long work that moves on is not given up for being interrupted; work that does not move on is', async () => {
  const handler: JobHandler = {
    type: 'killer.steps',
    lane: 'people',
    async run(job) {
      await job.progress(world.db, { done: 1, checkpoint: job.input.step })
      throw new Error('interrupted')
    },
  }
  const jobs = workersFor([handler])
  // Together with its tries, before a worker that already waits can take it.
  const id = await world.db.begin(async (tx) => {
    const queued = await enqueue(tx, { type: 'killer.steps', lane: 'people', input: { step: 1 } })
    await tx`update jobs set tries = 4 where id = ${queued}`
    return queued
  })
  await jobs.drain()
  assert.deepEqual([(await rowOf(id)).status, (await rowOf(id)).tries], ['queued', 1])
  // The same checkpoint once more is no step.
  await world.db`update jobs set tries = 4, run_at = moment() where id = ${id}`
  await jobs.drain()
  assert.equal((await rowOf(id)).status, 'failed')
})

test('what fails is queued again, later each time, and given up after its tries', async () => {
  const handler: JobHandler = {
    type: 'fail.always',
    lane: 'money',
    mostTries: 3,
    run: () => Promise.reject(new Error('no answer')),
  }
  const jobs = workersFor([handler])
  const id = await enqueue(world.db, { type: 'fail.always', lane: 'money' })
  for (const [tries, status] of [
    [1, 'queued'],
    [2, 'queued'],
    [3, 'failed'],
  ] as const) {
    // A worker that already waits may have taken the first try by now.
    if (tries > 1) await world.db`update jobs set run_at = moment() where id = ${id} and status = 'queued'`
    await jobs.drain()
    const row = await rowOf(id)
    assert.deepEqual([row.tries, row.status, row.error], [tries, status, 'no answer'])
    if (status === 'queued') assert.ok(row.later)
  }
})

test('work broken off because the process stops is due again immediately and loses no try', async () => {
  const begun = gate()
  const handler: JobHandler = {
    type: 'stop.film',
    lane: 'heavy',
    async run(job: Job) {
      begun.open()
      await new Promise<void>((resolve) => job.signal.addEventListener('abort', () => resolve()))
      job.signal.throwIfAborted()
    },
  }
  const jobs = workersFor([handler])
  const id = await enqueue(world.db, { type: 'stop.film', lane: 'heavy' })
  await begun.opening
  await jobs.stop()
  const { status, tries, later } = await rowOf(id)
  assert.deepEqual([status, tries, later], ['queued', 0, false])
})

test('a recurring job has one slot waiting at most, runs never beside itself, and leaves no row of yesterday', async () => {
  const goOn = gate()
  const begun = gate()
  let atOnce = 0
  let most = 0
  const handler: JobHandler = {
    type: 'slot.sweep',
    lane: 'time',
    everySeconds: 3600,
    async run() {
      most = Math.max(most, ++atOnce)
      begun.open()
      await goOn.opening
      atOnce--
    },
  }
  const [one, other] = [workersFor([handler]), workersFor([handler])]
  await begun.opening
  for (let i = 0; i < 3; i++) await enqueue(world.db, { type: 'slot.sweep', lane: 'time' })
  const second = gate()
  const beside = workersFor([{ type: 'slot.other', lane: 'time', run: async () => second.open() }, handler])
  await enqueue(world.db, { type: 'slot.other', lane: 'time' })
  await second.opening
  assert.equal(most, 1)
  goOn.open()
  await Promise.all([one.drain(), other.drain(), beside.drain()])
  assert.equal(most, 1)

  for (const status of ['failed', 'partly', 'cancelled', 'succeeded'] as const) {
    await world.db`
      insert into jobs (type, lane, key, status, fence, updated_at)
      values ('slot.sweep', 'time', ${`slot-${status}`}, ${status}, 1, moment() - interval '25 hours')`
  }
  await world.db`
    insert into jobs (type, lane, key, run_at) values ('slot.sweep', 'time', 'slot-waiting', moment() + interval '1 hour')`
  const fresh = workersFor([handler])
  await fresh.stop()
  const rows = await world.db`
    select key from jobs where type = 'slot.sweep' and (updated_at < moment() - interval '1 day' or status = 'queued')`
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['slot-waiting'],
  )
})

/** Lets every statement of this kind on jobs of a type wait for an advisory lock: a process that is slow there. */
async function slowDown(type: string, kind: 'insert' | 'update', lock: number): Promise<void> {
  const name = `slow_${lock}`
  await world.db.unsafe(`
    create function ${name}() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${lock}); return new; end $$;
    create trigger ${name} before ${kind} on jobs for each row when (new.type = '${type}') execute function ${name}()`)
}

test('two processes that claim concurrently never run a recurring job beside itself', async () => {
  const type = 'single.claim'
  for (const key of ['slot-1', 'slot-2']) await enqueue(world.db, { type, lane: 'time', key })
  await slowDown(type, 'update', 41)
  const processes = [connect(world.databaseUrl, { max: 1 }), connect(world.databaseUrl, { max: 1 })]
  try {
    let ended = 0
    const claims = await world.db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(41)`
      const claiming = processes.map(async (db) => {
        const claimed = await claim(db, { all: [type], lanes: ['time'], single: [type] }, 60)
        ended++
        return claimed
      })
      // In a claim that is not over yet, or done with it.
      await until(async () => {
        const [row] = await world.db`
          select count(*) as waiting from pg_locks where locktype = 'advisory' and objid = 41 and not granted`
        return (row!.waiting as number) + ended >= 2
      })
      return { claiming }
    })
    const claimed = await Promise.all(claims.claiming)
    assert.equal(claimed.filter((job) => job !== null).length, 1)
    assert.equal(await claim(processes[0]!, { all: [type], lanes: ['time'], single: [type] }, 60), null)
  } finally {
    await Promise.all(processes.map((db) => db.end()))
  }
})

test('a recurring job that many ask for waits once, and is claimed only when all of them are over', async () => {
  const kind = { type: 'single.wake', lane: 'time' } as const
  const claimIt = () => claim(world.db, { all: [kind.type], lanes: ['time'], single: [kind.type] }, 60)
  const queued = async () =>
    (
      await world.db`select count(*)::int as count from jobs where type = ${kind.type} and status = 'queued'`
    )[0]!.count
  await world.db.begin((tx) => wake(tx, kind))
  await world.db.begin(async (tx) => {
    await wake(tx, kind)
    await world.db.begin((other) => wake(other, kind))
    assert.equal(await claimIt(), null, 'what the first is about to write would be missed')
  })
  assert.equal(await queued(), 1)
  assert.ok(await claimIt())
  await world.db.begin((tx) => wake(tx, kind))
  assert.equal(await queued(), 1, 'one that runs may be past what was written since')
})

test('two processes that queue different slots concurrently leave one waiting', async () => {
  const type = 'single.slot'
  await slowDown(type, 'insert', 42)
  const slot = (everySeconds: number): JobHandler => ({
    type,
    lane: 'time',
    everySeconds,
    run: async () => {},
  })
  // Different numbers of the slot, as on both sides of its boundary.
  await race(
    world.db,
    (tx) => tx`select pg_advisory_xact_lock(42)`,
    () => queueRecurring(world.db, slot(3600)),
    () => queueRecurring(world.db, slot(7200)),
  )
  const rows = await world.db`select key from jobs where type = ${type} and status = 'queued'`
  assert.equal(rows.length, 1)
})
