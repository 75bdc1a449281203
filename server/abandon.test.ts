import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { abandon, Abandoned, databaseOf, sharedPool } from './abandon.ts'
import type { Pool } from './db.ts'

/** A request with its database, which answers a commit only as the test lets it. */
function aCall() {
  const commit = Promise.withResolvers<void>()
  const outcomes: string[] = []
  const begin = async (work: (tx: unknown) => Promise<unknown>) => {
    try {
      const result = await work('tx')
      outcomes.push('commit')
      await commit.promise
      return result
    } catch (error) {
      outcomes.push('rollback')
      throw error
    }
  }
  const pool = Object.assign(() => 'rows', { begin, options: 'own' }) as unknown as Pool
  const request = {} as FastifyRequest
  return { request, pool, db: databaseOf(request, pool), outcomes, commit: commit.resolve }
}

test('a call that was abandoned commits nothing, and begins nothing more', async () => {
  const { request, db, outcomes } = aCall()
  const reached = Promise.withResolvers<string>()
  const done = db.begin(() => reached.promise)
  assert.equal(abandon(request), true)
  reached.resolve('late')
  await assert.rejects(done, Abandoned)
  await assert.rejects(
    db.begin(async () => 'next'),
    Abandoned,
  )
  assert.deepEqual(outcomes, ['rollback'])
})

test('a call that commits is not abandoned, and ends with what it did', async () => {
  const { request, db, outcomes, commit } = aCall()
  const done = db.begin(async () => 'done')
  while (outcomes.length === 0) await Promise.resolve()
  assert.equal(abandon(request), false)
  commit()
  assert.equal(await done, 'done')
  assert.equal(await db.begin(async () => 'more'), 'more')
})

test('all else of the database is that of the pool, which calls share', () => {
  const { db, pool } = aCall()
  assert.equal((db as unknown as () => string)(), 'rows')
  assert.equal((db as unknown as { options: string }).options, 'own')
  assert.equal(sharedPool(db), pool)
  assert.equal(sharedPool(pool), pool)
})
