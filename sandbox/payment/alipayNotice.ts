import { createPrivateKey, sign } from 'node:crypto'
import { decimalYuan } from '../../contract/money.ts'
import { alipayTime } from '../../server/channels/alipay.ts'
import type { DemoAlipay } from '../../server/channels/demoMerchant.ts'
import type { GatewayPayment, GatewayRefund } from './data.ts'

/** Text Alipay signs of a message's fields: all that are not empty, in their order, but the signature. */
export const signedText = (fields: Readonly<Record<string, string>>, but: readonly string[]) =>
  Object.keys(fields)
    .filter((name) => !but.includes(name) && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

/** The platform's signature, RSA2. */
export const signatureOf = (keys: DemoAlipay, text: string) =>
  sign('sha256', Buffer.from(text), createPrivateKey(keys.platformPrivateKey)).toString('base64')

/** A payment in the platform's format, for queries and notices. */
export function tradeOf(payment: GatewayPayment): Record<string, string> {
  const { outTradeNo, transactionId, amount, state, givenBack } = payment
  const isClosed = state === 'CLOSED' || (state === 'REFUND' && givenBack === amount)
  return {
    out_trade_no: outTradeNo,
    trade_no: transactionId ?? `2026${outTradeNo}`,
    trade_status: isClosed ? 'TRADE_CLOSED' : transactionId ? 'TRADE_SUCCESS' : 'WAIT_BUYER_PAY',
    total_amount: decimalYuan(amount),
    buyer_logon_id: '138****0000',
  }
}

/** A notice of a payment, or of a refund of it, as a form signed by the platform. */
export function alipayNotice(
  keys: DemoAlipay,
  id: string,
  payment: GatewayPayment,
  refund: Pick<GatewayRefund, 'refundNo'> | null = null,
): { body: string; headers: Record<string, string> } {
  const fields = {
    ...tradeOf(refund ? payment : { ...payment, state: 'SUCCESS' }),
    app_id: payment.appid,
    seller_id: payment.mchid,
    subject: payment.description,
    notify_id: id,
    notify_type: 'trade_status_sync',
    notify_time: alipayTime(new Date().toISOString()),
    charset: 'utf-8',
    version: '1.0',
    ...(payment.paidAt ? { gmt_payment: alipayTime(payment.paidAt) } : {}),
    ...(refund
      ? {
          out_biz_no: refund.refundNo,
          refund_fee: decimalYuan(payment.givenBack),
          gmt_refund: alipayTime(new Date().toISOString()),
        }
      : {}),
  }
  const signature = signatureOf(keys, signedText(fields, []))
  return {
    body: new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  }
}
