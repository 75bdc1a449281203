import type { FastifyInstance } from 'fastify'
import { wechatEventPath } from '../../../server/channels/wechatAddress.ts'
import {
  type EventQuery,
  ForgedEvent,
  isSignedAddress,
  readEvent,
  textReply,
} from '../../../server/channels/wechatEvent.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { takeReceipt } from '../../message/server/actions.ts'
import { findSealedApp } from '../app/server/data.ts'
import { eventKeysOf, openApp } from '../app/server/open.ts'
import { confirmPagePath, secretPattern } from '../rules.ts'
import { takeScan } from './actions.ts'

type Visit = { Params: { id: string }; Querystring: EventQuery }

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isScene = new RegExp(secretPattern)

/** Replies of WeChat to anyone who scanned; a link in it opens on the phone, where they agree or cancel. */
const replies = {
  login: (title: string, link: string) =>
    `有网页请求登录「${title}」。\n<a href="${link}">点此查看，确认或取消登录</a>\n如果二维码是别人发给您的，请打开后点“取消，不是我”。首次使用请先在网页上输入账号和密码，再打开链接确认绑定。`,
  bind: (title: string, link: string) =>
    `有网页请求把这个微信绑定到「${title}」的账号。\n<a href="${link}">点此查看，确认或取消绑定</a>\n如果二维码是别人发给您的，请打开后点“取消，不是我”。`,
  over: () => '二维码已过期或已使用，请在网页上刷新后重新扫描。',
}

/**
 * Webhook by which WeChat reports scans to an official account's portal. The address is verified by GET; events come by
 * POST, signed and sealed. A forged one is refused with 403 and changes nothing; a repeated one changes nothing twice.
 */
export async function wechatRoutes(http: FastifyInstance, context: AppContext): Promise<void> {
  const { db, log, environment } = context

  async function findAccount(id: string) {
    const app = isId.test(id) ? await findSealedApp(db, id) : null
    if (app?.status !== 'active' || app.kind !== 'official' || !openApp(context, app)) return null
    const keys = eventKeysOf(context, app)
    return keys && { app, keys }
  }

  await http.register(async (events) => {
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    )
    events.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if (!error.statusCode)
        log.error({ err: error, traceId: request.id }, 'a WeChat event could not be taken')
      return reply
        .code(error.statusCode ?? 500)
        .type('text/plain')
        .send('')
    })

    events.get<Visit>(`${wechatEventPath}/:id`, async (request, reply) => {
      reply.type('text/plain').header('cache-control', 'no-store')
      const account = await findAccount(request.params.id)
      if (!account) return reply.code(404).send('')
      const { echostr } = request.query
      const isTrue = isSignedAddress(account.keys, request.query) && /^[\w+/=.-]{1,200}$/.test(echostr ?? '')
      return isTrue ? reply.send(String(echostr)) : reply.code(403).send('')
    })

    const options = { config: { signedByServer: true } }
    events.post<Visit>(`${wechatEventPath}/:id`, options, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const account = await findAccount(request.params.id)
      if (!account) return reply.code(404).type('text/plain').send('')
      const { app, keys } = account
      try {
        const event = readEvent(keys, request.query, typeof request.body === 'string' ? request.body : '')
        if (event.receipt) {
          const { receipt } = event
          await db.begin((tx) => takeReceipt(tx, app.projectId, receipt))
          return reply.type('text/plain').send('success')
        }
        if (!event.scene || !isScene.test(event.scene)) return reply.type('text/plain').send('success')
        const taken = await takeScan(context, app.id, { scene: event.scene, openId: event.openId })
        const link = `${environment.publicUrl}${confirmPagePath}#${taken?.secret}`
        const text = replies[taken?.purpose ?? 'over'](app.projectTitle, link)
        return reply.type('text/xml; charset=utf-8').send(textReply(keys, event, text))
      } catch (error) {
        if (!(error instanceof ForgedEvent)) throw error
        log.warn({ ip: request.ip, reason: error.message }, 'a forged WeChat event was refused')
        return reply.code(403).type('text/plain').send('')
      }
    })
  })
}
