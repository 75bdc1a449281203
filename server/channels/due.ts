import type { AppContext } from '../appContext.ts'
import type { Db } from '../db.ts'
import type { Job } from '../jobs.ts'
import type { PaymentChannel } from './payment.ts'

/** What the payment channel is asked about at once. */
const atOnce = 8
/** Milliseconds one run may take: a silent channel must not hold up other work. */
const budget = 20_000

/**
 * Brings what is due to the payment channel, some at once, until nothing is due or the time of a run is over; returns
 * how many. Where there is no channel nothing is claimed.
 */
export async function bringDue<T>(
  job: Job,
  { db, channels }: AppContext,
  claimDue: (db: Db, limit: number) => Promise<T[]>,
  bring: (channel: PaymentChannel, due: T) => Promise<void>,
): Promise<number> {
  const start = performance.now()
  let done = 0
  while (channels.payment && performance.now() - start < budget) {
    job.signal.throwIfAborted()
    const due = await claimDue(db, atOnce)
    if (due.length === 0) break
    await Promise.all(due.map((each) => bring(channels.payment!, each)))
    done += due.length
    await job.progress(db, { done })
  }
  return done
}
