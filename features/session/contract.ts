import { type Static, Type } from 'typebox'
import { call, Normalized, Nothing, Nullable } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

export const sessionRefusals = refusals({
  viewOver: {
    code: 401,
    zh: '这次学员视角查看已结束；需要继续时，请回到后台重新进入',
    en: 'This view-as session has ended; go back to the office to start another',
  },
  projectClosed: {
    code: 401,
    zh: '本平台已停止服务，登录已结束。如需查询学习记录或证书，请联系主办单位',
    en: 'This portal is closed and you have been signed out. For study records or certificates, please contact the organiser',
  },
  wrongLogin: { code: -1, zh: '账号或密码不正确', en: 'Incorrect account or password' },
  locked: {
    code: -1,
    zh: '连续多次输入错误，密码登录已暂时锁定，请 {minutes} 分钟后再试，或用手机验证码登录',
    en: 'Too many wrong passwords; password sign-in is locked for {minutes} {minutes|minute|minutes}. You can also sign in by SMS code',
  },
  portalClosed: {
    code: 403,
    zh: '本平台没有开放门户登录，请到登录页登录',
    en: 'Portal sign-in is not available on this platform; please use the sign-in page',
  },
  roleNotHeld: {
    code: 403,
    zh: '您的账号没有这个身份，请选择其他身份登录',
    en: 'Your account does not have this role; sign in with another role',
  },
  singleRole: {
    code: 403,
    zh: '本平台一次登录只能使用一个身份，请退出后以其他身份登录',
    en: 'This platform allows one role per sign-in; sign out and sign in with the other role',
  },
  elsewhere: {
    code: 401,
    zh: '您的账号已在其他地方登录，此处已退出。如非本人操作，请重新登录并修改密码',
    en: 'Your account signed in elsewhere, so you were signed out here. If it was not you, sign in and change your password',
  },
  remote: {
    code: 401,
    zh: '您在另一台设备上退出了此处的登录，请重新登录。如非本人操作，请修改密码',
    en: 'You were signed out here from another device; please sign in again. If it was not you, change your password',
  },
  accountChanged: {
    code: 401,
    zh: '您的密码或账号设置已变更，此处已退出，请重新登录',
    en: 'Your password or account settings were changed, so you were signed out; please sign in again',
  },
  roleChanged: {
    code: 401,
    zh: '您的身份权限已调整，请重新登录',
    en: 'Your role’s permissions were changed; please sign in again',
  },
  accountDisabled: {
    code: 401,
    zh: '您的账号已停用，此处已退出。如有疑问，请联系管理员后再重新登录',
    en: 'Your account is disabled and you were signed out; please contact an administrator',
  },
  idle: {
    code: 401,
    zh: '登录已超时，请重新登录',
    en: 'Your session has expired; please sign in again',
  },
  ticketOver: {
    code: 401,
    zh: '登录链接已失效（仅 1 分钟内、一次有效），请返回原平台重新进入，或在此登录',
    en: 'The sign-in link has expired (it works once, within 1 minute); go back to the original platform, or sign in here',
  },
  factorNeeded: {
    code: 428,
    zh: '请输入验证器上的动态验证码',
    en: 'Enter the code from your authenticator',
  },
  factorMissing: {
    code: 428,
    zh: '您的身份要求两步验证，请先绑定验证器',
    en: 'Your role requires two-step verification; set up an authenticator first',
  },
  factorFirst: {
    code: 403,
    zh: '该身份要求两步验证，请先在“切换身份”页绑定验证器',
    en: 'This role requires two-step verification; first set up an authenticator on the “Switch role” page',
  },
  factorUnproved: {
    code: 403,
    zh: '该身份要求两步验证，请退出后重新登录并输入动态验证码',
    en: 'This role requires two-step verification; sign out, sign in again and enter your code',
  },
  captchaNeeded: { code: 422, zh: '请先完成安全验证', en: 'Complete the security check first' },
  wrongMobileCode: {
    code: 422,
    zh: '验证码不正确或已过期，请重新获取',
    en: 'The code is incorrect or has expired; request a new one',
  },
  codeTooSoon: {
    code: 429,
    zh: '验证码已发送，请 {seconds} 秒后再试',
    en: 'A code has been sent; try again in {seconds} s',
  },
  codeTooMany: { code: 429, zh: '今天获取验证码的次数已用完', en: 'You have used all codes for today' },
  smsMissing: {
    code: -1,
    zh: '短信服务尚未开通，请联系管理员或用账号密码登录',
    en: 'SMS is not available yet; sign in with your password, or contact an administrator',
  },
})

