import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { billBytes } from './bill.ts'
import {
  ChannelFailure,
  ForgedNotice,
  type NotifiedRefund,
  type PaymentChannel,
  type ProviderPayment,
} from './payment.ts'
import { readWechatBill } from './wechatBill.ts'
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

/** Milliseconds it gets for the file of a bill. */
const billTimeout = 60_000

/** A number or name as the platform makes them: what a database can hold and a person can read. */
const Ascii = (min: 0 | 1) => Type.String({ pattern: `^[!-~]{${min},64}$` })

const Amount = Type.Object({ total: Type.Integer(), currency: Type.Optional(Type.String()) })
const Transaction = Type.Object({
  appid: Type.String(),
  mchid: Type.String(),
  out_trade_no: Ascii(1),
  transaction_id: Type.Optional(Ascii(0)),
  trade_state: Type.String(),
  success_time: Type.Optional(Type.String()),
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
/** A refund as a notice tells of it. */
const NotifiedRefundBody = Type.Object({
  mchid: Type.String(),
  out_trade_no: Ascii(1),
  out_refund_no: Type.String(),
  refund_id: Type.String({ minLength: 1 }),
  refund_status: Type.String(),
  amount: Type.Object({ refund: Type.Integer() }),
})
const Fault = Type.Object({ code: Type.String() })
const Bill = Type.Object({
  hash_type: Type.Literal('SHA1'),
  hash_value: Type.String(),
  download_url: Type.String({ pattern: '^https?://' }),
})
const Notice = Type.Object({
  id: Ascii(1),
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
const refundStates: Record<string, NotifiedRefund['state']> = {
  SUCCESS: 'succeeded',
  PROCESSING: 'processing',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
}

/** A moment as WeChat Pay writes it: to the second, in Chinese time. */
export function chineseTime(moment: string): string {
  return new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
}

/** A moment as a provider writes it, or null where it says none. */
export function momentOf(text: string | undefined): string | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
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
  /** By the platform; errors come unsigned at times. */
  signed: boolean
  body: unknown
}

const faultOf = (answer: Answer) => (!answer.ok && Value.Check(Fault, answer.body) ? answer.body.code : null)
// A 404 of some proxy says nothing about the payment: the platform's own error code is needed.
const isUnknown = (answer: Answer) => /^(ORDER|TRADE|RESOURCE)_?NOT_?EXISTS?$/.test(faultOf(answer) ?? '')

function expect<T extends TSchema>(schema: T, answer: Answer) {
  if (answer.ok && Value.Check(schema, answer.body)) return answer.body
  const code = faultOf(answer)
  throw new ChannelFailure(`WeChat Pay answered ${answer.status} with ${code ?? 'an unknown body'}`, { code })
}

/** Errors that say nothing of what was asked for: the same request may succeed later, or once our keys are right. */
const passing = /^(SYSTEM_?ERROR|FREQUENCY_?LIMIT(ED)?|RATELIMIT_EXCEEDED|BIZERR_NEED_RETRY|SIGN_ERROR)$/

/** Reason for which the platform refuses a request for good, by its signed word; null where it does not. */
function refusalOf(answer: Answer): string | null {
  const code = faultOf(answer)
  return answer.signed && answer.status < 500 && code !== null && !passing.test(code) ? code : null
}

/** WeChat Pay v3 for one merchant; `notifyUrl` is where its notices are to go. */
export function wechatPay(merchant: WechatMerchant, notifyUrl: string): PaymentChannel {
  const privateKey = createPrivateKey(merchant.privateKey)
  const publicKey = createPublicKey(merchant.publicKey)

  /** True if the platform signed a body, of late and with the key we hold. */
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

  /** The header by which we sign a request. */
  function authorizationOf(method: 'GET' | 'POST', url: URL, body: string): string {
    const sent = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: newNonce() }
    const signature = signText(privateKey, requestText(method, url.pathname + url.search, sent, body))
    return writeAuthorization({ mchid: merchant.mchId, serial: merchant.serial, ...sent, signature })
  }

  async function ctx(method: 'GET' | 'POST', path: string, input?: object): Promise<Answer> {
    const url = new URL(merchant.baseUrl + path)
    const body = input ? JSON.stringify(input) : ''
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
          authorization: authorizationOf(method, url, body),
          ...(input ? { 'content-type': 'application/json' } : {}),
        },
        ...(input ? { body } : {}),
      })
      text = await response.text()
    } catch (error) {
      throw new ChannelFailure(`WeChat Pay did not answer ${method} ${path}`, { cause: error })
    }
    const signed = isPlatforms((name) => response.headers.get(name), text)
    // No error makes us believe that money came or went.
    if (response.ok && !signed) {
      throw new ChannelFailure(`An answer to ${method} ${path} was not signed by WeChat Pay`)
    }
    return { status: response.status, ok: response.ok, signed, body: parsed(text) }
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
      paidAt: momentOf(body.success_time),
      app: { id: body.appid, isOwn: body.appid === merchant.appId },
    }
  }

  /** A refund as ours, or null when it is of another merchant. */
  function refundOf(body: unknown): NotifiedRefund | null {
    if (!Value.Check(NotifiedRefundBody, body) || body.mchid !== merchant.mchId) return null
    const state = refundStates[body.refund_status]
    if (!state) return null
    return {
      outTradeNo: body.out_trade_no,
      refundNo: body.out_refund_no,
      providerNo: body.refund_id,
      state,
      amount: body.amount.refund,
      givenBack: null,
    }
  }

  const lookUp = (outTradeNo: string) =>
    ctx('GET', `/v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${encodeURIComponent(merchant.mchId)}`)

  /** The file of a bill, which comes unsigned: its digest was signed. */
  async function download({ download_url, hash_value }: Static<typeof Bill>): Promise<string> {
    const url = new URL(download_url)
    // Our signature is for the platform alone.
    if (url.origin !== new URL(merchant.baseUrl).origin) fail('with a bill at another address')
    let unpacked: Buffer
    try {
      const response = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(billTimeout),
        headers: { 'user-agent': 'jixu', authorization: authorizationOf('GET', url, '') },
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      unpacked = gunzipSync(await response.bytes(), { maxOutputLength: billBytes })
    } catch (error) {
      throw new ChannelFailure('WeChat Pay gave no bill', { cause: error })
    }
    if (createHash('sha1').update(unpacked).digest('hex') !== hash_value.toLowerCase()) {
      fail('with a bill that is damaged')
    }
    return unpacked.toString('utf8')
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
      const answer = await lookUp(outTradeNo)
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
        notify_url: notifyUrl,
        amount: { refund: amount, total, currency: 'CNY' },
      })
      const code = refusalOf(answer)
      // What it has done already it may refuse to repeat: after a year, or when nothing is left to refund.
      const known = code === null ? answer : await ctx('GET', `/v3/refund/domestic/refunds/${refundNo}`)
      if (code !== null && refusalOf(known) !== null)
        return { refundNo, providerNo: null, state: 'refused', code, amount }
      const refund = expect(Refunded, known)
      const state = refundStates[refund.status] ?? fail('an unknown refund state')
      return {
        refundNo: refund.out_refund_no,
        providerNo: refund.refund_id ?? null,
        state,
        code: null,
        amount: refund.amount.refund,
      }
    },
    async readBill(day) {
      const answer = await ctx('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`)
      if (answer.signed && faultOf(answer) === 'NO_STATEMENT_EXIST') return []
      return readWechatBill(await download(expect(Bill, answer)))
    },
    async check() {
      let answer: Answer
      try {
        answer = await lookUp(`check${newNonce().slice(0, 16)}`)
      } catch (error) {
        return { result: (error as Error).cause ? 'silent' : 'unsigned', code: null }
      }
      if (!isUnknown(answer)) return { result: 'refused', code: faultOf(answer) ?? String(answer.status) }
      return { result: answer.signed ? 'right' : 'unsigned', code: null }
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
      const isRefund = /^REFUND\.(SUCCESS|ABNORMAL|CLOSED)$/.test(event)
      if (event !== 'TRANSACTION.SUCCESS' && !isRefund) return { id, event, payment: null, refund: null }
      let clear: string
      try {
        clear = openResource(merchant.apiV3Key, { associated_data: '', ...notice.resource } as SealedResource)
      } catch {
        throw new ForgedNotice('sealed with another key')
      }
      const payment = isRefund ? null : paymentOf(parsed(clear))
      const refund = isRefund ? refundOf(parsed(clear)) : null
      if (!payment && !refund) throw new ForgedNotice('of another merchant')
      return { id, event, payment, refund }
    },
  }
}
