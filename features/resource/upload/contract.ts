import { Type } from 'typebox'
import { call, Nullable, OneOf, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

export const uploadRefusals = refusals({
  tooLarge: {
    code: 422,
    zh: '视频最大 {gib} GB，请压缩或分成几个再上传',
    en: 'A video may have {gib} GB at most; compress it or cut it into parts',
  },
  wrongToken: {
    code: 403,
    zh: '上传凭证无效，请重新选择文件',
    en: 'This upload was not announced by you; choose the file again',
  },
  tooManyOpen: {
    code: 429,
    zh: '还有 {count} 个没传完的视频，请先传完或取消',
    en: '{count} videos are still on their way; finish or cancel them first',
  },
  noRoom: {
    code: 503,
    zh: '服务器磁盘空间不足，放不下这个视频，请联系管理员',
    en: 'The server has no room for this video; tell the administrator',
  },
  notComplete: {
    code: 409,
    zh: '“{name}”还没有传完',
    en: '"{name}" has not arrived completely',
  },
  notSubtitles: {
    code: 422,
    zh: '这不是字幕文件，请上传 WebVTT（.vtt）或 SRT（.srt）',
    en: 'This is no subtitle file; upload WebVTT (.vtt) or SRT (.srt)',
  },
})

const menu = '/resource-manage/video'

export const uploadCalls = {
  getUploadToken: call('/base/resource/get-upload-token.action', {
    allow: menu,
    perMinute: 120,
    input: Type.Object({
      name: Text(200),
      bytes: Type.Integer({ minimum: 1 }),
    }),
    output: Type.Object({
      /** Good for one upload, of this many bytes, by this account. */
      token: Type.String(),
      uploadId: Type.String(),
      /** Where the tus protocol is spoken. */
      endpoint: Type.String(),
      chunkBytes: Type.Integer(),
    }),
    summary: 'Announces a video; gives what its resumable upload needs',
  }),
  uploadResourceCheck: call('/base/resource/upload-resource-check.action', {
    allow: menu,
    body: 'multipart',
    perMinute: 120,
    input: Type.Object({ type: OneOf(['video', 'subtitles']) }),
    output: Type.Object({
      /** What the bytes are. */
      mime: Type.String(),
      /** Of subtitles: how many there are; null of a video. */
      cues: Nullable(Type.Integer()),
    }),
    summary: 'Says whether a file will do before it is sent: of a video the first bytes are enough',
  }),
}
