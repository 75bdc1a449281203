import { type Static, Type } from 'typebox'
import { call, Id, Nullable } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

export const roleSwitchRefusals = refusals({
  ownAccount: {
    code: 422,
    zh: '这就是您正在使用的账号',
    en: 'This is the account you are using',
  },
})

/** A role one may act in: of the own account, or of another that was proved to be one's own. */
export const Choice = Type.Object({
  accountId: Type.String(),
  userName: Type.String(),
  roleId: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  unitId: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  /** True if it is of another account. */
  linked: Type.Boolean(),
  /** The one in use now. */
  current: Type.Boolean(),
})
export type Choice = Static<typeof Choice>

export const roleSwitchCalls = {
  switchLogin: call('/login/switch-login.action', {
    allow: 'signed-in',
    perMinute: 60,
    input: Type.Object({
      /** Act as this account; with a role and a unit where it has several. */
      accountId: Type.Optional(Id),
      roleId: Type.Optional(Id),
      unitId: Type.Optional(Id),
      /** Or sign in to another account, encoded as for signing in: from then on it is a choice. */
      account: Type.Optional(Type.String({ minLength: 1, maxLength: 1400 })),
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 1400 })),
      captchaVO: Type.Optional(
        Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
      ),
      /** Or no longer offer this account. */
      unlink: Type.Optional(Id),
    }),
    output: Type.Object({
      data: Type.Object({ tokenCode: Nullable(Type.String()) }),
      choices: Type.Array(Choice),
    }),
    summary:
      'Lists the roles, units and accounts one may switch to, switches, or adds an account by its password',
  }),
}