/** A menu entry of a role, with those below it. */
export interface MenuEntry {
  url: string
  childrenMenuRPs: MenuEntry[]
}
const MenuEntry = Type.Object({ url: Type.String(), childrenMenuRPs: Type.Array(Type.Ref('MenuEntry')) })

export const AccountInfo = Type.Object({
  /** A fresh token to keep in place of the one that was brought: that one was a ticket or was handed over. */
  tokenCode: Type.Optional(Type.String()),
  manageAccountInfo: Type.Object({
    accountId: Type.String(),
    userName: Type.String(),
    imagePath: Nullable(Type.String()),
    unitId: Nullable(Type.String()),
    unitName: Nullable(Type.String()),
    /** The session has the whole project, and not a unit's part of it or one learner's. */
    wholeProject: Type.Boolean(),
    /** The password was given by someone else and is to be changed first. */
    mustChangePassword: Type.Boolean(),
    /** Given where a new version of the agreement is to be accepted first. */
    mustAgree: Type.Optional(Type.Boolean()),
    roleRP: Type.Object({
      roleId: Type.String(),
      roleName: Type.String(),
      roleSystem: Type.Integer(),
      menu: Type.Array(Type.Unsafe<MenuEntry>(Type.Cyclic({ MenuEntry }, 'MenuEntry'))),
    }),
  }),
})
export type AccountInfo = Static<typeof AccountInfo>

/**
 * Account and password, each trimmed and then base64-encoded, as the specification has them travel; `roleType` names
 * the role to act in, or its kind (`1`, `2`, `3`).
 */
const LoginInput = Type.Object({
  account: Type.String({ minLength: 1, maxLength: 1400 }),
  password: Type.String({ minLength: 1, maxLength: 1400 }),
  roleType: Type.Optional(Type.String({ maxLength: 20 })),
  vcode: Type.Optional(Normalized('code', 20)),
  unitId: Type.Optional(Type.String({ maxLength: 64 })),
  codeToken: Type.Optional(Type.String({ maxLength: 200 })),
  captchaVO: Type.Optional(
    Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
  ),
})

export const LoginOutput = Type.Object({ data: Type.Object({ tokenCode: Type.String() }) })

const Credentials = {
  allow: 'public',
  // Enough for a classroom sharing one address; wrong guesses are counted separately.
  perMinute: 600,
  input: LoginInput,
  output: LoginOutput,
} as const

export const sessionCalls = {
  login: call('/login/login.action', {
    ...Credentials,
    summary: 'Signs in with account and password',
  }),
  index2Login: call('/login/index2Login.action', {
    ...Credentials,
    summary: 'Signs in with account and password, from the index2 page',
  }),
  getAccountInfo: call('/login/get-account-info.action', {
    // Not for strangers, who are refused with 401; but a ticket or a role is redeemed here, before a session is there.
    allow: 'public',
    viewable: true,
    method: 'GET',
    offline: true,
    input: Type.Object({
      /** The token came in an address: it is exchanged, so that the copy in the history dies. */
      handed: Type.Optional(Type.Boolean()),
    }),
    output: AccountInfo,
    summary: 'Who is signed in, with the role and its menu; redeems a ticket, changes to `<role>-token`',
  }),
  checkLogin: call('/login/check-login.action', {
    allow: 'public',
    viewable: true,
    input: Type.Object({}),
    output: Type.Object({
      loggedIn: Type.Boolean(),
      accountId: Nullable(Type.String()),
      userName: Nullable(Type.String()),
      roleName: Nullable(Type.String()),
      roleSystem: Nullable(Type.Integer()),
    }),
    summary: 'Whether the token still works, and whose it is',
  }),
  loginOut: call('/login/login-out.action', {
    allow: 'public',
    input: Type.Object({}),
    output: Nothing,
    summary: 'Ends the session; without one nothing happens',
  }),
}
