import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import type { AlipaySdk } from 'alipay-sdk'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { decimalYuan } from '../../contract/money.ts'
import { readAlipayBill } from './alipayBill.ts'
import {
  ChannelFailure,
  ForgedNotice,
  type NotifiedRefund,
  type PaymentChannel,
  type ProviderPayment,
} from './payment.ts'
import { chineseTime, momentOf } from './wechatPay.ts'

/** A merchant's contract with Alipay: an application that signs with its own key pair. */
export interface AlipayMerchant {
  appId: string
  /** The account the money comes to: 16 digits, beginning with 2088. */
  sellerId: string
  /** The application's private key, PEM. */
  privateKey: string
  /** Alipay's public key, PEM. */
  publicKey: string
  /** `https://openapi.alipay.com/gateway.do`. */
  gateway: string
  /** The same, as the payer's phone reaches it. */
  pageGateway: string
}

/** Milliseconds Alipay gets to answer. */
const timeout = 8000

/** A number as Alipay makes them: what a database can hold and a person can read. */
const Ascii = Type.String({ pattern: '^[!-~]{1,128}$' })

const trade = {
  out_trade_no: Ascii,
  trade_no: Ascii,
  trade_status: Type.String(),
  total_amount: Type.String(),
}
const Trade = Type.Object({ ...trade, send_pay_date: Type.Optional(Type.String()) })
const Notice = Type.Object({
  ...trade,
  app_id: Type.String(),
  seller_id: Type.String(),
  notify_id: Ascii,
  notify_type: Type.Literal('trade_status_sync'),
  gmt_payment: Type.Optional(Type.String()),
  // Of a refund: its number, and the sum of all that went back of the payment.
  out_biz_no: Type.Optional(Type.String()),
  refund_fee: Type.Optional(Type.String()),
})
const Precreated = Type.Object({ qr_code: Type.String({ minLength: 1 }) })
const BillAddress = Type.Object({ bill_download_url: Type.String({ pattern: '^https?://' }) })
/** State of one refund; an unknown one is answered without a state. */
const Refund = Type.Object({
  refund_status: Type.Optional(Type.String()),
  refund_amount: Type.Optional(Type.String()),
})

const tradeStates: Record<string, ProviderPayment['state']> = {
  WAIT_BUYER_PAY: 'waiting',
  TRADE_SUCCESS: 'succeeded',
  TRADE_FINISHED: 'succeeded',
  TRADE_CLOSED: 'closed',
}

/** A moment as Alipay writes it: to the second, in Chinese time, without saying so. */
export const alipayTime = (moment: string) => chineseTime(moment).slice(0, 19).replace('T', ' ')

