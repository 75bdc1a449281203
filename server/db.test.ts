import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '../test/harness.ts'
import { until } from '../test/until.ts'
import { connect, hasMet, type Pool, type Tx } from './db.ts'

let url: string
let db: Pool
before(async () => {
  url = await openDatabase('empty')
  db = connect(url, { max: 2 })
  await db`create table things (name text primary key, count int not null default 0)`
  await db`insert into things (name) values ('a'), ('b')`
})
after(() => db.end())

const raise = (tx: Tx, name: string) => tx`update things set count = count + 1 where name = ${name}`

/** Two transactions that take the same rows crosswise, the first time each is run; gives what became of them. */
async function crosswise(pool: Pool): Promise<PromiseSettledResult<unknown>[]> {
  let met = 0
  const each = (names: readonly string[]) =>
    pool.begin(async (tx) => {
      await raise(tx, names[0]!)
      met++
      await until(async () => met >= 2)
      await raise(tx, names[1]!)
    })
  return Promise.allSettled([each(['a', 'b']), each(['b', 'a'])])
}

test('of two transactions that wait for each other one is run again, and both count once', async () => {
  const again = connect(url, { max: 2, again: true })
  const [before] = await db`select sum(count)::int as sum from things`
  const ends = await crosswise(again)
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  const [after] = await db`select sum(count)::int as sum from things`
  assert.equal(after!.sum, (before!.sum as number) + 4)
  await again.end()
})

test('a job’s is not run again: it says why it ended', async () => {
  const failed = (await crosswise(db)).filter((end) => end.status === 'rejected')
  assert.deepEqual(
    failed.map(({ reason }) => hasMet(reason)),
    [true],
  )
})

test('a transaction that meets another each time is run four times, and one that fails otherwise once', async () => {
  const again = connect(url, { max: 1, again: true })
  for (const [code, runs] of [
    ['40P01', 4],
    ['40001', 4],
    ['23505', 1],
  ] as const) {
    let run = 0
    const failing = again.begin(async (tx) => {
      run++
      await tx.unsafe(`do $$ begin raise exception 'met' using errcode = '${code}'; end $$`)
    })
    await assert.rejects(failing, { code })
    assert.equal(run, runs, code)
  }
  await again.end()
})

test('ids that are made one after the other grow, within a millisecond too, and are of version 7', async () => {
  const filled = connect(await openDatabase('template'), { max: 1 })
  const ids = await filled.begin(async (tx) => {
    const made: string[] = []
    for (let i = 0; i < 200; i++) made.push((await tx`select new_id() as id`)[0]!.id as string)
    return made
  })
  assert.deepEqual(ids, ids.toSorted())
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const ms = Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)
  const [row] = await filled`
    select extract(epoch from clock_timestamp()) * 1000 - ${ms} between 0 and 3600000 as is_its_time`
  assert.equal(row!.isItsTime, true)
  await filled.end()
})
