import { type Static, Type } from 'typebox'
import { call, Nothing, Nullable } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

export const sessionRefusals = refusals({
  wrongLogin: { code: -1, zh: '账号或密码不正确', en: 'The account or the password is wrong' },
  locked: {
    code: -1,
    zh: '连续多次输入错误，账号已暂时锁定，请 {minutes} 分钟后再试，或用手机验证码登录',
    en: 'Too many wrong passwords; the account is locked for {minutes} minutes. You may sign in by mobile code',
  },
  captchaNeeded: { code: 422, zh: '请先完成安全验证', en: 'Please solve the slider or type the code first' },
  wrongMobileCode: {
    code: 422,
    zh: '验证码不正确或已过期，请重新获取',
    en: 'The code is wrong or has expired; please ask for a new one',
  },
  codeTooSoon: {
    code: 429,
    zh: '验证码已发送，请 {seconds} 秒后再试',
    en: 'A code was sent; try again in {seconds} s',
  },
  codeTooMany: { code: 429, zh: '今天获取验证码的次数已用完', en: 'No more codes today for this number' },
  smsMissing: {
    code: -1,
    zh: '短信服务尚未开通，请联系管理员或用账号密码登录',
    en: 'Text messages are not set up here; sign in with your password or ask the administrator',
  },
})

/** A menu entry of a role, with those below it. */
export interface MenuEntry {
  url: string
  childrenMenuRPs: MenuEntry[]
}

export const AccountInfo = Type.Object({
  manageAccountInfo: Type.Object({
    accountId: Type.String(),
    userName: Type.String(),
    imagePath: Nullable(Type.String()),
    unitId: Nullable(Type.String()),
    unitName: Nullable(Type.String()),
    roleRP: Type.Object({
      roleName: Type.String(),
      roleSystem: Type.Integer(),
      menu: Type.Array(Type.Unsafe<MenuEntry>({ type: 'object', additionalProperties: true })),
    }),
  }),
})
export type AccountInfo = Static<typeof AccountInfo>

/** Account and password, each trimmed and then base64-encoded, as the specification has them travel. */
export const LoginInput = Type.Object({
  account: Type.String({ minLength: 1, maxLength: 1400 }),
  password: Type.String({ minLength: 1, maxLength: 1400 }),
  roleType: Type.Optional(Type.String({ maxLength: 20 })),
  vcode: Type.Optional(Type.String({ maxLength: 20 })),
  unitId: Type.Optional(Type.String({ maxLength: 64 })),
  codeToken: Type.Optional(Type.String({ maxLength: 200 })),
  captchaVO: Type.Optional(
    Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
  ),
})

export const LoginOutput = Type.Object({ data: Type.Object({ tokenCode: Type.String() }) })

export const sessionCalls = {
  login: call('/login/login.action', {
    allow: 'public',
    perMinute: 60,
    input: LoginInput,
    output: LoginOutput,
    summary: 'Signs in with account and password',
  }),
  getAccountInfo: call('/login/get-account-info.action', {
    allow: 'signed-in',
    method: 'GET',
    input: Type.Object({}),
    output: AccountInfo,
    summary: 'Who is signed in, with the role and its menu',
  }),
  checkLogin: call('/login/check-login.action', {
    allow: 'public',
    input: Type.Object({}),
    output: Type.Object({ loggedIn: Type.Boolean() }),
    summary: 'Whether the token still works',
  }),
  loginOut: call('/login/login-out.action', {
    allow: 'public',
    input: Type.Object({}),
    output: Nothing,
    summary: 'Ends the session; without one nothing happens',
  }),
}
