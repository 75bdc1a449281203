import { type Static, Type } from 'typebox'
import { call, Id, Moment, Normalized, Nothing, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { LoginOutput } from '../contract.ts'

export const credentialRefusals = /* @__PURE__ */ refusals({
  wrongOldPassword: {
    code: 422,
    zh: '原密码不正确；如已忘记，可用手机验证码修改',
    en: 'Incorrect current password; if you forgot it, use an SMS code',
  },
  wrongPassword: {
    code: 422,
    zh: '登录密码不正确；也可以用原手机号的验证码',
    en: 'Incorrect password; you can also use an SMS code sent to your current number',
  },
  proofNeeded: {
    code: 422,
    zh: '请输入登录密码，或原手机号收到的验证码',
    en: 'Enter your password, or the code sent to your current number',
  },
  mobileSame: {
    code: 422,
    zh: '这已经是您的手机号，请填写新的手机号',
    en: 'This is already your mobile number; enter a new one',
  },
})

const Password = Type.String({ minLength: 1, maxLength: 100 })
const MsgCode = Type.String({ pattern: '^\\d{6}$', normalized: 'digits' })

/** A sign-in of one's own that still works. */
export const MySession = Type.Object({
  sessionId: Id,
  browser: Type.String(),
  system: Type.String(),
  /** The address it was opened from, its last part hidden. */
  place: Type.String(),
  roleName: Type.String(),
  since: Moment,
  /** The current session. */
  current: Type.Boolean(),
})
export type MySession = Static<typeof MySession>

export const credentialCalls = {
  modifyPassword: call('/login/modify-password.action', {
    allow: 'signed-in',
    perMinute: 30,
    input: Type.Object({ oldPassword: Password, password: Password }),
    output: LoginOutput,
    summary: 'Changes one’s own password; every other session ends, and this one goes on under a new token',
  }),
  modifyPasswordByMobile: call('/login/modify-password-by-mobile.action', {
    allow: 'signed-in',
    perMinute: 30,
    input: Type.Object({ password: Password, msgCode: MsgCode, codeToken: Text(64) }),
    output: LoginOutput,
    summary: 'Changes one’s own password with a code sent to one’s own number',
  }),
  modifyMobile: call('/login/modify-mobile.action', {
    allow: 'signed-in',
    perMinute: 30,
    input: Type.Object({
      mobile: Normalized('mobile', 20),
      msgCode: MsgCode,
      codeToken: Text(64),
      /** The caller is proved by the password, or by a code to the present number. */
      password: Type.Optional(Password),
      oldMsgCode: Type.Optional(MsgCode),
      oldCodeToken: Type.Optional(Text(64)),
    }),
    output: Type.Object({ mobile: Type.String({ description: 'masked' }) }),
    summary: 'Changes one’s own mobile number with a code sent to the new one',
  }),
  findMySessionList: call('/login/find-my-session-list.action', {
    allow: 'signed-in',
    viewable: true,
    input: Type.Object({}),
    output: Type.Array(MySession),
    summary: 'Where one is signed in, the newest first',
  }),
  endMySession: call('/login/end-my-session.action', {
    allow: 'signed-in',
    input: Type.Object({ sessionId: Id }),
    output: Nothing,
    summary: 'Ends a sign-in of one’s own',
  }),
  endOtherSessions: call('/login/end-other-sessions.action', {
    allow: 'signed-in',
    input: Type.Object({}),
    output: Type.Object({ ended: Type.Integer() }),
    summary: 'Ends every sign-in of one’s own but the current one',
  }),
}
