import { setTimeout as wait } from 'node:timers/promises'
import { reconcileJob } from '../../../features/payment/server/actions.ts'
import type { Pool } from '../../../server/db.ts'
import { enqueue } from '../../../server/jobs.ts'
import { moveClock } from '../../clock.ts'
import { slowness } from '../../until.ts'
import { openPayments, unnotifiedResults } from './audit.ts'
import type { Product } from './product.ts'

/** Seconds by which the clock moves at once, and after which what is still open is a fault. */
const step = 15
const limit = 180
/** Real seconds that the work of one step may take on a busy machine. */
const longest = 20 * slowness()

const hasWork = async (db: Pool) => {
  const [row] = await db`
    select from jobs where lane = ${reconcileJob.lane} and status = 'queued' and run_at <= moment() limit 1`
  return row !== undefined
}

/** Lets the pollers' time pass by the database's clock until all money and results are settled; returns the seconds. */
export async function reconcile(product: Product, faults: string[]): Promise<number> {
  for (let seconds = 0; ; seconds += step) {
    const open = [...(await product.look(openPayments)), ...(await product.look(unnotifiedResults))]
    if (open.length === 0) return seconds
    if (seconds >= limit) {
      faults.push(...open.map((line) => `after ${seconds} s still open: ${line}`))
      return seconds
    }
    await product.look(async (db) => {
      const [row] = await db`select (moment() - now() + make_interval(secs => ${step}))::text as shift`
      await moveClock(db, row!.shift as string)
      await enqueue(db, reconcileJob)
      // The clock is ahead of the machine: it waits for what became due by it.
      for (let waited = 0; waited < longest; waited++) {
        await wait(1000)
        if (!(await hasWork(db))) break
      }
    })
  }
}
