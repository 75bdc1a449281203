import { createPrivateKey, createPublicKey } from 'node:crypto'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  ChannelFailure,
  ForgedNotice,
  type PaymentChannel,
  type ProviderPayment,
  type ProviderRefund,
} from './payment.ts'
import {
  bridgeText,
  freshSeconds,
  newNonce,
  openResource,
  replyText,
  requestText,
  type SealedResource,
  signText,
  verifyText,
  writeAuthorization,
} from './wechatSignature.ts'

/** A merchant's contract with WeChat Pay, API v3 with the platform's public key. */
export interface WechatMerchant {
  appId: string
  mchId: string
  /** Serial number of the merchant's API certificate. */
  serial: string
  /** The merchant's private key, PEM. */
  privateKey: string
  /** 32 characters. */
  apiV3Key: string
  /** `PUB_KEY_ID_…` and the platform's public key, PEM. */
  publicKeyId: string
  publicKey: string
  /** `https://api.mch.weixin.qq.com`, without a slash at the end. */
  baseUrl: string
}

/** Milliseconds WeChat Pay gets to answer. */
const timeout = 8000

const Amount = Type.Object({ total: Type.Integer(), currency: Type.Optional(Type.String()) })
const Transaction = Type.Object({
  appid: Type.String(),
  mchid: Type.String(),
  out_trade_no: Type.String(),
  transaction_id: Type.Optional(Type.String()),
  trade_state: Type.String(),
  // A payment nobody has paid may come without its amount.
  amount: Type.Optional(Amount),
})
const Created = Type.Object({ code_url: Type.String({ minLength: 1 }) })
const Prepared = Type.Object({ prepay_id: Type.String({ minLength: 1 }) })
const CreatedOnPhone = Type.Object({ h5_url: Type.String({ pattern: '^https?://' }) })
const Refunded = Type.Object({
  refund_id: Type.Optional(Type.String()),
  out_refund_no: Type.String(),
  status: Type.String(),
  amount: Type.Object({ refund: Type.Integer() }),
})
const Fault = Type.Object({ code: Type.String() })
const Notice = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  event_type: Type.String({ maxLength: 64 }),
  resource: Type.Object({
    algorithm: Type.Literal('AEAD_AES_256_GCM'),
    original_type: Type.String(),
    associated_data: Type.Optional(Type.String()),
    nonce: Type.String(),
    ciphertext: Type.String(),
  }),
})

const tradeStates: Record<string, ProviderPayment['state']> = {
  SUCCESS: 'succeeded',
  REFUND: 'refunded',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  PAYERROR: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
}
const refundStates: Record<string, ProviderRefund['state']> = {
  SUCCESS: 'succeeded',
  PROCESSING: 'processing',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
}

