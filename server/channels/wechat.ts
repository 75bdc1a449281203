import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { WechatAddresses } from './wechatAddress.ts'

/** An app as it is registered with WeChat, and where that answers. */
interface WechatCredentials {
  appId: string
  secret: string
  addresses: WechatAddresses
}

/** WeChat's data of a person; ids are the app's own, the union id is one over all apps of an owner. */
export interface WechatPerson {
  openId: string
  unionId: string | null
  /** Only from OAuth; an official account receives no names. */
  nickname: string | null
  /** True if the person follows the official account; null when that was not queried. */
  follows: boolean | null
}

/** WeChat refused with an `errcode`, or did not answer what can be believed (`code` null). */
export class WechatFault extends Error {
  readonly code: number | null
  constructor(code: number | null, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An app at WeChat. Every method that calls WeChat may throw WechatFault. */
export interface WechatChannel {
  /**
   * Address a browser goes to so that its owner agrees; `inside` is WeChat's own browser, for an official
   * account. `silent` asks nobody, and gives no name.
   */
  authorizeUrl(options: { returnUrl: string; state: string; inside: boolean; silent?: boolean }): string
  /** Returns who agreed, by the code that came back; a code is good once. */
  exchange(code: string, options?: { silent?: boolean }): Promise<WechatPerson>
  /** The text of a QR code whose scans are reported to us, for an official account. */
  createScene(scene: string, seconds: number): Promise<string>
  /** Reads what an official account can know about a person. */
  findFollower(openId: string): Promise<WechatPerson>
  /**
   * Sends a message of a template to a follower; returns WeChat's number of it. Under one `clientId` it is shown once,
   * however often it is sent within ten minutes.
   */
  sendTemplate(message: WechatTemplateMessage): Promise<string>
  /** Texts of the account's templates by their ids, with places as `{{thing1.DATA}}`. */
  listTemplates(): Promise<Map<string, string>>
}

/** A message of a template as WeChat takes it. */
export interface WechatTemplateMessage {
  openId: string
  templateId: string
  values: readonly (readonly [place: string, value: string])[]
  url: string | null
  clientId: string
}

/** Milliseconds WeChat gets to answer. */
const timeout = 10_000
/** Seconds before its end that a token is renewed. */
const renewEarly = 300
/** Errors by which WeChat answers to a token that is over, by whatever cause. */
const staleTokens = [40_001, 40_014, 42_001]

const Fault = Type.Object({ errcode: Type.Integer(), errmsg: Type.Optional(Type.String()) })
const Text = Type.String({ minLength: 1 })
const StableToken = Type.Object({ access_token: Text, expires_in: Type.Integer() })
const Granted = Type.Object({ access_token: Text, openid: Text, unionid: Type.Optional(Type.String()) })
const UserInfo = Type.Object({
  openid: Text,
  nickname: Type.Optional(Type.String()),
  unionid: Type.Optional(Type.String()),
})
const Scene = Type.Object({ ticket: Text, url: Text })
const Sent = Type.Object({ msgid: Type.Union([Type.Integer(), Type.String()]) })
const Templates = Type.Object({
  template_list: Type.Array(Type.Object({ template_id: Type.String(), content: Type.String() })),
})
const Follower = Type.Object({
  subscribe: Type.Integer(),
  openid: Text,
  unionid: Type.Optional(Type.String()),
})

interface HeldToken {
  value: string
  /** Milliseconds of this process's clock after which it is renewed. */
  until: number
}
/** Tokens of official accounts, shared by all concurrent callers. */
const tokens = new LRUCache<string, Promise<HeldToken>>({ max: 500 })

/** One call to WeChat: JSON both ways, errors as `errcode` in a reply of status 200. */
async function ctx<T extends TSchema>(
  schema: T,
  api: string,
  path: string,
  query: Record<string, string>,
  input?: object,
): Promise<Static<T>> {
  const url = `${api}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
  let answer: unknown
  try {
    const response = await fetch(url, {
      method: input ? 'POST' : 'GET',
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      headers: { accept: 'application/json', 'user-agent': 'jixu' },
      ...(input ? { body: JSON.stringify(input) } : {}),
    })
    answer = JSON.parse(await response.text())
  } catch (error) {
    // The URL contains the secret: only the path is reported.
    throw new WechatFault(null, `WeChat did not answer ${path}`, { cause: error })
  }
  if (Value.Check(Fault, answer) && answer.errcode !== 0) {
    throw new WechatFault(answer.errcode, (answer.errmsg ?? '').slice(0, 200))
  }
  if (!Value.Check(schema, answer)) throw new WechatFault(null, `WeChat answered ${path} with another shape`)
  return answer
}

/** An app at WeChat; official accounts share one token among all callers, renewed before it ends. */
export function wechatApp({ appId, secret, addresses }: WechatCredentials): WechatChannel {
  const { api, open } = addresses
  const key = createHash('sha256').update(`${api}\n${appId}\n${secret}`).digest('base64url')

  async function askToken(): Promise<HeldToken> {
    const answer = await ctx(
      StableToken,
      api,
      '/cgi-bin/stable_token',
      {},
      {
        grant_type: 'client_credential',
        appid: appId,
        secret,
        force_refresh: false,
      },
    )
    const seconds = Math.max(answer.expires_in - renewEarly, answer.expires_in / 2)
    return { value: answer.access_token, until: Date.now() + seconds * 1000 }
  }

  async function token(): Promise<string> {
    const held = tokens.get(key)
    const known = held && (await held.catch(() => null))
    if (known && known.until > Date.now()) return known.value
    // Anyone who waited for the same old token finds the new one being requested.
    let asking = tokens.get(key)
    if (!asking || asking === held) {
      asking = askToken()
      tokens.set(key, asking)
      const mine = asking
      mine.catch(() => tokens.get(key) === mine && tokens.delete(key))
    }
    return (await asking).value
  }

  /** A call with the account's token; one that WeChat calls stale is requested again, once. */
  async function withToken<T extends TSchema>(
    schema: T,
    path: string,
    query: Record<string, string>,
    input?: object,
  ): Promise<Static<T>> {
    const used = await token()
    try {
      return await ctx(schema, api, path, { access_token: used, ...query }, input)
    } catch (error) {
      if (!(error instanceof WechatFault) || !staleTokens.includes(error.code ?? 0)) throw error
      const held = await tokens.get(key)?.catch(() => null)
      if (held?.value === used) tokens.delete(key)
      return ctx(schema, api, path, { access_token: await token(), ...query }, input)
    }
  }

  return {
    authorizeUrl({ returnUrl, state, inside, silent = false }) {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: returnUrl,
        response_type: 'code',
        scope: silent ? 'snsapi_base' : inside ? 'snsapi_userinfo' : 'snsapi_login',
        state,
      })
      return `${open}/connect/${inside ? 'oauth2/authorize' : 'qrconnect'}?${query}#wechat_redirect`
    },
    async exchange(code, { silent = false } = {}) {
      const granted = await ctx(Granted, api, '/sns/oauth2/access_token', {
        appid: appId,
        secret,
        code,
        grant_type: 'authorization_code',
      })
      const { openid: openId } = granted
      if (silent) return { openId, unionId: granted.unionid || null, nickname: null, follows: null }
      const info = await ctx(UserInfo, api, '/sns/userinfo', {
        access_token: granted.access_token,
        openid: granted.openid,
        lang: 'zh_CN',
      })
      if (info.openid !== granted.openid) throw new WechatFault(null, 'WeChat told of another person')
      return {
        openId: granted.openid,
        unionId: info.unionid || granted.unionid || null,
        nickname: info.nickname || null,
        follows: null,
      }
    },
    async createScene(scene, seconds) {
      const made = await withToken(
        Scene,
        '/cgi-bin/qrcode/create',
        {},
        {
          expire_seconds: seconds,
          action_name: 'QR_STR_SCENE',
          action_info: { scene: { scene_str: scene } },
        },
      )
      return made.url
    },
    async findFollower(openId) {
      const person = await withToken(Follower, '/cgi-bin/user/info', { openid: openId, lang: 'zh_CN' })
      if (person.openid !== openId) throw new WechatFault(null, 'WeChat told of another person')
      return { openId, unionId: person.unionid || null, nickname: null, follows: person.subscribe === 1 }
    },
    async sendTemplate({ openId, templateId, values, url, clientId }) {
      const data = Object.fromEntries(values.map(([place, value]) => [place, { value }]))
      const sent = await withToken(
        Sent,
        '/cgi-bin/message/template/send',
        {},
        {
          touser: openId,
          template_id: templateId,
          ...(url ? { url } : {}),
          client_msg_id: clientId,
          data,
        },
      )
      return String(sent.msgid)
    },
    async listTemplates() {
      const { template_list: list } = await withToken(
        Templates,
        '/cgi-bin/template/get_all_private_template',
        {},
      )
      return new Map(list.map((template) => [template.template_id, template.content]))
    },
  }
}
