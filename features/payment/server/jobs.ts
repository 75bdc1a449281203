import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { bringDue } from '../../../server/channels/due.ts'
import type { Job, JobHandler } from '../../../server/jobs.ts'
import { expireOrder } from '../../order/server/actions.ts'
import { channelOf, ownChannels, reconcile, reconcileJob } from './actions.ts'
import { claimDue, listExpired, type Payment } from './data.ts'

async function bringOne(app: AppContext, job: Pick<Job, 'id'>, payment: Payment): Promise<void> {
  const { db, log } = app
  try {
    const outcome = await reconcile(db, await channelOf(app, payment), payment)
    const failure = outcome === 'mismatch' ? 'the channel speaks of another payment than ours' : null
    if (failure) log.error({ payment: payment.id }, failure)
    await db`update payments set failure = ${failure} where id = ${payment.id} and failure is distinct from ${failure}`
  } catch (error) {
    const text = (error as Error).message
    await db`update payments set failure = ${text.slice(0, 300)} where id = ${payment.id}`
    if (error instanceof ChannelFailure) return log.warn({ err: error, payment: payment.id }, text)
    log.error({ err: error, payment: payment.id }, 'failed to reconcile a payment')
    const { projectId } = payment
    app.report?.({
      source: 'job',
      traceId: job.id,
      place: reconcileJob.type,
      error,
      projectId,
      accountId: null,
    })
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
    const asked = await bringDue(job, app, claimDue, (payment) => bringOne(app, job, payment))
    // Without a channel there is nothing to query; should it return, late money is surplus and refunded.
    const expired = await listExpired(db, 500, ownChannels(app))
    for (const orderId of expired) {
      job.signal.throwIfAborted()
      await db.begin((tx) => expireOrder(tx, orderId))
    }
    return { result: { asked, expired: expired.length } }
  },
}
