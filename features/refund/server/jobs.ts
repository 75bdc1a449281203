import type { AppContext } from '../../../server/appContext.ts'
import { ChannelFailure, type PaymentChannel } from '../../../server/channels/payment.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { sendJob, sendRefund } from './actions.ts'
import { claimDue, type Refund } from './data.ts'

/** Refunds sent at once. */
const lanes = 8
/** Milliseconds one run may take: a silent channel must not hold up other work. */
const budget = 20_000

async function sendOne({ db, log }: AppContext, channel: PaymentChannel, refund: Refund): Promise<void> {
  try {
    await sendRefund(db, channel, refund)
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
    const { db, channels } = app
    const start = performance.now()
    let sent = 0
    while (channels.payment && performance.now() - start < budget) {
      job.signal.throwIfAborted()
      const due = await claimDue(db, lanes)
      if (due.length === 0) break
      await Promise.all(due.map((refund) => sendOne(app, channels.payment!, refund)))
      sent += due.length
      await job.progress(db, { done: sent })
    }
    return { result: { sent } }
  },
}
