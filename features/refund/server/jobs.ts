import { bringDue } from '../../../server/channels/due.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { Job, JobHandler } from '../../../server/jobs.ts'
import { findChannel } from '../../payment/server/actions.ts'
import { sendJob, sendRefund } from './actions.ts'
import { claimDue, type Refund } from './data.ts'

async function sendOne(app: AppContext, job: Pick<Job, 'id'>, refund: Refund): Promise<void> {
  const { db, log } = app
  try {
    const { channel, merchantId } = refund
    await sendRefund(db, await findChannel(app, { channel: channel!, merchantId }), refund)
  } catch (error) {
    const code = error instanceof ChannelFailure ? error.code : null
    await db`
      update refunds set failure = 'silent', failure_code = ${code} where id = ${refund.id} and status = 'processing'`
    if (error instanceof ChannelFailure) return log.warn({ err: error, refund: refund.id }, error.message)
    log.error({ err: error, refund: refund.id }, 'failed to send a refund')
    const { projectId } = refund
    app.report?.({ source: 'job', traceId: job.id, place: sendJob.type, error, projectId, accountId: null })
  }
}

/** Sends refunds that are due, and asks about those whose answer is not final. */
export const sendRefunds: JobHandler = {
  ...sendJob,
  everySeconds: 15,
  async run(job, app) {
    const sent = await bringDue(job, app, claimDue, (refund) => sendOne(app, job, refund))
    return { result: { sent } }
  },
}
