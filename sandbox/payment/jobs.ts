import { findAlipay, findWechat } from '../../server/channels/demoMerchant.ts'
import type { JobHandler } from '../../server/jobs.ts'
import { notifyJob } from './actions.ts'
import { alipayNotice } from './alipayNotice.ts'
import { findPayment, findRefund, type GatewayPayment, type GatewayRefund, isAlipays } from './data.ts'
import { noticeOf, refundNoticeOf, transactionOf } from './wechatNotice.ts'

async function writeNotice(
  dataFolder: string,
  id: string,
  payment: GatewayPayment,
  refund: GatewayRefund | null,
) {
  if (isAlipays(payment)) {
    return alipayNotice((await findAlipay(dataFolder, payment.appid))!, id, payment, refund)
  }
  const keys = (await findWechat(dataFolder, payment.mchid))!
  if (refund) return refundNoticeOf(keys, id, payment, refund)
  return noticeOf(keys, id, { ...transactionOf(payment), trade_state: 'SUCCESS' })
}

/** Notifies the merchant of a payment or a refund over HTTP; an unacknowledged notice is sent again later, unchanged. */
export const notifyMerchant: JobHandler = {
  ...notifyJob,
  async run(job, { db, environment }) {
    const { outTradeNo, refundNo } = job.input as { outTradeNo: string; refundNo?: string }
    const payment = await findPayment(db, outTradeNo)
    const refund = refundNo === undefined ? null : await findRefund(db, refundNo)
    if (!payment?.transactionId) return
    const notice = await writeNotice(environment.dataFolder, job.id, payment, refund)
    const answer = await fetch(refund?.notifyUrl ?? payment.notifyUrl, {
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
