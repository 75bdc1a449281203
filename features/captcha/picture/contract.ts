import { Type } from 'typebox'
import { call, Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

export const pictureRefusals = refusals({
  workNeeded: {
    code: 422,
    zh: '题目已失效，请换一题',
    en: 'This question has expired; get another one',
  },
})

export const pictureCalls = {
  getLoginVcode: call('/login/get-login-vcode.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({
      /** A picture of five characters, or for those who cannot see it a sum in words. */
      kind: Type.Optional(OneOf(['picture', 'question'])),
      /** Token of a question whose work is done, with a number for each round; returns the question, once. */
      codeToken: Type.Optional(Type.String({ maxLength: 64 })),
      proof: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 4_294_967_295 }), { maxItems: 32 }),
      ),
    }),
    output: Type.Object({
      /** Goes with the typed `vcode`; good for one try within `seconds`. */
      codeToken: Type.String(),
      /** Work to be done before the question is asked; null if none. */
      work: Nullable(Type.Object({ rounds: Type.Integer(), bits: Type.Integer() })),
      /** A PNG as data URL; null when a question was requested. */
      image: Nullable(Type.String()),
      question: Nullable(Type.String()),
      seconds: Type.Integer(),
    }),
    summary:
      'A code to type in place of the slider: five characters in a picture, or, after some work of the browser, a sum in words',
  }),
}
