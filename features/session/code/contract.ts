import { Type } from 'typebox'
import { call, Normalized, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

const codePurposes = ['register', 'login', 'forget', 'modify'] as const
export type CodePurpose = (typeof codePurposes)[number]
export const CodePurpose = OneOf(codePurposes)

export const codeRefusals = /* @__PURE__ */ refusals({
  noMobile: {
    code: 422,
    zh: '您的账号还没有手机号，请先填写手机号',
    en: 'Your account has no mobile number yet; add one first',
  },
})

const SendInput = Type.Object({
  mobile: Normalized('mobile', 20),
  unitId: Type.Optional(Type.String({ maxLength: 64 })),
  captchaVO: Type.Optional(
    Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
  ),
})
/** Token against which the code typed later is checked, and seconds until another may be sent. */
const SendOutput = Type.Object({ codeToken: Type.String(), seconds: Type.Integer() })

const send = (path: string, summary: string) =>
  call(path, { allow: 'public', perMinute: 30, input: SendInput, output: SendOutput, summary })

export const codeCalls = {
  sendMsgCode: send('/register/send-msg-code.action', 'Sends a code to register with'),
  sendMsgCodeByForget: send(
    '/forget/send-msg-code-by-forget.action',
    'Sends a code to set a new password with',
  ),
  sendMsgCodeByModify: call('/login/send-msg-code-by-modify.action', {
    allow: 'signed-in',
    perMinute: 30,
    input: Type.Object({
      /** The number one means to have; without it the code goes to one's own. */
      mobile: Type.Optional(Normalized('mobile', 20)),
      captchaVO: SendInput.properties.captchaVO,
    }),
    output: SendOutput,
    summary: 'Sends a code to change password or mobile number with: to one’s own number, or to the new one',
  }),
  sendMsgCodeByLogin: send('/login/noToken/send-msg-code-by-login.action', 'Sends a code to sign in with'),
}
