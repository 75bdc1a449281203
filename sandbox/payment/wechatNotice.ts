import { createPrivateKey } from 'node:crypto'
import type { DemoMerchant } from '../../server/channels/demoMerchant.ts'
import { chineseTime } from '../../server/channels/wechatPay.ts'
import { sealResource, signedHeaders } from '../../server/channels/wechatSignature.ts'
import type { GatewayPayment, GatewayRefund } from './data.ts'

/** The platform's own number of a refund. */
export const refundIdOf = ({ refundNo }: Pick<GatewayRefund, 'refundNo'>) => `5030${refundNo}`

/** A payment in the platform's format, for queries and notices. */
export function transactionOf(payment: GatewayPayment): Record<string, unknown> {
  const { appid, mchid, outTradeNo, payer, tradeType, state, transactionId, paidAt, amount } = payment
  return {
    appid,
    mchid,
    out_trade_no: outTradeNo,
    trade_state: state,
    trade_state_desc: state,
    amount: { total: amount, payer_total: amount, currency: 'CNY', payer_currency: 'CNY' },
    ...(transactionId && paidAt
      ? {
          transaction_id: transactionId,
          trade_type: tradeType,
          bank_type: 'OTHERS',
          attach: '',
          success_time: chineseTime(paidAt),
          payer: { openid: payer ?? `demo-${outTradeNo}` },
        }
      : {}),
  }
}

/** A notice as it travels. */
interface WrittenNotice {
  body: string
  headers: Record<string, string>
}

/** A notice, sealed for the merchant and signed by the platform; of a payment, unless it says otherwise. */
export function noticeOf(
  keys: DemoMerchant,
  id: string,
  content: object,
  { event, kind, summary } = { event: 'TRANSACTION.SUCCESS', kind: 'transaction', summary: '支付成功' },
): WrittenNotice {
  const body = JSON.stringify({
    id,
    create_time: chineseTime(new Date().toISOString()),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary,
    resource: sealResource(keys.apiV3Key, kind, JSON.stringify(content)),
  })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(createPrivateKey(keys.platformPrivateKey), keys.publicKeyId, body, Date.now()),
    },
  }
}

/** A notice of what became of a refund. */
export function refundNoticeOf(
  keys: DemoMerchant,
  id: string,
  payment: GatewayPayment,
  refund: GatewayRefund,
  changes: object = {},
): WrittenNotice {
  const { mchid, outTradeNo, transactionId, amount } = payment
  const content = {
    mchid,
    out_trade_no: outTradeNo,
    transaction_id: transactionId,
    out_refund_no: refund.refundNo,
    refund_id: refundIdOf(refund),
    refund_status: refund.status,
    user_received_account: '支付用户零钱',
    amount: { total: amount, refund: refund.amount, payer_total: amount, payer_refund: refund.amount },
    ...(refund.status === 'SUCCESS' ? { success_time: chineseTime(new Date().toISOString()) } : {}),
    ...changes,
  }
  return noticeOf(keys, id, content, { event: `REFUND.${refund.status}`, kind: 'refund', summary: '退款' })
}
