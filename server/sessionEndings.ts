import { randomUUID } from 'node:crypto'
import type { Pool, Tx } from './db.ts'

/** Milliseconds, as long as a statement may take. An ending that is rolled back is never heard of. */
const timeout = 30_000

/** Those of this process that are to hear of what it announces. */
const subscribers = new Set<(id: string) => void>()

/**
 * Announces, with the transaction, that sessions ended or see something else: every process then forgets what it
 * remembers of sessions.
 */
export async function announceEnding(tx: Tx): Promise<void> {
  const id = randomUUID()
  for (const expect of subscribers) expect(id)
  await tx`select pg_notify('session_ended', ${id})`
}

/**
 * Hears of endings, and of a connection again, on which some may have been missed. What this process announced is
 * under way from then until it is heard: a call that follows the answer of the one that ended a session may come
 * before the word of it.
 */
export async function onSessionEnd(db: Pool, forget: () => void) {
  const underway = new Map<string, NodeJS.Timeout>()
  const expect = (id: string) => {
    underway.set(id, setTimeout(() => underway.delete(id), timeout).unref())
  }
  subscribers.add(expect)
  const onEnding = (id: string) => {
    forget()
    clearTimeout(underway.get(id))
    underway.delete(id)
  }
  const { unlisten } = await db.listen('session_ended', onEnding, forget)
  return {
    isUnderway: () => underway.size > 0,
    async close() {
      subscribers.delete(expect)
      for (const timer of underway.values()) clearTimeout(timer)
      await unlisten()
    },
  }
}
