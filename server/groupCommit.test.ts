import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Refusal } from '../contract/refusal.ts'
import { openWorld, type World } from '../test/harness.ts'
import { connect } from './db.ts'
import { groupCommit, groupCommitOf } from './groupCommit.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.db`create table tallies (name text primary key, total int not null check (total >= 0), writes int not null)`
})

interface Add {
  name: string
  amount: number
}

/** A writer on a real table; `batches` records what was committed together. */
function tallyWriter(
  limits: { maxBatch?: number; maxQueue?: number; lanes?: number; gate?: Promise<void> } = {},
) {
  const batches: string[][] = []
  const { gate, ...rest } = limits
  const writer = groupCommit<Add, number>({
    ...rest,
    key: (add) => add.name,
    async commit(batch) {
      await gate
      const rows = await world.db`
        insert into tallies (name, total, writes)
        select name, amount, 1 from unnest(${batch.map((add) => add.name)}::text[],
          ${batch.map((add) => add.amount)}::int[]) as given (name, amount)
        on conflict (name) do update set total = tallies.total + excluded.total, writes = tallies.writes + 1
        returning name, total`
      batches.push(batch.map((add) => add.name))
      const totals = new Map(rows.map((row) => [row.name as string, row.total as number]))
      return batch.map((add) => totals.get(add.name)!)
    },
  })
  return { writer, batches }
}

const stored = async (name: string) =>
  (await world.db`select total, writes from tallies where name = ${name}`)[0] ?? null

test('writes collect while the previous commit runs, are durable when answered and answered each its own', async () => {
  const { writer, batches } = tallyWriter()
  const first = writer.write({ name: 'a0', amount: 7 })
  await new Promise(setImmediate)
  const rest = Array.from({ length: 100 }, async (_, i) => {
    const total = await writer.write({ name: `b${i}`, amount: i })
    assert.equal(total, i)
    assert.equal((await stored(`b${i}`))!.total, i)
  })
  assert.equal(await first, 7)
  await Promise.all(rest)
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [1, 100],
  )
})

test('a batch is sorted by key, no larger than configured, and one key is committed in the order it came', async () => {
  const { writer, batches } = tallyWriter({ maxBatch: 3, lanes: 1 })
  const totals = await Promise.all([
    writer.write({ name: 'z', amount: 1 }),
    writer.write({ name: 'y', amount: 10 }),
    writer.write({ name: 'z', amount: 2 }),
    writer.write({ name: 'x', amount: 100 }),
    writer.write({ name: 'z', amount: 4 }),
    writer.write({ name: 'w', amount: 1000 }),
  ])
  assert.deepEqual(totals, [1, 10, 3, 100, 7, 1000])
  assert.deepEqual(batches, [['x', 'y', 'z'], ['w', 'z'], ['z']])
})

test('while one lane commits a key, no other lane touches it', async () => {
  const inFlight = new Map<string, number>()
  let most = 0
  const writer = groupCommit<Add, number>({
    lanes: 3,
    maxBatch: 2,
    key: (add) => add.name,
    async commit(batch) {
      for (const { name } of batch) {
        inFlight.set(name, (inFlight.get(name) ?? 0) + 1)
        assert.equal(inFlight.get(name), 1)
      }
      most = Math.max(
        most,
        [...inFlight.values()].reduce((a, b) => a + b, 0),
      )
      await world.db`select pg_sleep(0.002)`
      for (const { name } of batch) inFlight.set(name, 0)
      return batch.map((add) => add.amount)
    },
  })
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 120 }, async (_, i) => {
      const name = `lane${i % 5}`
      const amount = await writer.write({ name, amount: i })
      if (name === 'lane0') order.push(amount)
    }),
  )
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  assert.equal(order.length, 24)
  assert.ok(most > 2, `never more than ${most} in flight`)
})

