import { type Static, Type } from 'typebox'
import { call, Keyword, Normalized, Nothing, Nullable, PersonName, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { furtherInfo } from '../../student/complete/contract.ts'
import { LoginOutput } from '../../session/contract.ts'

export const registerRefusals = /* @__PURE__ */ refusals({
  skillUnknown: {
    code: 422,
    zh: '没有找到所选的技能类别，请重新选择',
    en: 'Skill category not found; choose again',
  },
  newerAgreement: {
    code: 409,
    zh: '用户协议刚刚更新，请阅读新版本后再同意',
    en: 'The user agreement has just changed; read the new version before accepting it',
  },
  agreeFirst: {
    code: 422,
    zh: '这个手机号还没有账号，登录将为您注册；请先阅读并同意用户协议',
    en: 'This number has no account yet; signing in registers one. Please read and agree to the user agreement first',
  },
})

const Mobile = Normalized('mobile', 20)
const TypedCode = { msgCode: Type.String({ pattern: '^\\d{6}$', normalized: 'digits' }), codeToken: Text(64) }
const UnitId = Type.Optional(Type.String({ maxLength: 64 }))

/** A unit that people may join, with the one above it to distinguish namesakes. */
export const FoundUnit = Type.Object({
  id: Type.String(),
  name: Type.String(),
  parentName: Nullable(Type.String()),
})
export type FoundUnit = Static<typeof FoundUnit>

export const registerCalls = {
  findUnit: call('/register/find-unit.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({ keyword: Keyword(40, 2), unitId: UnitId }),
    output: Type.Array(FoundUnit),
    summary: 'Up to ten units of the portal by a part of the name; never the whole list',
  }),
  doRegister: call('/register/do-register.action', {
    allow: 'public',
    perMinute: 30,
    input: Type.Object({
      loginName: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{3,29}$' }),
      password: Type.String({ maxLength: 100 }),
      realName: PersonName,
      cardNumber: Normalized('code', 18),
      mobile: Mobile,
      ...TypedCode,
      unitId: UnitId,
      ...furtherInfo,
      /** The skill chosen on /vocRegister. */
      skill: Type.Optional(Text(64)),
      /** The user agreement, as read and agreed to. */
      agreement: Type.Boolean(),
    }),
    output: LoginOutput,
    summary: 'Registers a learner with a mobile code and signs in',
  }),
  loginByMobile: call('/login/noToken/login-by-mobile.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({
      mobile: Mobile,
      ...TypedCode,
      unitId: UnitId,
      /** Needed where a stranger's sign-in makes an account. */
      agreement: Type.Optional(Type.Boolean()),
    }),
    output: LoginOutput,
    summary: 'Signs in with a mobile code',
  }),
  acceptAgreement: call('/login/accept-agreement.action', {
    allow: 'signed-in',
    perMinute: 60,
    input: Type.Object({
      /** The version that was read. */
      version: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    output: Nothing,
    summary: 'Records that the caller accepts the newest version of the user agreement',
  }),
  forgetPassword: call('/forget/forget-password.action', {
    allow: 'public',
    perMinute: 30,
    input: Type.Object({
      mobile: Mobile,
      ...TypedCode,
      password: Type.String({ maxLength: 100 }),
      unitId: UnitId,
    }),
    output: Nothing,
    summary: 'Sets a new password with a mobile code; every session of the account ends',
  }),
}
