import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { wechatGatewayPath, wechatReturnPath } from '../../server/channels/wechatAddress.ts'
import type { AppContext } from '../../server/appContext.ts'
import { readForms } from '../../server/forms.ts'
import { languageOf } from '../../server/caller.ts'
import {
  act,
  WechatFault,
  gatewayTemplates,
  grant,
  takeTemplate,
  redeem,
  type ScanAction,
  stableToken,
} from './actions.ts'
import { findGrant, findRegistered, listFollowers, type RegisteredApp } from './data.ts'
import { agreePage, answerPage, overPage, scanPage, wrongPage } from './page.ts'
import { openIdOf, people, unionIdOf } from './people.ts'

const TokenBody = Type.Object({
  grant_type: Type.Literal('client_credential'),
  appid: Type.String(),
  secret: Type.String(),
  force_refresh: Type.Optional(Type.Boolean()),
})
const SceneBody = Type.Object({
  expire_seconds: Type.Integer({ minimum: 60, maximum: 2_592_000 }),
  action_name: Type.Literal('QR_STR_SCENE'),
  action_info: Type.Object({
    scene: Type.Object({ scene_str: Type.String({ minLength: 1, maxLength: 64 }) }),
  }),
})

const TemplateBody = Type.Object({
  touser: Type.String(),
  template_id: Type.String(),
  url: Type.Optional(Type.String()),
  client_msg_id: Type.Optional(Type.String()),
  data: Type.Record(Type.String(), Type.Object({ value: Type.String() })),
})

type PageRoute = { Querystring: Record<string, string | undefined>; Body: { do?: string } | null }

/**
 * The demo's own WeChat: the endpoints the product calls, with their error codes, the page where a made-up person
 * agrees, and the page that a QR code opens, where one scans it.
 */
