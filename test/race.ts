import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, Tx } from '../server/db.ts'

/**
 * Forces a race: `first` acts in a transaction that stays open while the others start, and commits once every one of
 * them waits for a lock. Gives their results in order. Throws when one of them ends without waiting: then nothing
 * stands between it and the transaction, whatever order a run by chance gives.
 */
export async function race<T extends readonly unknown[]>(
  db: Pool,
  first: (tx: Tx) => Promise<unknown>,
  ...others: { [K in keyof T]: () => Promise<T[K]> }
): Promise<T> {
  const running: Promise<unknown>[] = []
  try {
    await db.begin(async (tx) => {
      await first(tx)
      const ended: number[] = []
      for (const [i, other] of others.entries()) {
        running.push(other())
        running[i]!.then(
          () => ended.push(i),
          () => ended.push(i),
        )
      }
      for (;;) {
        // Within one transaction the list of connections is read once, unless it is dropped.
        await tx`select pg_stat_clear_snapshot()`
        const [row] = await tx`
          select count(*) as waiting from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
        if ((row!.waiting as number) >= others.length) return
        if (ended.length > 0) throw new Error(`Contender ${ended[0]! + 1} ended without waiting for a lock.`)
        await wait(5)
      }
    })
  } catch (error) {
    await Promise.allSettled(running)
    throw error
  }
  return (await Promise.all(running)) as unknown as T
}
