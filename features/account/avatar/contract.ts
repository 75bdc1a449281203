import { Type } from 'typebox'
import { call } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { PictureKey } from '../../file/contract.ts'

export const avatarRefusals = refusals({
  notYours: {
    code: 404,
    zh: '没有找到这张图片，请重新上传',
    en: 'Picture not found; please upload it again',
  },
})

export const avatarCalls = {
  saveAvatar: call('/login/save-avatar.action', {
    allow: 'signed-in',
    perMinute: 30,
    input: Type.Object({
      /** The key of a picture one has uploaded oneself. */
      key: PictureKey,
    }),
    output: Type.Object({ imagePath: Type.String() }),
    summary: 'Takes a picture one has uploaded as one’s own avatar',
  }),
}