/** A moment as WeChat Pay writes it: to the second, in Chinese time. */
export function chineseTime(moment: string): string {
  return new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isFresh(timestamp: string | null): timestamp is string {
  return /^\d{1,12}$/.test(timestamp ?? '') && Math.abs(Date.now() / 1000 - Number(timestamp)) <= freshSeconds
}

function fail(what: string): never {
  throw new ChannelFailure(`WeChat Pay answered ${what}`)
}

interface Answer {
  status: number
  ok: boolean
  body: unknown
}

const faultOf = (answer: Answer) => (!answer.ok && Value.Check(Fault, answer.body) ? answer.body.code : null)
// A 404 of some proxy says nothing about the payment: the platform's own error code is needed.
const isUnknown = (answer: Answer) => /NOT_?EXIST/.test(faultOf(answer) ?? '')

function expect<T extends TSchema>(schema: T, answer: Answer) {
  if (answer.ok && Value.Check(schema, answer.body)) return answer.body
  throw new ChannelFailure(
    `WeChat Pay answered ${answer.status} with ${faultOf(answer) ?? 'an unknown body'}`,
  )
}

/** WeChat Pay v3 for one merchant; `notifyUrl` is where its notices are to go. */
export function wechatPay(merchant: WechatMerchant, notifyUrl: string): PaymentChannel {
  const privateKey = createPrivateKey(merchant.privateKey)
  const publicKey = createPublicKey(merchant.publicKey)

  /** Whether the platform signed a body, of late and with the key we hold. */
  function isPlatforms(header: (name: string) => string | null, body: string): boolean {
    const timestamp = header('wechatpay-timestamp')
    const nonce = header('wechatpay-nonce')
    const signature = header('wechatpay-signature')
    if (!isFresh(timestamp) || !nonce || !signature) return false
    return (
      header('wechatpay-serial') === merchant.publicKeyId &&
      verifyText(publicKey, replyText({ timestamp, nonce }, body), signature)
    )
  }

  async function ctx(method: 'GET' | 'POST', path: string, input?: object): Promise<Answer> {
    const url = new URL(merchant.baseUrl + path)
    const body = input ? JSON.stringify(input) : ''
    const sent = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: newNonce() }
    const signature = signText(privateKey, requestText(method, url.pathname + url.search, sent, body))
    let response: Response
    let text: string
    try {
      response = await fetch(url, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        headers: {
          accept: 'application/json',
          'user-agent': 'jixu',
          'wechatpay-serial': merchant.publicKeyId,
          authorization: writeAuthorization({
            mchid: merchant.mchId,
            serial: merchant.serial,
            ...sent,
            signature,
          }),
          ...(input ? { 'content-type': 'application/json' } : {}),
        },
        ...(input ? { body } : {}),
      })
      text = await response.text()
    } catch (error) {
      throw new ChannelFailure(`WeChat Pay did not answer ${method} ${path}`, { cause: error })
    }
    // Errors come unsigned at times; none of them makes us believe that money came or went.
    if (response.ok && !isPlatforms((name) => response.headers.get(name), text)) {
      throw new ChannelFailure(`An answer to ${method} ${path} was not signed by WeChat Pay`)
    }
    return { status: response.status, ok: response.ok, body: parsed(text) }
  }

  /** A transaction as ours, or null when it is of another merchant; which app it may be of, its payment says. */
  function paymentOf(body: unknown): ProviderPayment | null {
    if (!Value.Check(Transaction, body)) return null
    if (body.mchid !== merchant.mchId) return null
    const state = tradeStates[body.trade_state]
    if (!state || (state === 'succeeded' && !(body.transaction_id && body.amount))) return null
    return {
      outTradeNo: body.out_trade_no,
      transactionId: body.transaction_id || null,
      state,
      amount: body.amount?.total ?? 0,
      currency: body.amount?.currency ?? 'CNY',
      appId: body.appid === merchant.appId ? null : body.appid,
    }
  }

  return {
    name: 'wechat',
    async create({ outTradeNo, method, amount, description, expiresAt, payerIp, payer, returnUrl }) {
      const order = {
        appid: merchant.appId,
        mchid: merchant.mchId,
        description,
        out_trade_no: outTradeNo,
        time_expire: chineseTime(expiresAt),
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      }
      if (method === 'jsapi') {
        const { appId, openId } = payer!
        const asked = { ...order, appid: appId, payer: { openid: openId } }
        return expect(Prepared, await ctx('POST', '/v3/pay/transactions/jsapi', asked)).prepay_id
      }
      if (method !== 'h5') {
        return expect(Created, await ctx('POST', '/v3/pay/transactions/native', order)).code_url
      }
      const answer = await ctx('POST', '/v3/pay/transactions/h5', {
        ...order,
        scene_info: { payer_client_ip: payerIp, h5_info: { type: 'Wap' } },
      })
      const address = new URL(expect(CreatedOnPhone, answer).h5_url)
      address.searchParams.set('redirect_url', returnUrl)
      return address.href
    },
    bridge({ appId, prepayId }) {
      const timeStamp = String(Math.floor(Date.now() / 1000))
      const request = { appId, timeStamp, nonceStr: newNonce(), package: `prepay_id=${prepayId}` }
      const paySign = signText(privateKey, bridgeText(request))
      return Promise.resolve({ ...request, signType: 'RSA', paySign })
    },
    async query(outTradeNo) {
      const mchid = encodeURIComponent(merchant.mchId)
      const answer = await ctx('GET', `/v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${mchid}`)
      if (isUnknown(answer)) return null
      return paymentOf(expect(Transaction, answer)) ?? fail('a payment that is not ours')
    },
    async close(outTradeNo) {
      const answer = await ctx('POST', `/v3/pay/transactions/out-trade-no/${outTradeNo}/close`, {
        mchid: merchant.mchId,
      })
      const fault = faultOf(answer) ?? ''
      if (answer.ok || isUnknown(answer) || /^ORDER_?CLOSED$/.test(fault)) return 'closed'
      if (/^ORDER_?PAID$/.test(fault)) return 'paid'
      throw new ChannelFailure(`WeChat Pay answered ${answer.status} to the closing of ${outTradeNo}`)
    },
    async refund({ outTradeNo, refundNo, amount, total, reason }) {
      const answer = await ctx('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: outTradeNo,
        out_refund_no: refundNo,
        reason,
        amount: { refund: amount, total, currency: 'CNY' },
      })
      const refund = expect(Refunded, answer)
      const state = refundStates[refund.status] ?? fail('an unknown refund state')
      return {
        refundNo: refund.out_refund_no,
        providerNo: refund.refund_id ?? null,
        state,
        amount: refund.amount.refund,
      }
    },
    async readNotice(headers, raw) {
      const header = (name: string) => {
        const value = headers[name]
        return typeof value === 'string' ? value : null
      }
      const text = raw.toString('utf8')
      if (!isPlatforms(header, text)) throw new ForgedNotice('not signed by WeChat Pay')
      const notice = parsed(text)
      if (!Value.Check(Notice, notice)) throw new ForgedNotice('not of the shape of a notice')
      const { id, event_type: event } = notice
      if (event !== 'TRANSACTION.SUCCESS') return { id, event, payment: null }
      let clear: string
      try {
        clear = openResource(merchant.apiV3Key, { associated_data: '', ...notice.resource } as SealedResource)
      } catch {
        throw new ForgedNotice('sealed with another key')
      }
      const payment = paymentOf(parsed(clear))
      if (!payment) throw new ForgedNotice('of another merchant')
      return { id, event, payment }
    },
  }
}
