import { type Static, Type } from 'typebox'
import { refusals } from '../../contract/refusal.ts'

export const uploadRefusals = refusals({
  tooLarge: {
    code: 422,
    zh: '文件最大 {limit}，请缩小或分成几个再上传',
    en: 'A file may be at most {limit}; make it smaller or split it',
  },
  tooMuchOpen: {
    code: 429,
    zh: '没传完的文件合起来最多 {limit}，请先传完或取消一些',
    en: 'Uploads in progress may come to {limit} together; finish or cancel some first',
  },
  wrongToken: {
    code: 403,
    zh: '上传凭证无效或已过期，请重新选择文件',
    en: 'Invalid or expired upload; choose the file again',
  },
  tooManyOpen: {
    code: 429,
    zh: '还有 {count} 个没传完的文件，请先传完或取消',
    en: '{count} {count|upload is|uploads are} still in progress; finish or cancel first',
  },
  noRoom: {
    code: 503,
    zh: '服务器磁盘空间不足，放不下这个文件，请联系管理员',
    en: 'The server has no disk space for this file; contact an administrator',
  },
  notComplete: {
    code: 409,
    zh: '“{name}”还没有传完',
    en: '“{name}” has not been uploaded completely',
  },
})

/** Ticket for a resumable upload. */
export const UploadTicket = Type.Object({
  /** Good for one upload, of this many bytes, by this account. */
  token: Type.String(),
  uploadId: Type.String(),
  /** Address of the tus protocol. */
  endpoint: Type.String(),
  chunkBytes: Type.Integer(),
})
export type UploadTicket = Static<typeof UploadTicket>
