import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { connect } from '../server/db.ts'
import { openWorld, type World } from './harness.ts'
import { race, workersName } from './race.ts'
import { until } from './until.ts'

let world: World
before(async () => {
  world = await openWorld()
})

/** Waits until a connection with this query waits for a lock. */
const waiting = (query: string) =>
  until(async () => {
    const rows = await world.db`
      select from pg_stat_activity
      where query = ${query} and datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    return rows.length > 0
  })

test('who waits for another transaction is no contender', async () => {
  await world.db.begin(async (other) => {
    await other`select pg_advisory_xact_lock(1)`
    const stranger = world.db`select pg_advisory_xact_lock(1)`.execute()
    await waiting('select pg_advisory_xact_lock(1)')
    const outcome = race(
      world.db,
      async () => {},
      async () => {},
    )
    await assert.rejects(outcome, /Contender 1 ended without waiting/)
    void stranger
  })
})

test('a worker of the product that waits is no contender', async () => {
  const [named] = await world.db`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${workersName}`
  assert.ok((named!.count as number) > 0, 'the workers of a world have connections of their own')
  const worker = connect(world.databaseUrl, { max: 1, name: workersName })
  let work: Promise<unknown> = Promise.resolve()
  const outcome = race(
    world.db,
    async (tx) => {
      await tx`select pg_advisory_xact_lock(2)`
      work = worker`select pg_advisory_xact_lock(2)`.execute()
      await waiting('select pg_advisory_xact_lock(2)')
    },
    async () => {},
  )
  try {
    await assert.rejects(outcome, /Contender 1 ended without waiting/)
    await work
  } finally {
    await worker.end()
  }
})

test('contenders that wait for one another all count', async () => {
  await world.db`create table lots (id int primary key, taken int)`
  await world.db`insert into lots values (1, 0)`
  const take = () => world.db.begin((tx) => tx`update lots set taken = taken + 1 where id = 1`)
  await race(world.db, (tx) => tx`update lots set taken = 1 where id = 1`, take, take, take)
  assert.equal((await world.db`select taken from lots`)[0]!.taken, 4)
})

test('what never comes true is given up', async () => {
  await assert.rejects(
    until(async () => false, 0.02),
    /not so within 0\.02 s/,
  )
})
