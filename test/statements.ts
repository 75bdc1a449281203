import { AsyncLocalStorage } from 'node:async_hooks'
import { mock } from 'node:test'
import type { Db } from '../server/db.ts'

/** A statement that was sent, as the driver has it. */
export interface Statement {
  string: string
  parameters: never[]
}

/** Result of some work and the statements it sent; of what the program does by itself meanwhile none is counted. */
export async function withStatements<T>(
  db: Db,
  work: () => Promise<T>,
): Promise<{ result: T; statements: Statement[] }> {
  const sent = new Set<Statement>()
  const inWork = new AsyncLocalStorage<Set<Statement>>()
  const query = Object.getPrototypeOf(db`select 1`) as { handle(): Promise<unknown> }
  const { handle } = query
  const { mock: replaced } = mock.method(query, 'handle', function (this: Statement) {
    inWork.getStore()?.add(this)
    return handle.call(this)
  })
  try {
    return { result: await inWork.run(sent, work), statements: [...sent] }
  } finally {
    replaced.restore()
  }
}