export async function wechatRoutes(http: FastifyInstance, context: AppContext): Promise<void> {
  const { db, secrets, environment, log } = context
  async function registered(appId: unknown, secret?: unknown): Promise<RegisteredApp> {
    const app = await findRegistered(db, secrets, String(appId))
    if (!app) throw new WechatFault(40_013, 'invalid appid')
    if (secret !== undefined && secret !== app.secret) throw new WechatFault(40_125, 'invalid appsecret')
    return app
  }
  /** The official account whose token a request brings. */
  async function tokenHolder(token: unknown): Promise<RegisteredApp> {
    const held = await findGrant(db, 'account', String(token))
    if (!held) throw new WechatFault(40_001, 'invalid credential, access_token is invalid or not latest')
    return registered(held.appId)
  }
  const personOf = (appId: string, openId: unknown) =>
    people.find(({ key }) => openIdOf(secrets, appId, key) === openId)

  await http.register(
    async (api) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) => {
        try {
          done(null, JSON.parse(body as string))
        } catch {
          done(null, null)
        }
      })
      api.setErrorHandler((error: Error, _request, reply) => {
        if (error instanceof WechatFault) return reply.send({ errcode: error.errcode, errmsg: error.message })
        log.error({ err: error }, 'the demo’s WeChat failed')
        return reply.send({ errcode: -1, errmsg: 'system error' })
      })

      api.get<PageRoute>('/sns/oauth2/access_token', async ({ query }) => {
        const app = await registered(query.appid, query.secret ?? '')
        if (query.grant_type !== 'authorization_code') throw new WechatFault(40_002, 'invalid grant_type')
        const { token, person, scope } = await db.begin((tx) => redeem(tx, app, String(query.code)))
        return {
          access_token: token,
          expires_in: 7200,
          refresh_token: `refresh-${token}`,
          openid: openIdOf(secrets, app.appId, person),
          scope,
          unionid: unionIdOf(secrets, app.projectId, person),
        }
      })
      api.get<PageRoute>('/sns/userinfo', async ({ query }) => {
        const held = await findGrant(db, 'user', String(query.access_token))
        if (!held?.person)
          throw new WechatFault(40_001, 'invalid credential, access_token is invalid or not latest')
        if (held.scope === 'snsapi_base') throw new WechatFault(48_001, 'api unauthorized')
        const app = await registered(held.appId)
        const person = personOf(app.appId, query.openid)
        if (person?.key !== held.person) throw new WechatFault(40_003, 'invalid openid')
        return {
          openid: query.openid,
          nickname: person.nickname,
          sex: 0,
          province: '',
          city: '',
          country: '',
          headimgurl: '',
          privilege: [],
          unionid: unionIdOf(secrets, app.projectId, person.key),
        }
      })
      api.post<{ Body: unknown }>('/cgi-bin/stable_token', async ({ body }) => {
        if (!Value.Check(TokenBody, body)) throw new WechatFault(40_002, 'invalid grant_type')
        const app = await registered(body.appid, body.secret)
        if (app.kind !== 'official') throw new WechatFault(48_001, 'api unauthorized')
        const { token, seconds } = await stableToken(db, app, body.force_refresh ?? false)
        return { access_token: token, expires_in: seconds }
      })
      api.post<{ Querystring: { access_token?: string }; Body: unknown }>(
        '/cgi-bin/qrcode/create',
        async ({ query, body }) => {
          const app = await tokenHolder(query.access_token)
          if (!Value.Check(SceneBody, body)) throw new WechatFault(40_053, 'invalid action info')
          const seconds = body.expire_seconds
          const { scene_str: scene } = body.action_info.scene
          const ticket = await grant(db, { kind: 'ticket', appId: app.appId, scene, seconds })
          const url = `${environment.publicUrl}${wechatGatewayPath}/q/${ticket}`
          return { ticket, expire_seconds: seconds, url }
        },
      )
      api.get<PageRoute>('/cgi-bin/user/info', async ({ query }) => {
        const app = await tokenHolder(query.access_token)
        const person = personOf(app.appId, query.openid)
        if (!person) throw new WechatFault(40_003, 'invalid openid')
        if (!(await listFollowers(db, app.appId)).has(person.key)) {
          return { subscribe: 0, openid: query.openid }
        }
        return {
          subscribe: 1,
          openid: query.openid,
          nickname: '',
          language: 'zh_CN',
          subscribe_time: Math.floor(Date.now() / 1000),
          unionid: unionIdOf(secrets, app.projectId, person.key),
          subscribe_scene: 'ADD_SCENE_QR_CODE',
        }
      })
      api.get<PageRoute>('/cgi-bin/template/get_all_private_template', async ({ query }) => {
        await tokenHolder(query.access_token)
        const list = Object.entries(gatewayTemplates)
        return { template_list: list.map(([id, content]) => ({ template_id: id, title: id, content })) }
      })
      api.post<{ Querystring: { access_token?: string }; Body: unknown }>(
        '/cgi-bin/message/template/send',
        async ({ query, body }) => {
          const app = await tokenHolder(query.access_token)
          if (!Value.Check(TemplateBody, body)) throw new WechatFault(47_001, 'data format error')
          const template = gatewayTemplates[body.template_id]
          if (template === undefined) throw new WechatFault(40_037, 'invalid template_id')
          const wanted = [...template.matchAll(/\{\{(\w+)\.DATA\}\}/g)].map((match) => match[1]!)
          if (wanted.some((place) => !body.data[place]?.value)) {
            throw new WechatFault(47_003, 'argument invalid')
          }
          const person = personOf(app.appId, body.touser)
          if (!person) throw new WechatFault(40_003, 'invalid openid')
          if (!(await listFollowers(db, app.appId)).has(person.key)) {
            throw new WechatFault(43_004, 'require subscribe')
          }
          const sent = { openId: body.touser, clientId: body.client_msg_id ?? '' }
          return { errcode: 0, errmsg: 'ok', msgid: await takeTemplate(app, context, sent) }
        },
      )
    },
    { prefix: wechatGatewayPath },
  )

  const show = (reply: FastifyReply, body: string, status = 200) =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(body)

  /** The app that requests a person's agreement, with the address to go back to; null when the two do not fit. */
  async function authorizationOf(request: FastifyRequest<PageRoute>, scopes: readonly string[]) {
    const { query } = request
    const app = await findRegistered(db, secrets, String(query.appid))
    const isRight =
      query.redirect_uri === environment.publicUrl + wechatReturnPath &&
      query.response_type === 'code' &&
      scopes.includes(query.scope ?? '') &&
      app?.kind === (query.scope === 'snsapi_login' ? 'open' : 'official')
    return isRight ? { app: app!, returnUrl: query.redirect_uri!, state: query.state ?? '' } : null
  }

  await http.register(async (pages) => {
    readForms(pages)
    for (const [path, scopes] of [
      ['/connect/qrconnect', ['snsapi_login']],
      ['/connect/oauth2/authorize', ['snsapi_userinfo', 'snsapi_base']],
    ] as const) {
      pages.get<PageRoute>(wechatGatewayPath + path, async (request, reply) => {
        const authorization = await authorizationOf(request, scopes)
        const language = languageOf(request)
        return authorization
          ? show(reply, agreePage(language, authorization.app.title))
          : show(reply, wrongPage(language), 400)
      })
      pages.post<PageRoute>(wechatGatewayPath + path, async (request, reply) => {
        const authorization = await authorizationOf(request, scopes)
        if (!authorization) return show(reply, wrongPage(languageOf(request)), 400)
        const person = people.find(({ key }) => key === request.body?.do)?.key
        const { appId } = authorization.app
        const code = person && (await grant(db, { kind: 'code', appId, person, scope: request.query.scope! }))
        const answer = new URLSearchParams({ ...(code ? { code } : {}), state: authorization.state })
        return reply.redirect(`${authorization.returnUrl}?${answer}`, 303)
      })
    }

    type Scan = { Params: { ticket: string }; Body: { do?: string } | null }
    async function scanned(ticket: string) {
      const held = await findGrant(db, 'ticket', ticket)
      const app = held && (await findRegistered(db, secrets, held.appId))
      return held?.scene && app ? { app, scene: held.scene } : null
    }
    pages.get<Scan>(`${wechatGatewayPath}/q/:ticket`, async (request, reply) => {
      const found = await scanned(request.params.ticket)
      const language = languageOf(request)
      if (!found) return show(reply, overPage(language), 404)
      return show(reply, scanPage(language, found.app.title, await listFollowers(db, found.app.appId)))
    })
    pages.post<Scan>(`${wechatGatewayPath}/q/:ticket`, async (request, reply) => {
      const found = await scanned(request.params.ticket)
      const language = languageOf(request)
      const [action = '', key] = (request.body?.do ?? '').split(' ')
      const person = people.find((each) => each.key === key)
      if (!found || !person || !['scan', 'follow', 'unfollow'].includes(action)) {
        return show(reply, overPage(language), 404)
      }
      const openId = openIdOf(secrets, found.app.appId, person.key)
      const answer = await act(db, environment, found.app, {
        person: person.key,
        openId,
        scene: found.scene,
        do: action as ScanAction,
      })
      return show(reply, answerPage(language, answer))
    })
  })
}
