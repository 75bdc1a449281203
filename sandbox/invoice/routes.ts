import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { OneOf } from '../../contract/call.ts'
import type { AppContext } from '../../server/appContext.ts'
import { languageOf } from '../../server/caller.ts'
import { nuonuoSignature } from '../../server/channels/nuonuoWire.ts'
import {
  demoAppKey,
  demoAppSecret,
  hasSampleInvoices,
  nuonuoPath,
} from '../../server/channels/openInvoicing.ts'
import { ownAddress } from '../../server/channels/openPayment.ts'
import { freshSeconds } from '../../server/channels/wechatSignature.ts'
import { readForms } from '../../server/forms.ts'
import { codes, NuonuoFault } from './actions.ts'
import { findByToken, listForms, listIssued } from './data.ts'
import { purposeOf, scanCode } from './drawer.ts'
import { methods } from './gateway.ts'
import { knobs, takeKnobs, turnKnob } from './knobs.ts'
import { drawerPage, overviewPage } from './page.ts'
import { printSample, writeOfd, writeXml } from './papers.ts'
import { answerAsBuyer, beginAsBuyer } from './redForms.ts'

/** Seconds for which a token is good. */
const tokenSeconds = 86_400

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

type Query = { Querystring: Partial<Record<'senid' | 'nonce' | 'timestamp' | 'appkey', string>> }

const prefix = 'nuonuo.OpeMplatform.'

