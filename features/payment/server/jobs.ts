import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { bringDue } from '../../../server/channels/due.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { expireOrder } from '../../order/server/actions.ts'
import { channelOf, openChannels, reconcile, reconcileJob } from './actions.ts'
import { claimDue, listExpired, type Payment } from './data.ts'

async function bringOne(app: AppContext, payment: Payment): Promise<void> {
  const { db, log } = app
  try {
    const outcome = await reconcile(db, channelOf(app, payment), payment)
    if (outcome === 'mismatch')
      log.error({ payment: payment.id }, 'the channel speaks of another payment than ours')
  } catch (error) {
    const text = (error as Error).message
    await db`update payments set failure = ${text.slice(0, 300)} where id = ${payment.id}`
    if (error instanceof ChannelFailure) log.warn({ err: error, payment: payment.id }, text)
    else log.error({ err: error, payment: payment.id }, 'a payment could not be brought to an end')
  }
}

/**
 * Reconciles our payments with the channel: queries those without a notice,
 * and lets an order expire only after the channel has confirmed that no money came.
 */
export const reconcilePayments: JobHandler = {
  ...reconcileJob,
  everySeconds: 15,
  async run(job, app) {
    const { db } = app
    const asked = await bringDue(job, app, claimDue, (payment) => bringOne(app, payment))
    // Without a channel there is nothing to query; should it return, late money is surplus and refunded.
    const expired = await listExpired(db, 500, openChannels(app))
    for (const orderId of expired) {
      job.signal.throwIfAborted()
      await db.begin((tx) => expireOrder(tx, orderId))
    }
    return { result: { asked, expired: expired.length } }
  },
}