/** Yuan as Alipay writes them in fen, or null where it is no sum. */
function fenOf(text: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

type Answer = Record<string, unknown>

const faultOf = ({ code, sub_code }: Answer) => (code === '10000' ? null : String(sub_code ?? code))

function expect<T extends TSchema>(schema: T, answer: Answer) {
  const fault = faultOf(answer)
  if (fault === null && Value.Check(schema, answer)) return answer
  throw new ChannelFailure(`Alipay answered ${fault ?? 'an unknown body'}`, { code: fault })
}

/** Reason for which Alipay refuses a request for good; null where the same request may succeed later. */
function refusalOf(answer: Answer): string | null {
  const isFinal = answer.code === '40004' || answer.code === '40006'
  const fault = faultOf(answer)
  return isFinal && fault !== 'ACQ.SYSTEM_ERROR' ? fault : null
}

/** A trade as ours. A closed one is closed unpaid, or given back whole: only then does it say when it was paid. */
function paymentOf(fields: {
  out_trade_no: string
  trade_no: string
  trade_status: string
  total_amount: string
  paidAt: string | undefined
}): ProviderPayment | null {
  const amount = fenOf(fields.total_amount)
  const named = tradeStates[fields.trade_status]
  if (!named || amount === null) return null
  const state = named === 'closed' && fields.paidAt ? 'refunded' : named
  const hasMoved = state === 'succeeded' || state === 'refunded'
  return {
    outTradeNo: fields.out_trade_no,
    transactionId: hasMoved ? fields.trade_no : null,
    state,
    amount,
    currency: 'CNY',
    paidAt: hasMoved ? momentOf(fields.paidAt && `${fields.paidAt.replace(' ', 'T')}+08:00`) : null,
    app: null,
  }
}

/** The refund a notice speaks of beside its payment, or null. */
function refundOf({ out_trade_no, out_biz_no, refund_fee }: Static<typeof Notice>): NotifiedRefund | null {
  const givenBack = fenOf(refund_fee ?? '')
  if (!out_biz_no || !givenBack) return null
  return {
    outTradeNo: out_trade_no,
    refundNo: out_biz_no,
    providerNo: null,
    state: 'succeeded',
    amount: null,
    givenBack,
  }
}

/** Milliseconds Alipay gets for the file of a bill. */
const billTimeout = 60_000

/** Alipay for one merchant; `notifyUrl` is where its notices are to go. */
export function alipay(merchant: AlipayMerchant, notifyUrl: string): PaymentChannel {
  const { appId, sellerId } = merchant
  // The SDK takes a key apart by its first and last line, and needs to know its kind.
  const keys = {
    keyType: 'PKCS8',
    privateKey: createPrivateKey(merchant.privateKey).export({ type: 'pkcs8', format: 'pem' }).trim(),
    alipayPublicKey: createPublicKey(merchant.publicKey).export({ type: 'spki', format: 'pem' }).trim(),
  } as const
  const opened = new Map<string, Promise<AlipaySdk>>()
  // Half a second to load: not while the portal starts.
  function sdk(gateway = merchant.gateway): Promise<AlipaySdk> {
    let found = opened.get(gateway)
    if (!found) {
      found = import('alipay-sdk').then(
        (module) => new module.AlipaySdk({ appId, ...keys, gateway, timeout, camelcase: false }),
      )
      opened.set(gateway, found)
    }
    return found
  }
  // The SDK's own timestamp is that of the server's time zone.
  const sent = () => ({ timestamp: alipayTime(new Date().toISOString()), notifyUrl })

  async function ask(method: string, bizContent: object): Promise<Answer> {
    const client = await sdk()
    try {
      return (await client.exec(
        method,
        { ...sent(), bizContent },
        { validateSign: true },
      )) as unknown as Answer
    } catch (error) {
      throw new ChannelFailure(`Alipay gave no signed answer to ${method}`, { cause: error })
    }
  }

  async function query(outTradeNo: string): Promise<ProviderPayment | null> {
    const answer = await ask('alipay.trade.query', { out_trade_no: outTradeNo })
    // Nobody has scanned the code, or opened the page.
    if (faultOf(answer) === 'ACQ.TRADE_NOT_EXIST') return null
    const found = expect(Trade, answer)
    const payment = paymentOf({ ...found, paidAt: found.send_pay_date })
    if (!payment) throw new ChannelFailure('Alipay answered a payment of an unknown state')
    return payment
  }

  return {
    name: 'alipay',
    async create({ outTradeNo, method, amount, description, expiresAt, secondsLeft, returnUrl }) {
      const order = {
        out_trade_no: outTradeNo,
        total_amount: decimalYuan(amount),
        seller_id: sellerId,
        // Alipay takes none of these in a subject.
        subject: description.replaceAll(/[/=&]/g, ' '),
      }
      if (method === 'wap') {
        const page = {
          ...order,
          product_code: 'QUICK_WAP_WAY',
          time_expire: alipayTime(expiresAt),
          quit_url: returnUrl,
        }
        const client = await sdk(merchant.pageGateway)
        return client.pageExecute('alipay.trade.wap.pay', 'GET', { ...sent(), returnUrl, bizContent: page })
      }
      // In whole minutes: rather a little too early than later than the order.
      const minutes = `${Math.max(1, Math.floor(secondsLeft / 60))}m`
      const code = { ...order, timeout_express: minutes, qr_code_timeout_express: minutes }
      return expect(Precreated, await ask('alipay.trade.precreate', code)).qr_code
    },
    query,
    async close(outTradeNo) {
      const fault = faultOf(await ask('alipay.trade.close', { out_trade_no: outTradeNo }))
      // A code that nobody has scanned cannot be closed: it ends by its own time, and money until then is surplus.
      if (fault === null || fault === 'ACQ.TRADE_NOT_EXIST') return 'closed'
      const state = /STATUS/.test(fault) ? (await query(outTradeNo))?.state : undefined
      if (state === 'closed') return 'closed'
      if (state === 'succeeded' || state === 'refunded') return 'paid'
      throw new ChannelFailure(`Alipay answered ${fault} to the closing of ${outTradeNo}`)
    },
    async refund({ outTradeNo, refundNo, amount, reason }) {
      const request = { out_trade_no: outTradeNo, out_request_no: refundNo }
      const asked = { ...request, refund_amount: decimalYuan(amount), refund_reason: reason }
      const answer = await ask('alipay.trade.refund', asked)
      const code = refusalOf(answer)
      if (code === null) expect(Type.Object({}), answer)
      // The first answer gives the sum of all refunds of the payment, and may refuse to repeat what was done before;
      // only this one speaks of ours.
      const known = await ask('alipay.trade.fastpay.refund.query', request)
      const refused = { refundNo, providerNo: null, state: 'refused', code, amount } as const
      if (code !== null && refusalOf(known) !== null) return refused
      const found = expect(Refund, known)
      const isDone = found.refund_status === 'REFUND_SUCCESS'
      if (code !== null && !isDone) return refused
      const given = found.refund_amount === undefined ? null : fenOf(found.refund_amount)
      return {
        refundNo,
        providerNo: null,
        state: isDone ? 'succeeded' : 'processing',
        code: null,
        amount: isDone && given !== null ? given : amount,
      }
    },
    async readBill(day) {
      const answer = await ask('alipay.data.dataservice.bill.downloadurl.query', {
        bill_type: 'trade',
        bill_date: day,
      })
      if (/BILL_NOT_EXIST/i.test(faultOf(answer) ?? '')) return []
      const { bill_download_url } = expect(BillAddress, answer)
      const { hostname } = new URL(bill_download_url)
      const isTheirs = hostname === new URL(merchant.gateway).hostname || hostname.endsWith('.alipay.com')
      if (!isTheirs) throw new ChannelFailure('Alipay gave a bill at another address')
      let archive: Uint8Array
      try {
        // The address is good for half a minute, and asked for nothing else.
        const response = await fetch(bill_download_url, {
          redirect: 'error',
          signal: AbortSignal.timeout(billTimeout),
        })
        if (!response.ok) throw new Error(`status ${response.status}`)
        archive = await response.bytes()
      } catch (error) {
        throw new ChannelFailure('Alipay gave no bill', { cause: error })
      }
      return readAlipayBill(archive)
    },
    async check() {
      const method = 'alipay.trade.query'
      const unknown = { out_trade_no: `check_${randomBytes(8).toString('hex')}` }
      try {
        // What refuses our signature comes unsigned at times.
        const answer = await (await sdk()).exec(method, { ...sent(), bizContent: unknown })
        const fault = faultOf(answer as unknown as Answer)
        if (fault !== 'ACQ.TRADE_NOT_EXIST') return { result: 'refused', code: fault }
      } catch {
        return { result: 'silent', code: null }
      }
      const isSigned = await query(unknown.out_trade_no).then(
        () => true,
        () => false,
      )
      return { result: isSigned ? 'right' : 'unsigned', code: null }
    },
    async readNotice(_headers, raw) {
      const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
      const isSigned = fields.sign_type === 'RSA2' && (await sdk()).checkNotifySignV2(fields)
      if (!isSigned) throw new ForgedNotice('not signed by Alipay')
      if (!Value.Check(Notice, fields)) throw new ForgedNotice('not of the shape of a notice')
      if (fields.app_id !== appId || fields.seller_id !== sellerId) {
        throw new ForgedNotice('of another app or merchant')
      }
      const payment = paymentOf({ ...fields, paidAt: fields.gmt_payment })
      if (!payment) throw new ForgedNotice('of a sum or state that nobody knows')
      return { id: fields.notify_id, event: fields.trade_status, payment, refund: refundOf(fields) }
    },
  }
}
