import { Type } from 'typebox'
import { call, Nullable, OneOf } from '../../../contract/call.ts'

export const pictureCalls = {
  getLoginVcode: call('/login/get-login-vcode.action', {
    allow: 'public',
    perMinute: 30,
    input: Type.Object({
      /** A picture of five characters, or for those who cannot see it a sum in words. */
      kind: Type.Optional(OneOf(['picture', 'question'])),
    }),
    output: Type.Object({
      /** Goes with the typed `vcode`; good for one try within `seconds`. */
      codeToken: Type.String(),
      /** A PNG as data URL; null when a question was requested. */
      image: Nullable(Type.String()),
      question: Nullable(Type.String()),
      seconds: Type.Integer(),
    }),
    summary: 'A code to type in place of the slider: five characters in a picture, or a sum in words',
  }),
}
