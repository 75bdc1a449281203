import { Type } from 'typebox'
import { call, Nullable, OneOf, FreeText } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { UploadTicket } from '../../upload/contract.ts'

export const uploadRefusals = refusals({
  notSubtitles: {
    code: 422,
    zh: '这不是字幕文件，请上传 WebVTT（.vtt）或 SRT（.srt）',
    en: 'This is not a subtitle file; upload WebVTT (.vtt) or SRT (.srt)',
  },
  damagedText: {
    code: 422,
    zh: '文件里有无法识别的字节；请用记事本打开，另存为 UTF-8 编码后再上传',
    en: 'The file has unreadable bytes; open it in a text editor, save it as UTF-8 and upload it again',
  },
})

const menu = '/resource-manage/video'

export const uploadCalls = {
  getUploadToken: call('/base/resource/get-upload-token.action', {
    allow: menu,
    wholeProject: true,
    perMinute: 120,
    input: Type.Object({
      name: FreeText(200),
      bytes: Type.Integer({ minimum: 1 }),
    }),
    output: UploadTicket,
    summary: 'Announces a video; gives what its resumable upload needs',
  }),
  uploadResourceCheck: call('/base/resource/upload-resource-check.action', {
    allow: menu,
    body: 'multipart',
    perMinute: 120,
    input: Type.Object({ type: OneOf(['video', 'subtitles']) }),
    output: Type.Object({
      /** Media type of the bytes. */
      mime: Type.String(),
      /** Number of cues of subtitles; null of a video. */
      cues: Nullable(Type.Integer()),
    }),
    summary: 'Says whether a file will do before it is sent: of a video the first bytes are enough',
  }),
}
