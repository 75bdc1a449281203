import { bringDue } from '../../../server/channels/due.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { channelOf } from '../../payment/server/actions.ts'
import { sendJob, sendRefund } from './actions.ts'
import { claimDue, type Refund } from './data.ts'

async function sendOne(app: AppContext, refund: Refund): Promise<void> {
  const { db, log } = app
  try {
    await sendRefund(db, await channelOf(app, { channel: refund.channel!, merchantId: refund.merchantId }), refund)
  } catch (error) {
    await db`update refunds set failure = 'silent' where id = ${refund.id} and status = 'processing'`
    if (error instanceof ChannelFailure) log.warn({ err: error, refund: refund.id }, error.message)
    else log.error({ err: error, refund: refund.id }, 'a refund could not be sent')
  }
}

/** Sends refunds that are due, and asks about those whose answer is not final. */
export const sendRefunds: JobHandler = {
  ...sendJob,
  everySeconds: 15,
  async run(job, app) {
    const sent = await bringDue(job, app, claimDue, (refund) => sendOne(app, refund))
    return { result: { sent } }
  },
}
