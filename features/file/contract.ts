import { Type } from 'typebox'
import { call } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

/** The specification's words, the same in every language; a cropper shows them as they are. */
export const imageRefusals = refusals({
  imageOnly: { code: 422, zh: 'Image only', en: 'Image only' },
  tooLarge: { code: 422, zh: 'Image exceeds size limit: {size}', en: 'Image exceeds size limit: {size}' },
  failed: { code: -1, zh: 'Upload failed', en: 'Upload failed' },
  tooManyToday: {
    code: 429,
    zh: '今天上传的图片太多，请明天再试',
    en: 'Too many images today; try again tomorrow',
  },
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
        /** Where a page finds it. */
        imagePath: Type.String(),
        /** What a record keeps. */
        key: Type.String(),
      }),
    }),
    summary:
      'Takes one JPEG, PNG, WebP, GIF or AVIF image and keeps it drawn anew, without what was hidden in it',
  }),
}
