import { Type } from 'typebox'
import { call } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { imageFaults } from './rules.ts'

/** The specification's words, the same in every language; a cropper shows them as they are. */
export const imageRefusals = refusals({
  imageOnly: { code: 422, zh: imageFaults.type, en: imageFaults.type },
  tooLarge: { code: 422, zh: imageFaults.size, en: imageFaults.size },
  failed: { code: -1, zh: imageFaults.failed, en: imageFaults.failed },
  gone: {
    code: 422,
    zh: '这张图片已经失效或不能公开，请重新上传',
    en: 'This picture is gone or may not be made public; upload it again',
  },
  tooManyToday: {
    code: 429,
    zh: '今天上传的图片太多，请明天再试',
    en: 'Too many images today; try again tomorrow',
  },
})

/** The key of an uploaded picture; the action that stores it checks that the account may use it. */
export const PictureKey = Type.String({
  pattern: String.raw`^image/\d{4}/[0-9a-f-]{36}\.(?:jpg|png)$`,
  maxLength: 60,
})

export const fileCalls = {
  uploadImage: call('/upload/upload-image.action', {
    allow: 'signed-in',
    method: 'PUT',
    body: 'multipart',
    perMinute: 60,
    input: Type.Object({}),
    output: Type.Object({
      data: Type.Object({
        /** Address for its uploader; for others it is shown once it is used for something they see. */
        imagePath: Type.String(),
        /** The value stored in a record. */
        key: Type.String(),
        /** Width in pixels, as stored. */
        width: Type.Integer(),
        height: Type.Integer(),
      }),
    }),
    summary:
      'Takes one JPEG, PNG, WebP, GIF or AVIF image and keeps it drawn again, without what was hidden in it',
  }),
}
