import { Type } from 'typebox'
import { call, Id, Normalized, Nothing, Nullable } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { LoginOutput } from '../contract.ts'

export const factorRefusals = refusals({
  wrongFactor: {
    code: 422,
    zh: '动态验证码不正确或已使用，请等待下一个验证码，或使用恢复码',
    en: 'The code is incorrect or already used; wait for the next one, or use a recovery code',
  },
  wrongFirst: {
    code: 422,
    zh: '动态验证码不正确或已过期，请输入验证器当前显示的 6 位数字',
    en: 'The code is incorrect or has expired; enter the 6 digits your authenticator shows now',
  },
  factorLocked: {
    code: 429,
    zh: '验证码输错次数过多，请 {minutes} 分钟后再试',
    en: 'Too many wrong codes; try again in {minutes} {minutes|minute|minutes}',
  },
  alreadySet: {
    code: 409,
    zh: '已绑定验证器；更换手机请先解除绑定',
    en: 'An authenticator is already set up; unlink it first to use another',
  },
  notSet: {
    code: 409,
    zh: '还没有绑定验证器，请先扫码绑定',
    en: 'No authenticator is set up yet; scan the code first',
  },
  notForLearners: {
    code: 403,
    zh: '两步验证用于管理员账号',
    en: 'Two-step verification is for administrator accounts',
  },
  wrongPassword: { code: 422, zh: '密码不正确', en: 'Incorrect password' },
})

const Password = Type.String({ minLength: 1, maxLength: 1400 })

/** Six digits of the authenticator, or one of the recovery codes. */
const Typed = Normalized('code', 20, 6)

export const factorCalls = {
  findFactor: call('/login/factor/find.action', {
    allow: 'public',
    input: Type.Object({}),
    output: Type.Object({
      enrolled: Type.Boolean(),
      required: Type.Boolean(),
      /** The session awaits its second factor and opens nothing else. */
      awaited: Type.Boolean(),
      recoveryLeft: Type.Integer(),
      /** Somebody else removed the last one, and none was set up since; null otherwise. */
      removedBy: Nullable(Type.Object({ userName: Type.String(), at: Type.String() })),
    }),
    summary: 'The second factor of the token’s account; also available while the sign-in awaits it',
  }),
  enrolFactor: call('/login/factor/enrol.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({
      /** One's own, encoded as for signing in; not required in the step right after it was entered. */
      password: Type.Optional(Password),
    }),
    output: Type.Object({ uri: Type.String(), secret: Type.String() }),
    summary: 'A fresh secret to scan; it counts once its first code was confirmed',
  }),
  confirmFactor: call('/login/factor/confirm.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({ vcode: Typed }),
    output: Type.Object({ recoveryCodes: Type.Array(Type.String()), data: LoginOutput.properties.data }),
    summary:
      'Sets the second factor up with its first code and ends the other sessions; gives recovery codes, shown once, and a fresh token',
  }),
  proveFactor: call('/login/factor/prove.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({ vcode: Typed }),
    output: LoginOutput,
    summary: 'Proves the second factor that a sign-in awaits; gives the token that opens the portal',
  }),
  removeFactor: call('/login/factor/remove.action', {
    allow: 'signed-in',
    perMinute: 60,
    input: Type.Object({
      /** One's own password, encoded as for signing in. */
      password: Password,
      /** An administrator removes it for another manager, who lost telephone and recovery codes; whose sessions end. */
      accountId: Type.Optional(Id),
    }),
    output: Nothing,
    summary: 'Removes the second factor, with the caller’s password',
  }),
}
