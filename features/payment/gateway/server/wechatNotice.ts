import { createPrivateKey } from 'node:crypto'
import type { DemoMerchant } from '../../../../server/channels/demoMerchant.ts'
import { chineseTime } from '../../../../server/channels/wechatPay.ts'
import { sealResource, signedHeaders } from '../../../../server/channels/wechatSignature.ts'
import type { GatewayPayment } from './data.ts'

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

/** A notice of a payment, sealed for the merchant and signed by the platform. */
export function noticeOf(
  keys: DemoMerchant,
  id: string,
  transaction: object,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    id,
    create_time: chineseTime(new Date().toISOString()),
    resource_type: 'encrypt-resource',
    event_type: 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    resource: sealResource(keys.apiV3Key, 'transaction', JSON.stringify(transaction)),
  })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(createPrivateKey(keys.platformPrivateKey), keys.publicKeyId, body, Date.now()),
    },
  }
}
