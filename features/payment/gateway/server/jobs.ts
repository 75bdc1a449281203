import { demoAlipay, demoMerchant } from '../../../../server/channels/demoMerchant.ts'
import type { JobHandler } from '../../../../server/jobs.ts'
import { notifyJob } from './actions.ts'
import { alipayNotice } from './alipayNotice.ts'
import { findPayment, type GatewayPayment, isAlipays } from './data.ts'
import { noticeOf, transactionOf } from './wechatNotice.ts'

async function writeNotice(dataFolder: string, id: string, payment: GatewayPayment) {
  if (isAlipays(payment)) return alipayNotice(await demoAlipay(dataFolder), id, payment)
  const paid = { ...transactionOf(payment), trade_state: 'SUCCESS' }
  return noticeOf(await demoMerchant(dataFolder), id, paid)
}

/** Notifies the merchant of a payment over HTTP; an unacknowledged notice is sent again later, unchanged. */
export const notifyMerchant: JobHandler = {
  ...notifyJob,
  async run(job, { db, environment }) {
    const payment = await findPayment(db, job.input.outTradeNo as string)
    if (!payment?.transactionId) return
    const notice = await writeNotice(environment.dataFolder, job.id, payment)
    const answer = await fetch(payment.notifyUrl, {
      method: 'POST',
      ...notice,
      signal: AbortSignal.timeout(5000),
    })
    const text = await answer.text()
    // Alipay believes nothing but this word.
    if (!answer.ok || (isAlipays(payment) && text !== 'success')) {
      throw new Error(`The merchant answered ${answer.status} to a notice`)
    }
  },
}
