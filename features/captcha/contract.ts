import { Type } from 'typebox'
import { call, Nullable, OneOf } from '../../contract/call.ts'

/** Pixels of the picture and the piece; the piece is as tall as the picture, so its y is always 5. */
export const captchaSize = { width: 310, height: 155, piece: 47, y: 5 } as const

/** The answer of the AJ-Captcha protocol, with its literal names. */
const Reply = <T extends Parameters<typeof Nullable>[0]>(data: T) =>
  Type.Object({
    repCode: Type.String(),
    repMsg: Nullable(Type.String()),
    repData: Nullable(data),
    success: Type.Boolean(),
  })

export const captchaCalls = {
  get: call('/captcha/get.action', {
    allow: 'public',
    perMinute: 60,
    input: Type.Object({
      captchaType: OneOf(['blockPuzzle']),
      clientUid: Type.Optional(Type.String({ maxLength: 100 })),
      ts: Type.Optional(Type.Number()),
    }),
    output: Reply(
      Type.Object({
        originalImageBase64: Type.String(),
        jigsawImageBase64: Type.String(),
        token: Type.String(),
        secretKey: Type.String(),
      }),
    ),
    summary: 'A picture with a gap and the piece that fits it',
  }),
  check: call('/captcha/check.action', {
    allow: 'public',
    perMinute: 120,
    input: Type.Object({
      captchaType: OneOf(['blockPuzzle']),
      pointJson: Type.String({ minLength: 1, maxLength: 400 }),
      token: Type.String({ minLength: 1, maxLength: 100 }),
      clientUid: Type.Optional(Type.String({ maxLength: 100 })),
      ts: Type.Optional(Type.Number()),
    }),
    output: Reply(Type.Object({ token: Type.String(), result: Type.Boolean() })),
    summary: 'Whether the piece was put where it fits; a token serves once',
  }),
}