/** The demo's own 诺诺: the methods the product calls, with signature and token; and the pages that stand for people. */
export async function invoiceRoutes(http: FastifyInstance, app: AppContext): Promise<void> {
  const { db, environment, secrets, log } = app
  if (!hasSampleInvoices(environment)) return
  const base = ownAddress(environment) + nuonuoPath

  const tokenOf = (appKey: string, until: number) =>
    `${until}.${secrets.sign('nuonuo.demo token', `${appKey} ${until}`)}`

  /** Code of the platform's gateway for which a request is not passed on, or null. */
  function faultOf(request: FastifyRequest<Query>, body: string): [string, string] | null {
    const { senid = '', nonce = '', timestamp = '', appkey = '' } = request.query
    const headers = request.headers
    const taxNo = String(headers.usertax ?? '')
    if (!taxNo || appkey !== demoAppKey(secrets, taxNo)) return ['070101', '获取app密钥失败或appkey无效']
    if (!/^[0-9a-f]{32}$/.test(senid) || !/^[1-9]\d{7}$/.test(nonce)) return ['070102', '公共参数错误']
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > freshSeconds) return ['070103', '时间戳已过期']
    const token = String(headers.accesstoken ?? '')
    const until = Number(token.split('.')[0])
    if (!isSame(token, tokenOf(appkey, until)) || until * 1000 <= Date.now())
      return ['070304', '令牌无效或已过期']
    const stamp = { appKey: appkey, senid, nonce, timestamp }
    const right = nuonuoSignature(demoAppSecret(secrets, appkey), stamp, body)
    return isSame(String(headers['x-nuonuo-sign'] ?? ''), right) ? null : ['070201', '签名校验失败']
  }

  await http.register(
    async (api) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      api.post<Query>('/open/v1/services', async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : ''
        const fault = faultOf(request, text)
        if (fault) return { code: fault[0], describe: fault[1] }
        const name = String(request.headers.method ?? '')
        const method = name.startsWith(prefix) ? methods[name.slice(prefix.length)] : undefined
        if (!method) return { code: '070202', describe: '接口不存在' }
        try {
          const body: unknown = JSON.parse(text)
          const taxNo = String(request.headers.usertax)
          const result = await db.begin((tx) => method({ tx, taxNo, base, body }))
          const buyer = buyerOf(body)
          const isLost =
            buyer !== null && (await db.begin((tx) => takeKnobs(tx, buyer, ['loseAnswer']))).size > 0
          if (!isLost) return { code: 'E0000', describe: '请求成功', result }
          reply.hijack()
          request.raw.destroy()
          return reply
        } catch (error) {
          if (error instanceof NuonuoFault) return { code: error.code, describe: error.message }
          if (error instanceof SyntaxError) return { code: codes.wrong, describe: '报文格式错误' }
          log.error({ err: error }, 'the demo gateway failed')
          return reply.code(500).send({ code: '500', describe: '系统异常' })
        }
      })
    },
    { prefix: nuonuoPath },
  )

  await http.register(
    async (forms) => {
      readForms(forms)
      type Token = { Body: Partial<Record<'client_id' | 'client_secret' | 'grant_type', string>> | null }
      forms.post<Token>('/accessToken', async ({ body }, reply) => {
        const { client_id = '', client_secret = '', grant_type } = body ?? {}
        const isRight = isSame(client_secret, demoAppSecret(secrets, client_id))
        if (grant_type !== 'client_credentials' || !isRight) return reply.send({ error: '070305' })
        const until = Math.floor(Date.now() / 1000) + tokenSeconds
        return { access_token: tokenOf(client_id, until), expires_in: tokenSeconds }
      })

      const html = 'text/html; charset=utf-8'
      forms.get<{ Params: { code: string } }>('/drawer/:code', async (request, reply) => {
        const purpose = await purposeOf(db, request.params.code)
        return reply
          .code(purpose ? 200 : 404)
          .type(html)
          .header('cache-control', 'no-store')
          .send(drawerPage(languageOf(request), purpose, false))
      })
      forms.post<{ Params: { code: string } }>('/drawer/:code', async (request, reply) => {
        const purpose = await purposeOf(db, request.params.code)
        const isDone = await scanCode(db, request.params.code)
        return reply
          .code(isDone ? 200 : 404)
          .type(html)
          .send(drawerPage(languageOf(request), isDone ? purpose : null, isDone))
      })

      forms.get('', async (request, reply) => {
        const [issued, redForms] = [await listIssued(db), await listForms(db, {})]
        return reply
          .type(html)
          .header('cache-control', 'no-store')
          .send(overviewPage(languageOf(request), issued, redForms))
      })
      type Drill = {
        Body: Partial<Record<'knob' | 'reason' | 'begin' | 'form' | 'seller' | 'agrees', string>> | null
      }
      forms.post<Drill>('', async ({ body }, reply) => {
        const { knob, reason, begin, form, seller, agrees } = body ?? {}
        try {
          if (Value.Check(OneOf(knobs), knob)) await turnKnob(db, knob, { reason: reason || null })
          if (begin) await db.begin((tx) => beginAsBuyer(tx, begin))
          if (form && seller) await db.begin((tx) => answerAsBuyer(tx, seller, form, agrees === '1'))
        } catch (error) {
          // A form that was answered meanwhile: the page shows how it is now.
          if (!(error instanceof NuonuoFault)) throw error
        }
        return reply.redirect(nuonuoPath, 303)
      })
    },
    { prefix: nuonuoPath },
  )

  type File = { Params: { name: string } }
  http.get<File>(`${nuonuoPath}/files/:name`, async (request, reply) => {
    const [token = '', kind = ''] = request.params.name.split('.')
    const found = await findByToken(db, token)
    if (found?.status !== '2') return reply.code(404).type('text/plain').send('404')
    if (kind === 'pdf') return reply.type('application/pdf').send(await printSample(found))
    if (kind === 'ofd') return reply.type('application/ofd').send(writeOfd(found))
    return reply.type('application/xml; charset=utf-8').send(writeXml(found))
  })
}

/** The buyer a request names, whose knobs count for it; or null. */
function buyerOf(body: unknown): string | null {
  const named = body as { order?: { buyerName?: string }; buyerName?: string } | null
  return named?.order?.buyerName ?? named?.buyerName ?? null
}
