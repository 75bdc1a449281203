import type { Pool, Tx } from '../server/db.ts'
import { until } from './until.ts'

/** Name of the connections of a world's workers. */
export const workersName = 'jixu workers'

/**
 * Forces a race: `first` acts in a transaction that stays open while the others start, and commits once every one of
 * them waits for a lock of it, or for one of them that does. A function that it gives is called while they wait. Returns their results in order. Throws when one of them
 * ends without waiting: then nothing makes it wait for the transaction, whatever order a run by chance gives; and
 * when one neither ends nor waits.
 */
export async function race<T extends readonly unknown[]>(
  db: Pool,
  first: (tx: Tx) => Promise<unknown>,
  ...others: { [K in keyof T]: () => Promise<T[K]> }
): Promise<T> {
  const running: Promise<unknown>[] = []
  try {
    await db.begin(async (tx) => {
      const meanwhile = await first(tx)
      const ended: number[] = []
      for (const [i, other] of others.entries()) {
        running.push(other())
        running[i]!.then(
          () => ended.push(i),
          () => ended.push(i),
        )
      }
      await until(async () => {
        if ((await countWaiting(tx)) >= others.length) return true
        if (ended.length > 0) throw new Error(`Contender ${ended[0]! + 1} ended without waiting for a lock.`)
        return false
      })
      if (typeof meanwhile === 'function') await meanwhile()
    })
  } catch (error) {
    await Promise.allSettled(running)
    throw error
  }
  return (await Promise.all(running)) as unknown as T
}

/** Connections that wait for this transaction, also for one another; the world's workers left out. */
async function countWaiting(tx: Tx): Promise<number> {
  // Within one transaction the list of connections is read once, unless it is dropped.
  await tx`select pg_stat_clear_snapshot()`
  const [row] = await tx`
    with recursive blocked as materialized (
      select pid, application_name, pg_blocking_pids(pid) as by from pg_stat_activity
      where datname = current_database()),
    queued as (
      select pid, application_name from blocked where pg_backend_pid() = any(by)
      union
      select b.pid, b.application_name from blocked b join queued on queued.pid = any(b.by))
    select count(*) as waiting from queued where application_name <> ${workersName}`
  return row!.waiting as number
}
