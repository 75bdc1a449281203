import { createPublicKey, verify } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AppContext } from '../../server/appContext.ts'
import { alipayTime } from '../../server/channels/alipay.ts'
import { type DemoAlipay, findAlipay } from '../../server/channels/demoMerchant.ts'
import { gatewayPaths } from '../../server/channels/openPayment.ts'
import { readForms } from '../../server/forms.ts'
import { readSignedQuery, signedQuery } from '../../server/signedQuery.ts'
import { decimalYuan } from '../../contract/money.ts'
import { close, PaymentFault, giveBack, openTransaction } from './actions.ts'
import { signatureOf, signedText, tradeOf } from './alipayNotice.ts'
import { alipayBill, findBilled } from './bill.ts'
import { findPayment, findRefund, type GatewayPayment, isAlipays } from './data.ts'

const Yuan = Type.String({ pattern: '^\\d{1,9}\\.\\d\\d$' })
const TradeNo = Type.String({ pattern: '^[0-9A-Za-z_]{1,64}$' })
const order = {
  out_trade_no: TradeNo,
  total_amount: Yuan,
  seller_id: Type.String(),
  subject: Type.String({ minLength: 1, maxLength: 256, pattern: '^[^/=&]+$' }),
}
const Precreate = Type.Object({ ...order, qr_code_timeout_express: Type.String({ pattern: '^\\d{1,5}m$' }) })
const Wap = Type.Object({
  ...order,
  product_code: Type.Literal('QUICK_WAP_WAY'),
  quit_url: Type.String({ pattern: '^https?://' }),
  time_expire: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' }),
})
const Named = Type.Object({ out_trade_no: TradeNo })
const Refund = Type.Object({
  out_trade_no: TradeNo,
  refund_amount: Yuan,
  out_request_no: TradeNo,
  refund_reason: Type.Optional(Type.String({ maxLength: 256 })),
})
const DayBill = Type.Object({ bill_type: Type.Literal('trade'), bill_date: Type.String({ format: 'date' }) })
const RefundQuery = Type.Object({ out_trade_no: TradeNo, out_request_no: TradeNo })

const fenOf = (text: string) => Number(text.replace('.', ''))

type Fields = Record<string, string>

/** The fields of a request, of its address and its form. */
const fieldsOf = ({ query, body }: FastifyRequest): Fields => ({
  ...(query as Fields),
  ...(body as Fields | null),
})

/** The platform's word for what it refuses, by ours. */
const subCodes: Record<string, string> = {
  ORDER_NOT_EXIST: 'ACQ.TRADE_NOT_EXIST',
  RESOURCE_NOT_EXISTS: 'ACQ.TRADE_NOT_EXIST',
  ORDERPAID: 'ACQ.TRADE_STATUS_ERROR',
  ORDER_CLOSED: 'ACQ.TRADE_HAS_CLOSE',
  OUT_TRADE_NO_USED: 'ACQ.CONTEXT_INCONSISTENT',
  NOT_ENOUGH: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  INVALID_REQUEST: 'ACQ.DISCORDANT_REPEAT_REQUEST',
}

/** True if the merchant signed a request. */
function isMerchants(keys: DemoAlipay, fields: Fields): boolean {
  if (fields.sign_type !== 'RSA2') return false
  const signature = Buffer.from(fields.sign ?? '', 'base64')
  return verify(
    'sha256',
    Buffer.from(signedText(fields, ['sign'])),
    createPublicKey(keys.merchantPublicKey),
    signature,
  )
}

/** Reads the content of a request about a payment; refuses what is not of the method's shape. */
function contentOf<T extends TSchema>(schema: T, fields: Fields): Static<T> {
  let content: unknown = null
  try {
    content = JSON.parse(fields.biz_content ?? '')
  } catch {
    // No JSON is of no shape.
  }
  if (Value.Check(schema, content)) return content
  throw new PaymentFault(400, 'ACQ.INVALID_PARAMETER')
}

