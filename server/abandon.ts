import type { FastifyRequest } from 'fastify'
import type { Pool } from './db.ts'

/*
 * A call that is refused because the database does not answer goes on waiting for it, and would do what it was asked once
 * the refusal has been read. So one of the two gives way: who is refused changes nothing afterwards, and who has begun to
 * commit is not refused.
 */

/** Progress of a call: `lasting` once a transaction of it is committed, or about to be. */
type Progress = 'open' | 'lasting' | 'abandoned'

const progressOf = new WeakMap<FastifyRequest, Progress>()

/** Thrown in a transaction of a call that was refused meanwhile: it is undone. */
export class Abandoned extends Error {}

/** Abandons what a request does; false where it may have changed something, and gets its own answer. */
export function abandon(request: FastifyRequest): boolean {
  if (progressOf.get(request) === 'lasting') return false
  progressOf.set(request, 'abandoned')
  return true
}

/** The pools behind the databases of calls. */
const pools = new WeakMap<Pool, Pool>()

/** The pool that all calls share, of a database that one of them has. */
export const sharedPool = (db: Pool): Pool => pools.get(db) ?? db

/** The database as a call has it: its transactions are undone once the call is abandoned. */
export function databaseOf(request: FastifyRequest, db: Pool): Pool {
  function assertKept(): void {
    if (progressOf.get(request) === 'abandoned') throw new Abandoned('the call was refused before its commit')
  }
  const begin = async (...given: unknown[]) => {
    assertKept()
    const work = given.pop() as (tx: unknown) => unknown
    return (db.begin as (...all: unknown[]) => Promise<unknown>)(...given, async (tx: unknown) => {
      const began = work(tx)
      const result = await (Array.isArray(began) ? Promise.all(began) : began)
      assertKept()
      progressOf.set(request, 'lasting')
      return result
    })
  }
  const own = new Proxy(db, { get: (pool, key) => (key === 'begin' ? begin : Reflect.get(pool, key)) })
  pools.set(own, db)
  return own
}
