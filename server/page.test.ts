import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { countedRows } from '../contract/paging.ts'
import { Refusal } from '../contract/refusal.ts'
import { openDatabase } from '../test/harness.ts'
import { withStatements } from '../test/statements.ts'
import { connect, type Pool } from './db.ts'
import { type Listing, page, totalOf, wholeInput } from './page.ts'

let db: Pool
before(async () => {
  db = connect(await openDatabase('empty'), { max: 2 })
  await db`create table leaves as select n, n % 2 = 0 as even from generate_series(1, 12000) n`
})
after(() => db.end())

const Leaf = Type.Object({ n: Type.Integer(), double: Type.Integer() })
const leaves = (more: Partial<Listing> = {}): Listing => ({
  columns: db`l.n, d.double`,
  from: db`leaves l`,
  join: db`cross join lateral (select l.n * 2 as double) d`,
  orderBy: db`l.n desc`,
  ...more,
})

test('a page is a window of the rows in order, beside the count of all that meet the conditions', async () => {
  const { total, list } = await page(db, Leaf, { page: 2, limit: 3 }, leaves({ where: [db`l.even`, false] }))
  assert.equal(total, 6000)
  assert.deepEqual(
    list.map((row) => ({ ...row })),
    [11994, 11992, 11990].map((n) => ({ n, double: n * 2 })),
  )
})

test('a list of sums is read and counted by one statement, and a page beyond its last is empty', async () => {
  const sums = leaves({
    columns: db`l.n, l.n * 2 as double`,
    from: db`(select n % 5 as n from leaves group by 1) l`,
    join: db``,
    summed: true,
  })
  const read = (input: { page?: number; limit: number }) =>
    withStatements(db, () => page(db, Leaf, input, sums))
  const { result, statements } = await read({ page: 2, limit: 3 })
  assert.deepEqual(
    [result.total, result.list.map((row) => ({ ...row }))],
    [
      5,
      [
        { n: 1, double: 2 },
        { n: 0, double: 0 },
      ],
    ],
  )
  assert.equal(statements.length, 1)
  const beyond = await read({ page: 3, limit: 3 })
  assert.deepEqual([beyond.result.total, beyond.result.list.length], [5, 0])
})

test('a page that continues after a row counts from the first row', async () => {
  const { total, list } = await page(db, Leaf, { limit: 1 }, leaves({ after: db`l.n < ${5}` }))
  assert.deepEqual([total, list[0]!.n], [12000, 4])
})

test('a capped list is counted so far, and refuses pages beyond', async () => {
  const last = countedRows / 50
  const { total, list } = await page(db, Leaf, { page: last, limit: 50 }, leaves({ capped: true }))
  assert.deepEqual([total, list.length], [countedRows, 50])
  await assert.rejects(
    page(db, Leaf, { page: last + 1, limit: 50 }, leaves({ capped: true })),
    (error) => error instanceof Refusal && error.words.code === 422 && error.field === 'page',
  )
})

test('an input of its own reads a list whole, piece by piece, and no other list with it', async () => {
  const input = wholeInput({ page: 7 }, 2500)
  assert.equal(totalOf(input), null)
  const pieces: number[] = []
  await db.begin(async (tx) => {
    for (let length = 1; length > 0; pieces.push(length))
      length = (await page(tx, Leaf, { ...input }, leaves({ where: [db`l.even`] }))).list.length
    const other = await page(tx, Leaf, { limit: 3 }, leaves())
    assert.deepEqual([other.total, other.list.length], [12000, 3])
  })
  assert.deepEqual(pieces, [2500, 2500, 1000, 0])
  assert.equal(totalOf(input), 6000)
  const few = wholeInput({ page: 1 }, 100, 10)
  const none = await db.begin((tx) => page(tx, Leaf, few, leaves()))
  assert.deepEqual([none.list.length, totalOf(few)], [0, 11])
})