test('one bad row fails without the others', async () => {
  const { writer } = tallyWriter()
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) => writer.write({ name: `c${i}`, amount: i === 17 ? -1 : i })),
  )
  const failed = results.flatMap((result, i) => (result.status === 'rejected' ? [i] : []))
  assert.deepEqual(failed, [17])
  assert.equal(await stored('c17'), null)
  assert.equal((await stored('c59'))!.writes, 1)
  const reason = (results[17] as PromiseRejectedResult).reason as { code: string }
  assert.equal(reason.code, '23514')
})

test('an item that our own code cannot take fails without the others', async () => {
  const writer = groupCommit<number, number>({
    key: String,
    async commit(batch) {
      if (batch.includes(17)) throw new RangeError('17 is no number of ours')
      return batch
    },
  })
  const results = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => writer.write(i)))
  const failed = results.flatMap((result, i) => (result.status === 'rejected' ? [i] : []))
  assert.deepEqual(failed, [17])
})

test('beyond the queue a write is refused immediately with 429, and everything taken is still written', async () => {
  const gate = Promise.withResolvers<void>()
  const { writer } = tallyWriter({ maxQueue: 10, gate: gate.promise })
  const inFlight = writer.write({ name: 'd-first', amount: 1 })
  await new Promise(setImmediate)
  const taken = Array.from({ length: 10 }, (_, i) => writer.write({ name: `d${i}`, amount: 1 }))
  assert.equal(writer.size, 11)
  await assert.rejects(
    writer.write({ name: 'd-late', amount: 1 }),
    (error) => error instanceof Refusal && error.words.code === 429,
  )
  gate.resolve()
  await Promise.all([inFlight, ...taken])
  assert.equal((await stored('d9'))!.total, 1)
  assert.equal(await stored('d-late'), null)
  assert.equal(await writer.write({ name: 'd-late', amount: 5 }), 5)
})

test('closing drains what was taken and refuses what comes after', async () => {
  const { writer } = tallyWriter({ maxBatch: 4 })
  const taken = Array.from({ length: 20 }, (_, i) => writer.write({ name: `e${i}`, amount: 1 }))
  const closed = writer.close()
  await assert.rejects(
    writer.write({ name: 'e-late', amount: 1 }),
    (error) => error instanceof Refusal && error.words.code === 503,
  )
  await closed
  assert.equal(writer.size, 0)
  assert.equal((await Promise.all(taken)).length, 20)
})

test('when the database is out of reach the whole batch fails once, without a storm of retries', async () => {
  let committed = 0
  const writer = groupCommit<Add, number>({
    key: (add) => add.name,
    async commit() {
      committed++
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    },
  })
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => writer.write({ name: `f${i}`, amount: 1 })),
  )
  assert.ok(results.every((result) => result.status === 'rejected'))
  assert.equal(committed, 1)
})

test('two writers with the same keys in opposite order never lock each other out', async () => {
  const writers = [tallyWriter().writer, tallyWriter().writer]
  const names = Array.from({ length: 80 }, (_, i) => `g${String(i).padStart(2, '0')}`)
  await Promise.all(
    Array.from({ length: 20 }, (_, round) =>
      Promise.all(
        writers.flatMap((writer, w) =>
          (w === round % 2 ? names : names.toReversed()).map((name) => writer.write({ name, amount: 1 })),
        ),
      ),
    ),
  )
  assert.equal((await stored('g00'))!.total, 40)
  assert.equal((await stored('g79'))!.total, 40)
})

test('a database has one writer, which commits to it', async () => {
  const writerOf = groupCommitOf<string, string>({
    key: (name) => name,
    async commit(db, batch) {
      const [row] = await db<{ name: string }[]>`select current_database() as name`
      return batch.map((item) => `${item} in ${row!.name}`)
    },
  })
  const other = connect(world.databaseUrl, { max: 1 })
  const [{ name }] = await world.db<[{ name: string }]>`select current_database() as name`
  assert.equal(writerOf(world.db), writerOf(world.db))
  assert.notEqual(writerOf(world.db), writerOf(other))
  assert.equal(await writerOf(other).write('one'), `one in ${name}`)
  await other.end()
})
