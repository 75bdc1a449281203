import { type Static, Type } from 'typebox'
import { call, Id, Moment, Name, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { wechatKinds } from './rules.ts'

export const wechatAppRefusals = refusals({
  appIdNeeded: { code: 422, zh: '请填写 AppID', en: 'Enter the AppID' },
  secretNeeded: { code: 422, zh: '请填写 AppSecret', en: 'Enter the AppSecret' },
  eventKeysNeeded: {
    code: 422,
    zh: '公众号须填写令牌（Token）和消息加解密密钥',
    en: 'An official account needs a token and an EncodingAESKey',
  },
  demoOnly: {
    code: 422,
    zh: '演示网关只能在演示模式下使用',
    en: 'The demo gateway is available only in demo mode',
  },
  kindTaken: {
    code: 422,
    zh: '这个项目已有一个同类应用，请修改它或先删除',
    en: 'This project already has an app of this type; edit it, or delete it first',
  },
  appIdTaken: {
    code: 422,
    zh: '这个 AppID 已被使用',
    en: 'This AppID is already used',
  },
  kindStays: {
    code: 422,
    zh: '应用类型不能修改，请删除后新建',
    en: 'The app type cannot be changed; delete it and create a new one',
  },
  secretAgain: {
    code: 422,
    zh: '更换 AppID 或接入方后请重新填写 AppSecret',
    en: 'Enter the AppSecret again after changing the AppID or provider',
  },
})

/** The hosts of WeChat's API, the usual one first. */
export const wechatHosts = [
  'api.weixin.qq.com',
  'api2.weixin.qq.com',
  'sh.api.weixin.qq.com',
  'sz.api.weixin.qq.com',
  'hk.api.weixin.qq.com',
] as const

export const wechatProviders = ['wechat', 'demo'] as const

/** An app without its secrets: only whether they are set is returned. */
export const WechatApp = Type.Object({
  id: Id,
  kind: OneOf(wechatKinds),
  name: Type.String(),
  appId: Type.String(),
  provider: OneOf(wechatProviders),
  host: Type.String(),
  requireFollow: Type.Boolean(),
  status: OneOf(['active', 'disabled']),
  /** Accounts bound through it. */
  bindings: Type.Integer(),
  updatedAt: Moment,
})
export type WechatApp = Static<typeof WechatApp>

/** The provider's answer to the credentials of an app. */
export const WechatProbe = Type.Object({
  ok: Type.Boolean(),
  /** WeChat's errcode; null when it did not answer. */
  code: Nullable(Type.Integer()),
  /** Message in WeChat's own words. */
  message: Type.String(),
})
export type WechatProbe = Static<typeof WechatProbe>

/** Apps of a project by their kind, and what is to be entered at WeChat for each. */
const WechatProjectConfig = Type.Object({
  projectId: Id,
  projectTitle: Type.String(),
  kind: OneOf(wechatKinds),
  id: Nullable(Id),
  appId: Nullable(Type.String()),
  /** True if it serves sign-in now. */
  ready: Type.Boolean(),
  /** The domain that WeChat is to send people back to. */
  returnDomain: Type.String(),
  /** The server address for events, for an official account that is saved. */
  eventUrl: Nullable(Type.String()),
  probe: Nullable(WechatProbe),
})
type WechatProjectConfig = Static<typeof WechatProjectConfig>

const allow = '/project-manage/wechat-app'
const Written = (pattern: string) => Type.Optional(Type.String({ pattern, maxLength: 64 }))

export const wechatAppCalls = {
  query: call('/base/wechat-app/query.action', {
    allow,
    wholeProject: true,
    input: Paging(
      {
        kind: Type.Optional(OneOf(wechatKinds)),
        name: Type.Optional(Name(60, 0)),
      },
      { sort: ['name', 'kind', 'bindings', 'status', 'updatedAt'] },
    ),
    output: PageOf(WechatApp),
    summary: 'The WeChat apps of the project, without their secrets',
  }),
  save: call('/base/wechat-app/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      kind: OneOf(wechatKinds),
      name: Name(60),
      /** Left out with the keys for the demo's WeChat, which has its own. */
      appId: Type.Optional(Type.String({ pattern: '^wx[0-9a-zA-Z]{16}$' })),
      /** Write-only; left out, what is stored stays. */
      secret: Written('^[0-9a-zA-Z]{32}$'),
      eventToken: Written('^[0-9a-zA-Z]{3,32}$'),
      eventKey: Written('^[0-9a-zA-Z]{43}$'),
      provider: Type.Optional(OneOf(wechatProviders)),
      host: Type.Optional(OneOf(wechatHosts)),
      requireFollow: Type.Optional(Type.Boolean()),
      status: Type.Optional(OneOf(['active', 'disabled'])),
    }),
    output: Type.Object({ id: Id }),
    summary: 'Adds or changes a WeChat app; secrets go in and never come out',
  }),
  delete: call('/base/wechat-app/delete.action', {
    allow: `${allow}#delete`,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a WeChat app; accounts stay bound and sign in again once an app of its owner is back',
  }),
  projectConfigList: call('/base/wechat-app/project-config-list.action', {
    allow,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({
      /** The app whose credentials are to be tried at WeChat. */
      probe: Type.Optional(Id),
    }),
    output: Type.Array(WechatProjectConfig),
    summary:
      'What the project has at WeChat and what to enter there; with `probe` what WeChat says to an app',
  }),
}
