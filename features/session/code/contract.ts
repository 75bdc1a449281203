import { Type } from 'typebox'
import { call, OneOf } from '../../../contract/call.ts'

export const codePurposes = ['register', 'login', 'forget', 'modify'] as const
export type CodePurpose = (typeof codePurposes)[number]
export const CodePurpose = OneOf(codePurposes)

const SendInput = Type.Object({
  mobile: Type.String({ maxLength: 20 }),
  unitId: Type.Optional(Type.String({ maxLength: 64 })),
  captchaVO: Type.Optional(
    Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
  ),
})
/** What the code typed later is checked against. */
const SendOutput = Type.Object({ codeToken: Type.String(), seconds: Type.Integer() })

const send = (path: string, summary: string) =>
  call(path, { allow: 'public', perMinute: 30, input: SendInput, output: SendOutput, summary })

export const codeCalls = {
  sendMsgCode: send('/register/send-msg-code.action', 'Sends a code to register with'),
  sendMsgCodeByForget: send(
    '/forget/send-msg-code-by-forget.action',
    'Sends a code to set a new password with',
  ),
  sendMsgCodeByLogin: send('/login/noToken/send-msg-code-by-login.action', 'Sends a code to sign in with'),
}
