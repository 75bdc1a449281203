import { type Static, Type } from 'typebox'
import { call, Id, Moment, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { wechatKinds } from './app/rules.ts'
import { scenePurposes, sceneStates, secretPattern } from './rules.ts'

export const wechatRefusals = refusals({
  notSetUp: {
    code: 409,
    zh: '微信登录尚未开通，请用密码或手机验证码登录',
    en: 'WeChat sign-in is not available yet; sign in with a password or SMS code',
  },
  notInside: {
    code: 409,
    zh: '微信内暂不支持微信登录，请用浏览器打开，或用密码登录',
    en: 'WeChat sign-in is not supported inside WeChat; open this page in a browser, or sign in with a password',
  },
  silent: {
    code: 503,
    zh: '微信暂时没有响应，请稍后再试，或用密码登录',
    en: 'WeChat is not responding; try again later, or sign in with a password',
  },
  refused: {
    code: 409,
    zh: '微信没有认可这次授权，请重新扫码',
    en: 'WeChat rejected this authorisation; scan again',
  },
  over: {
    code: 409,
    zh: '二维码已过期或已使用，请在同一浏览器中重新扫码',
    en: 'The QR code has expired or was already used; scan again in the same browser',
  },
  noPayer: {
    code: 409,
    zh: '还没有取得您的微信授权，不能付款；请在微信里重新打开付款页',
    en: 'WeChat has not said who is paying; open the payment page in WeChat again',
  },
  learnersOnly: {
    code: 409,
    zh: '管理员账号不能用微信登录，请用密码登录',
    en: 'Administrators cannot sign in with WeChat; use your password',
  },
  taken: {
    code: 409,
    zh: '这个微信已绑定其他账号，请先用那个账号解绑',
    en: 'This WeChat is linked to another account; unlink it there first',
  },
  otherWechat: {
    code: 409,
    zh: '您的账号已绑定另一个微信，请先在“我的账号”中解绑',
    en: 'Your account is linked to another WeChat; unlink it under “Account and security” first',
  },
  accountNeeded: { code: 422, zh: '请填写账号', en: 'Enter the account' },
  follow: {
    code: 409,
    zh: '请先关注公众号，再继续',
    en: 'Please follow the official account first',
  },
  closed: {
    code: 409,
    zh: '这个微信绑定的账号已停用，请联系管理员',
    en: 'The account linked to this WeChat is disabled; contact an administrator',
  },
  requestOver: {
    code: 409,
    zh: '这个登录请求已过期或已处理，请在网页上重新扫码',
    en: 'This sign-in request has expired or was already answered; scan again on the web page',
  },
  accountFirst: {
    code: 409,
    zh: '请先在网页上输入要绑定的账号和密码，再在这里确认',
    en: 'First enter the account and password on the web page, then confirm here',
  },
  notBound: { code: 409, zh: '您的账号没有绑定微信', en: 'Your account has no linked WeChat' },
})

const Secret = Type.String({ pattern: secretPattern })
const UnitId = Type.Optional(Type.String({ maxLength: 64 }))

/** A visit that has begun: a code to scan here, or an address of WeChat's to go to. */
export const WechatVisit = Type.Object({
  /** Known only to this page and to WeChat; polled and bound with. */
  scene: Type.String(),
  kind: OneOf(wechatKinds),
  /** The kinds this page may offer. */
  kinds: Type.Array(OneOf(wechatKinds)),
  /** The text of the QR code to draw, for an official account. */
  codeUrl: Nullable(Type.String()),
  /** Address the browser goes to instead. */
  authorizeUrl: Nullable(Type.String()),
  /** Seconds for which it is good. */
  seconds: Type.Integer(),
})
export type WechatVisit = Static<typeof WechatVisit>

/** The state of a visit; with `signedIn` the session's token at data.tokenCode. */
export const WechatOutcome = Type.Object({
  state: OneOf([...sceneStates, 'bound', 'free']),
  purpose: Nullable(OneOf(scenePurposes)),
  /** Token to bind with, once the person is known. */
  scene: Nullable(Type.String()),
  nickname: Nullable(Type.String()),
  data: Type.Object({ tokenCode: Nullable(Type.String()) }),
})
export type WechatOutcome = Static<typeof WechatOutcome>

/** Result of binding: `confirming` until the person agreed on the phone; then it is sent again. */
export const WechatBound = Type.Object({
  state: OneOf(['bound', 'confirming']),
  data: Type.Object({ tokenCode: Nullable(Type.String()) }),
})
export type WechatBound = Static<typeof WechatBound>

export const wechatCalls = {
  getProjectId: call('/base/wechat-app/get-project-id.action', {
    allow: 'public',
    input: Type.Object({
      appId: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
      unitId: UnitId,
    }),
    output: Type.Object({ projectId: Id }),
    summary: 'The project a WeChat app belongs to; without an app the project of this portal or unit',
  }),
  getQrCode: call('/base/wechat-app/get-qr-code.action', {
    allow: 'public',
    perMinute: 120,
    input: Type.Object({
      purpose: Type.Optional(OneOf(scenePurposes)),
      kind: Type.Optional(OneOf(wechatKinds)),
      /** Requested from WeChat's own browser, which cannot scan its own screen. */
      inside: Type.Optional(Type.Boolean()),
      unitId: UnitId,
    }),
    output: WechatVisit,
    summary:
      'Begins a visit by WeChat: a QR code to scan or an address to go to; sets the cookie it holds to',
  }),
  scanFollowCheck: call('/base/wechat-app/scan-follow-check.action', {
    allow: 'public',
    perMinute: 3000,
    input: Type.Object({ scene: Type.Optional(Secret), unitId: UnitId }),
    output: WechatOutcome,
    summary:
      'Whether a code was scanned and its person follows the account and agreed on the phone; signs a bound one in. Without a scene: the WeChat of the signed-in account',
  }),
  getSignInRequest: call('/base/wechat-app/get-sign-in-request.action', {
    allow: 'public',
    perMinute: 600,
    input: Type.Object({ secret: Secret }),
    output: Type.Object({
      /** Purpose the person agrees to: sign their account in, or link the WeChat to one. */
      purpose: OneOf(scenePurposes),
      portal: Type.String(),
      /** Owner of the account; null while the browser has named none to link. */
      userName: Nullable(Type.String()),
      /** The name by which the account to link signs in; null for a sign-in. */
      loginName: Nullable(Type.String()),
      /** Empty where the browser does not name it. */
      browser: Type.String(),
      system: Type.String(),
      /** The network the code was requested from, its last part hidden. */
      place: Type.String(),
      at: Moment,
    }),
    summary:
      'What the person who scanned a code is asked on the phone, by the secret of the link they were sent',
  }),
  answerSignInRequest: call('/base/wechat-app/answer-sign-in-request.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({ secret: Secret, agree: Type.Boolean() }),
    output: Nothing,
    summary: 'Lets the browser that showed the code be signed in or linked, or ends its visit; answered once',
  }),
  login: call('/base/wechat-app/login.action', {
    allow: 'public',
    perMinute: 120,
    input: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 512 }),
      state: Secret,
      unitId: UnitId,
    }),
    output: WechatOutcome,
    summary: 'Ends an OAuth round trip: signs in, or says what to bind',
  }),
  bind: call('/base/wechat-app/bind.action', {
    allow: 'public',
    perMinute: 120,
    input: Type.Object({
      scene: Secret,
      /** As for sign-in: trimmed, then base64. Left out when one binds to the account that is signed in. */
      account: Type.Optional(Type.String({ minLength: 1, maxLength: 1400 })),
      password: Type.String({ minLength: 1, maxLength: 1400 }),
      unitId: UnitId,
    }),
    output: WechatBound,
    summary:
      'Binds a recognised WeChat to an account by its password, and signs in where nobody is yet; after a scan once its person agreed on the phone',
  }),
  unbind: call('/base/wechat-app/unbind.action', {
    allow: 'signed-in',
    input: Type.Object({}),
    output: Nothing,
    summary: 'Takes the WeChat off the own account',
  }),
}
