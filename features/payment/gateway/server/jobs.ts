import { demoMerchant } from '../../../../server/channels/demoMerchant.ts'
import type { JobHandler } from '../../../../server/jobs.ts'
import { notifyJob } from './actions.ts'
import { findPayment } from './data.ts'
import { noticeOf, transactionOf } from './notice.ts'

/** Notifies the merchant of a payment over HTTP; an unacknowledged notice is sent again later, unchanged. */
export const notifyMerchant: JobHandler = {
  ...notifyJob,
  async run(job, { db, environment }) {
    const payment = await findPayment(db, job.input.outTradeNo as string)
    if (!payment?.transactionId) return
    const keys = await demoMerchant(environment.dataFolder)
    const { body, headers } = noticeOf(keys, job.id, { ...transactionOf(payment), trade_state: 'SUCCESS' })
    const answer = await fetch(payment.notifyUrl, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(5000),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`The merchant answered ${answer.status} to a notice`)
  },
}
