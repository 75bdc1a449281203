import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { gzipSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { type DemoMerchant, findWechat } from '../../server/channels/demoMerchant.ts'
import { gatewayPaths } from '../../server/channels/openPayment.ts'
import { chineseTime } from '../../server/channels/wechatPay.ts'
import {
  bridgeText,
  freshSeconds,
  readAuthorization,
  requestText,
  signedHeaders,
  verifyText,
} from '../../server/channels/wechatSignature.ts'
import type { AppContext } from '../../server/appContext.ts'
import { close, PaymentFault, giveBack, openTransaction } from './actions.ts'
import {
  findByToken,
  findPayment,
  findRefund,
  type GatewayPayment,
  type GatewayRefund,
  isAlipays,
  isJoined,
} from './data.ts'
import { findBilled, wechatBill } from './bill.ts'
import { refundIdOf, transactionOf } from './wechatNotice.ts'

const OrderBody = Type.Object({
  appid: Type.String(),
  mchid: Type.String(),
  description: Type.String({ minLength: 1, maxLength: 127 }),
  out_trade_no: Type.String({ pattern: '^[0-9A-Za-z_|*-]{6,32}$' }),
  time_expire: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+08:00$' }),
  notify_url: Type.String({ pattern: '^https?://[^?]+$' }),
  amount: Type.Object({ total: Type.Integer({ minimum: 1 }), currency: Type.Literal('CNY') }),
})
const PhoneBody = Type.Object({
  ...OrderBody.properties,
  scene_info: Type.Object({
    payer_client_ip: Type.String({ minLength: 3, maxLength: 45 }),
    h5_info: Type.Object({ type: Type.Literal('Wap') }),
  }),
})
const InsideBody = Type.Object({
  ...OrderBody.properties,
  payer: Type.Object({ openid: Type.String({ minLength: 1, maxLength: 128 }) }),
})
const RefundBody = Type.Object({
  out_trade_no: Type.String(),
  out_refund_no: Type.String({ pattern: '^[0-9A-Za-z_|*@-]{1,64}$' }),
  reason: Type.Optional(Type.String({ maxLength: 80 })),
  notify_url: Type.Optional(Type.String({ pattern: '^https?://[^?]+$' })),
  amount: Type.Object({ refund: Type.Integer(), total: Type.Integer(), currency: Type.Literal('CNY') }),
})

const Day = Type.String({ format: 'date' })

function bodyOf(request: FastifyRequest): unknown {
  try {
    return JSON.parse(String(request.body))
  } catch {
    throw new PaymentFault(400, 'PARAM_ERROR')
  }
}

/** A refund in the platform's format. */
const refundBody = (refund: GatewayRefund, payment: GatewayPayment) => ({
  refund_id: refundIdOf(refund),
  out_refund_no: refund.refundNo,
  out_trade_no: refund.outTradeNo,
  transaction_id: payment.transactionId,
  channel: 'ORIGINAL',
  create_time: chineseTime(new Date().toISOString()),
  status: refund.status,
  amount: { total: payment.amount, refund: refund.amount, currency: 'CNY' },
})

type Named = { Params: { outTradeNo: string } }

/** True if the merchant signed a request, of late. */
function isMerchants(keys: DemoMerchant, request: FastifyRequest): boolean {
  const given = readAuthorization(request.headers.authorization)
  if (!given || given.serial !== keys.serial) return false
  if (Math.abs(Date.now() / 1000 - Number(given.timestamp)) > freshSeconds) return false
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const text = requestText(request.method, request.url, given, body)
  return verifyText(createPublicKey(keys.merchantPublicKey), text, given.signature)
}

/** The demo's own WeChat Pay: the v3 endpoints the product calls, signed both ways. */
export async function wechatPayRoutes(http: FastifyInstance, app: AppContext): Promise<void> {
  const { db, environment, log } = app
  /** Merchant a request says it is of; a stranger's is answered without a signature. */
  const merchantOf = async ({ headers }: FastifyRequest): Promise<DemoMerchant | null> =>
    findWechat(environment.dataFolder, readAuthorization(headers.authorization)?.mchid ?? '')
  const keysOf = async (request: FastifyRequest) => (await merchantOf(request))!

  async function answer(reply: FastifyReply, status: number, content: object | null): Promise<FastifyReply> {
    const keys = await merchantOf(reply.request)
    const body = content ? JSON.stringify(content) : ''
    reply.code(status)
    if (keys) {
      const key = createPrivateKey(keys.platformPrivateKey)
      reply.headers(signedHeaders(key, keys.publicKeyId, body, Date.now()))
    }
    return content ? reply.type('application/json').send(body) : reply.send()
  }

  await http.register(
    async (api) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      api.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
        if (error instanceof PaymentFault) return answer(reply, error.status, { code: error.code })
        if (!error.statusCode) log.error({ err: error }, 'the demo gateway failed')
        return answer(reply, error.statusCode ?? 500, {
          code: error.statusCode ? 'PARAM_ERROR' : 'SYSTEM_ERROR',
        })
      })
      api.addHook('preHandler', async (request) => {
        const keys = await merchantOf(request)
        if (!keys || !isMerchants(keys, request)) throw new PaymentFault(401, 'SIGN_ERROR')
      })

      /** A payment of the merchant who asks; refuses any other. */
      async function known(request: FastifyRequest, outTradeNo: string, code: string) {
        const found = await findPayment(db, outTradeNo)
        const { mchId } = await keysOf(request)
        if (!found || isAlipays(found) || found.mchid !== mchId) throw new PaymentFault(404, code)
        return found
      }

      /** Opens what a merchant orders, of its own app or inside an account joined to it; gives its token. */
      async function open(
        request: FastifyRequest,
        body: Static<typeof OrderBody>,
        tradeType: 'NATIVE' | 'MWEB' | 'JSAPI',
        payer: string | null = null,
      ): Promise<string> {
        const { appId, mchId } = await keysOf(request)
        const isApp = tradeType === 'JSAPI' ? await isJoined(db, body.appid) : body.appid === appId
        if (!isApp || body.mchid !== mchId) throw new PaymentFault(400, 'APPID_MCHID_NOT_MATCH')
        const { token } = await db.begin((tx) =>
          openTransaction(
            tx,
            {
              tradeType,
              payer,
              outTradeNo: body.out_trade_no,
              appid: body.appid,
              mchid: body.mchid,
              description: body.description,
              amount: body.amount.total,
              notifyUrl: body.notify_url,
              timeExpire: body.time_expire,
            },
            body.time_expire,
          ),
        )
        return token
      }
      const cashier = (token: string) => `${environment.publicUrl}${gatewayPaths.wechat}/cashier/${token}`
      api.post('/pay/transactions/native', async (request, reply) => {
        const body = bodyOf(request)
        if (!Value.Check(OrderBody, body)) throw new PaymentFault(400, 'PARAM_ERROR')
        return answer(reply, 200, { code_url: cashier(await open(request, body, 'NATIVE')) })
      })
      api.post('/pay/transactions/h5', async (request, reply) => {
        const body = bodyOf(request)
        if (!Value.Check(PhoneBody, body)) throw new PaymentFault(400, 'PARAM_ERROR')
        return answer(reply, 200, { h5_url: cashier(await open(request, body, 'MWEB')) })
      })
      api.post('/pay/transactions/jsapi', async (request, reply) => {
        const body = bodyOf(request)
        if (!Value.Check(InsideBody, body)) throw new PaymentFault(400, 'PARAM_ERROR')
        const token = await open(request, body, 'JSAPI', body.payer.openid)
        return answer(reply, 200, { prepay_id: `wx${token}` })
      })
      api.get<Named>('/pay/transactions/out-trade-no/:outTradeNo', async (request, reply) => {
        const found = await known(request, request.params.outTradeNo, 'ORDER_NOT_EXIST')
        return answer(reply, 200, transactionOf(found))
      })
      api.post<Named>('/pay/transactions/out-trade-no/:outTradeNo/close', async (request, reply) => {
        await known(request, request.params.outTradeNo, 'ORDER_NOT_EXIST')
        await db.begin((tx) => close(tx, request.params.outTradeNo))
        return answer(reply, 204, null)
      })
      type Bill = { Querystring: { bill_date?: string } }
      /** The bill of a merchant's day, on which something moved; today's is made tomorrow. */
      async function billOf(request: FastifyRequest<Bill>) {
        const day = request.query.bill_date ?? ''
        if (!Value.Check(Day, day)) throw new PaymentFault(400, 'PARAM_ERROR')
        const lines = await findBilled(db, (await keysOf(request)).mchId, day)
        if (lines.length === 0) throw new PaymentFault(400, 'NO_STATEMENT_EXIST')
        return wechatBill(lines)
      }
      api.get<Bill>('/bill/tradebill', async (request, reply) => {
        const { digest } = await billOf(request)
        const place = `${request.protocol}://${request.host}${gatewayPaths.wechat}/v3/billdownload/file`
        return answer(reply, 200, {
          hash_type: 'SHA1',
          hash_value: digest,
          download_url: `${place}?bill_date=${request.query.bill_date}`,
        })
      })
      api.get<Bill>('/billdownload/file', async (request, reply) =>
        reply.type('application/octet-stream').send(gzipSync((await billOf(request)).text)),
      )
      api.post('/refund/domestic/refunds', async (request, reply) => {
        const body = bodyOf(request)
        if (!Value.Check(RefundBody, body)) throw new PaymentFault(400, 'PARAM_ERROR')
        await known(request, body.out_trade_no, 'RESOURCE_NOT_EXISTS')
        const refund = await db.begin((tx) =>
          giveBack(tx, {
            outTradeNo: body.out_trade_no,
            refundNo: body.out_refund_no,
            amount: body.amount.refund,
            total: body.amount.total,
            ...(body.notify_url ? { notifyUrl: body.notify_url } : {}),
          }),
        )
        if (refund instanceof PaymentFault) throw refund
        return answer(reply, 200, refundBody(refund, refund.payment))
      })
      api.get<{ Params: { refundNo: string } }>(
        '/refund/domestic/refunds/:refundNo',
        async (request, reply) => {
          const refund = await findRefund(db, request.params.refundNo)
          if (!refund) throw new PaymentFault(404, 'RESOURCE_NOT_EXISTS')
          const payment = await known(request, refund.outTradeNo, 'RESOURCE_NOT_EXISTS')
          return answer(reply, 200, refundBody(refund, payment))
        },
      )
    },
    { prefix: `${gatewayPaths.wechat}/v3` },
  )

  // What WeChat's own payment window does with the request a page gives it.
  type Bridge = { Querystring: Partial<Record<string, string>> }
  http.get<Bridge>(`${gatewayPaths.wechat}/bridge`, async ({ query }, reply) => {
    const { appId = '', timeStamp = '', nonceStr = '', package: named = '', paySign = '' } = query
    const text = bridgeText({ appId, timeStamp, nonceStr, package: named })
    const isFresh = Math.abs(Date.now() / 1000 - Number(timeStamp)) <= freshSeconds
    const [, token = ''] = /^prepay_id=wx([\w-]+)$/.exec(named) ?? []
    const payment = isFresh ? await findByToken(db, token) : null
    const keys = payment && (await findWechat(environment.dataFolder, payment.mchid))
    const isSigned =
      query.signType === 'RSA' && !!keys && verifyText(createPublicKey(keys.merchantPublicKey), text, paySign)
    if (!isSigned || payment?.tradeType !== 'JSAPI' || payment.appid !== appId) {
      return reply.code(403).type('text/plain').send('get_brand_wcpay_request:fail, the signature is wrong')
    }
    const back = query.redirect_url ? `?redirect_url=${encodeURIComponent(query.redirect_url)}` : ''
    return reply.redirect(`${gatewayPaths.wechat}/cashier/${token}${back}`, 303)
  })
}
