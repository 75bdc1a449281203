import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { alipayNotice } from '../../../sandbox/payment/alipayNotice.ts'
import type { GatewayPayment } from '../../../sandbox/payment/data.ts'
import { noticeOf, transactionOf } from '../../../sandbox/payment/wechatNotice.ts'
import type { DemoAlipay, DemoMerchant } from '../../../server/channels/demoMerchant.ts'
import { freshSeconds, signedHeaders } from '../../../server/channels/wechatSignature.ts'

/** A notice as it travels. */
export interface Notice {
  body: string
  headers: Record<string, string>
}

type Writer = (payment: GatewayPayment, id: string) => Notice

/** Writers of notices: one merchant's platform, and others in its name. */
export interface Writers {
  /** Notices of the platform about money it took. */
  truth: Writer
  /** Notices that are not its own. */
  forged: readonly Writer[]
  /** Its own notices that were changed on the way, or speak of other money, apps or merchants than ours. */
  altered: readonly Writer[]
  /** Notices the platform signs of another merchant's payments, in that one's name and in its own. */
  foreign: readonly Writer[]
  /** True if an answer ends the repeating of a notice. */
  isTaken(status: number, text: string): boolean
}

/** A payment platform as one merchant's notices come from it, true ones and others. */
export interface Platform extends Omit<Writers, 'foreign'> {
  channel: PaymentChannelName
  /** Path its notices go to, below the portal's address. */
  path: string
}

/** Signs as nobody we have a contract with. */
const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey

/** The same money as another transaction and sum: what a platform would say of a payment that is not ours. */
const dearer = (payment: GatewayPayment): GatewayPayment => ({
  ...payment,
  amount: payment.amount + 1,
  transactionId: `9${payment.transactionId!.slice(1)}`,
})

/** WeChat Pay, of a merchant of the demo's. */
export function wechatPlatform(keys: DemoMerchant): Writers {
  const success = (payment: GatewayPayment) => ({ ...transactionOf(payment), trade_state: 'SUCCESS' })
  const truth: Writer = (payment, id) => noticeOf(keys, id, success(payment))
  const saying =
    (changes: object): Writer =>
    (payment, id) =>
      noticeOf(keys, id, { ...success(payment), ...changes })
  return {
    truth,
    forged: [
      (payment, id) => noticeOf({ ...keys, platformPrivateKey: stranger }, id, success(payment)),
      (payment, id) => ({ ...truth(payment, id), headers: { 'content-type': 'application/json' } }),
      (payment, id) => {
        const { body } = truth(payment, id)
        const long = Date.now() - (freshSeconds + 60) * 1000
        const key = createPrivateKey(keys.platformPrivateKey)
        const headers = signedHeaders(key, keys.publicKeyId, body, long)
        return { body, headers: { 'content-type': 'application/json', ...headers } }
      },
    ],
    altered: [
      (payment, id) => {
        const { body, headers } = truth(payment, id)
        return { body: body.replace('支付成功', '已经付款'), headers }
      },
      (payment, id) => noticeOf({ ...keys, apiV3Key: 'x'.repeat(32) }, id, success(payment)),
      (payment, id) => truth(dearer(payment), id),
      saying({ appid: 'wx0000000000000000' }),
      saying({ mchid: '1900000001' }),
    ],
    foreign: [truth, saying({ appid: keys.appId, mchid: keys.mchId })],
    isTaken: (status) => status === 204,
  }
}

/** Alipay, of a merchant of the demo's. */
export function alipayPlatform(keys: DemoAlipay): Writers {
  const truth: Writer = (payment, id) => alipayNotice(keys, id, payment)
  const changed = (notice: Notice, change: (fields: URLSearchParams) => void): Notice => {
    const fields = new URLSearchParams(notice.body)
    change(fields)
    return { ...notice, body: fields.toString() }
  }
  return {
    truth,
    forged: [
      (payment, id) => alipayNotice({ ...keys, platformPrivateKey: stranger }, id, payment),
      (payment, id) => changed(truth(payment, id), (fields) => fields.delete('sign')),
      (payment, id) => changed(truth(payment, id), (fields) => fields.set('sign_type', 'RSA')),
    ],
    altered: [
      (payment, id) => changed(truth(payment, id), (fields) => fields.set('total_amount', '0.01')),
      (payment, id) => changed(truth(payment, id), (fields) => fields.set('notify_id', `${id}x`)),
      (payment, id) => truth(dearer(payment), id),
      (payment, id) => truth({ ...payment, appid: '2021000000000001' }, id),
      (payment, id) => truth({ ...payment, mchid: '2088000000000001' }, id),
    ],
    foreign: [truth, (payment, id) => truth({ ...payment, appid: keys.appId, mchid: keys.sellerId }, id)],
    isTaken: (status, text) => status === 200 && text === 'success',
  }
}
