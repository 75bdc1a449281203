import type { AppContext } from '../appContext.ts'
import type { Db } from '../db.ts'
import type { Job } from '../jobs.ts'

/** Number of questions to the payment channels at once. */
const atOnce = 8
/** Milliseconds one run may take: a silent channel must not hold up other work. */
const budget = 20_000

/**
 * Brings what is due to its payment channel, some at once, until nothing is due or the time of a run is over; returns
 * how many.
 */
export async function bringDue<T>(
  job: Job,
  { db }: Pick<AppContext, 'db'>,
  claimDue: (db: Db, limit: number) => Promise<T[]>,
  bring: (due: T) => Promise<void>,
): Promise<number> {
  const start = performance.now()
  let done = 0
  while (performance.now() - start < budget) {
    job.signal.throwIfAborted()
    const due = await claimDue(db, atOnce)
    if (due.length === 0) break
    await Promise.all(due.map(bring))
    done += due.length
    await job.progress(db, { done })
  }
  return done
}