/** The demo's own Alipay: the methods of `gateway.do` that the product calls, signed both ways, and its page for phones. */
export async function alipayGatewayRoutes(http: FastifyInstance, app: AppContext): Promise<void> {
  const { db, environment, log, secrets } = app
  /** Merchant a request says it is of; null for a stranger's. */
  const merchantOf = (fields: Fields) => findAlipay(environment.dataFolder, fields.app_id ?? '')
  const path = `${gatewayPaths.alipay}/gateway.do`
  const cashier = ({ token }: GatewayPayment) =>
    `${environment.publicUrl}${gatewayPaths.alipay}/cashier/${token}`

  async function open(
    content: Static<typeof Precreate> | Static<typeof Wap>,
    fields: Fields,
    tradeType: 'PRECREATE' | 'WAP',
    expiresAt: string,
  ): Promise<GatewayPayment> {
    const { appId, sellerId } = (await merchantOf(fields))!
    const notifyUrl = fields.notify_url ?? ''
    if (content.seller_id !== sellerId || !/^https?:/.test(notifyUrl) || fenOf(content.total_amount) === 0) {
      throw new PaymentFault(400, 'ACQ.INVALID_PARAMETER')
    }
    const words = {
      tradeType,
      outTradeNo: content.out_trade_no,
      appid: appId,
      mchid: sellerId,
      description: content.subject,
      amount: fenOf(content.total_amount),
      notifyUrl,
      payer: null,
      timeExpire: null,
    }
    return db.begin((tx) => openTransaction(tx, words, expiresAt))
  }

  /** A payment of the merchant who asks that the payer's app has open; refuses any other, and what nobody has scanned. */
  async function known(fields: Fields, outTradeNo: string): Promise<GatewayPayment> {
    const found = await findPayment(db, outTradeNo)
    const isTheirs = found !== null && isAlipays(found) && found.appid === fields.app_id
    if (!isTheirs || !found.scanned) throw new PaymentFault(404, 'ORDER_NOT_EXIST')
    return found
  }

  const methods: Record<string, (fields: Fields) => Promise<object>> = {
    async 'alipay.trade.precreate'(fields) {
      const content = contentOf(Precreate, fields)
      const [row] = await db`
        select moment() + make_interval(mins => ${Number.parseInt(content.qr_code_timeout_express, 10)}) as at`
      const opened = await open(content, fields, 'PRECREATE', row!.at as string)
      return { out_trade_no: opened.outTradeNo, qr_code: cashier(opened) }
    },
    async 'alipay.trade.query'(fields) {
      const found = await known(fields, contentOf(Named, fields).out_trade_no)
      return { ...tradeOf(found), ...(found.paidAt ? { send_pay_date: alipayTime(found.paidAt) } : {}) }
    },
    async 'alipay.trade.close'(fields) {
      const { out_trade_no: outTradeNo } = contentOf(Named, fields)
      await known(fields, outTradeNo)
      await db.begin((tx) => close(tx, outTradeNo))
      return { out_trade_no: outTradeNo }
    },
    async 'alipay.trade.refund'(fields) {
      const content = contentOf(Refund, fields)
      const before = await known(fields, content.out_trade_no)
      const isRepeated = (await findRefund(db, content.out_request_no)) !== null
      const refund = await db.begin((tx) =>
        giveBack(tx, {
          outTradeNo: content.out_trade_no,
          refundNo: content.out_request_no,
          amount: fenOf(content.refund_amount),
          total: before.amount,
        }),
      )
      if (refund instanceof PaymentFault) throw refund
      const { givenBack, transactionId } = await known(fields, content.out_trade_no)
      return {
        out_trade_no: content.out_trade_no,
        trade_no: transactionId,
        fund_change: isRepeated ? 'N' : 'Y',
        refund_fee: decimalYuan(givenBack),
      }
    },
    async 'alipay.trade.fastpay.refund.query'(fields) {
      const content = contentOf(RefundQuery, fields)
      await known(fields, content.out_trade_no)
      const found = await findRefund(db, content.out_request_no)
      if (found?.outTradeNo !== content.out_trade_no) return {}
      return {
        out_trade_no: content.out_trade_no,
        out_request_no: content.out_request_no,
        refund_status: 'REFUND_SUCCESS',
        refund_amount: decimalYuan(found.amount),
      }
    },
  }

  const billPath = `${gatewayPaths.alipay}/downloadBillFile.resource`
  /** The address of a bill, which is good for half a minute. */
  async function billAddress(request: FastifyRequest, fields: Fields): Promise<string> {
    const { bill_date: day } = contentOf(DayBill, fields)
    const { sellerId } = (await merchantOf(fields))!
    if ((await findBilled(db, sellerId, day)).length === 0) throw new PaymentFault(404, 'isp.bill_not_exist')
    const until = Math.floor(Date.now() / 1000) + 30
    const query = signedQuery(secrets, 'gateway-bill', day, { accountId: sellerId, until })
    return `${request.protocol}://${request.host}${billPath}?bill_date=${day}&${query}`
  }
  http.get<{ Querystring: Fields }>(billPath, async ({ query }, reply) => {
    const day = query.bill_date ?? ''
    const signed = readSignedQuery(secrets, 'gateway-bill', day, query)
    if (!signed || signed.until < Date.now() / 1000) return reply.code(403).send()
    const { accountId: sellerId } = signed
    return reply.type('application/zip').send(alipayBill(await findBilled(db, sellerId, day), sellerId, day))
  })

  async function answer(
    reply: FastifyReply,
    method: string,
    content: object,
    keys: DemoAlipay | null,
  ): Promise<FastifyReply> {
    const text = JSON.stringify(content)
    const signature = keys ? `,"sign":${JSON.stringify(signatureOf(keys, text))}` : ''
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"${method.replaceAll('.', '_')}_response":${text}${signature}}`)
  }

  await http.register(async (api) => {
    readForms(api)
    api.post(path, async (request, reply) => {
      const fields = fieldsOf(request)
      const method = fields.method ?? ''
      const keys = await merchantOf(fields)
      try {
        if (!keys) throw new PaymentFault(401, 'isv.invalid-app-id')
        if (!isMerchants(keys, fields)) throw new PaymentFault(401, 'isv.invalid-signature')
        if (method === 'alipay.data.dataservice.bill.downloadurl.query') {
          const content = {
            code: '10000',
            msg: 'Success',
            bill_download_url: await billAddress(request, fields),
          }
          return await answer(reply, method, content, keys)
        }
        const run = methods[method]
        if (!run) throw new PaymentFault(400, 'isv.invalid-method')
        return await answer(reply, method, { code: '10000', msg: 'Success', ...(await run(fields)) }, keys)
      } catch (error) {
        if (!(error instanceof PaymentFault)) log.error({ err: error }, 'the demo’s Alipay failed')
        const code = error instanceof PaymentFault ? error.code : 'ACQ.SYSTEM_ERROR'
        const refused = { code: '40004', msg: 'Business Failed', sub_code: subCodes[code] ?? code }
        return answer(reply, method, refused, keys)
      }
    })
    /** Route that opens a payment on a phone and leads to its checkout, which leads back to the merchant. */
    api.get(path, async (request, reply) => {
      const fields = fieldsOf(request)
      const keys = await merchantOf(fields)
      const isOurs = fields.method === 'alipay.trade.wap.pay' && !!keys && isMerchants(keys, fields)
      if (!isOurs) return reply.code(403).type('text/plain').send('isv.invalid-signature')
      const content = contentOf(Wap, fields)
      const at = `${content.time_expire.replace(' ', 'T')}+08:00`
      const opened = await open(content, fields, 'WAP', at).catch(async (error: unknown) => {
        // Paid or closed before: its checkout says so.
        const found = error instanceof PaymentFault ? await findPayment(db, content.out_trade_no) : null
        return found && isAlipays(found) ? found : Promise.reject(error as Error)
      })
      const back = fields.return_url ? `?redirect_url=${encodeURIComponent(fields.return_url)}` : ''
      return reply.redirect(cashier(opened) + back, 303)
    })
  })
}
