import type { JobHandler } from '../../../server/jobs.ts'
import { lockOrder } from '../../order/server/actions.ts'
import { openJob, openNext } from './deliver.ts'

/**
 * Opens the places of a settled batch order, so many in a transaction. A place's row is its checkpoint: it is marked in the
 * transaction that opens it, so a run that was killed goes on where it stopped and opens none twice. What cannot be opened
 * stands in the list of errors and stops nobody else.
 */
export const openPlacesJob: JobHandler = {
  ...openJob,
  async run(job, { db }) {
    const { orderId } = job.input as { orderId: string }
    for (let isOver = false; !isOver; ) {
      job.signal.throwIfAborted()
      isOver = await db.begin(async (tx) => {
        const order = await lockOrder(tx, orderId)
        return order ? openNext(tx, job, order) : true
      })
    }
  },
}
