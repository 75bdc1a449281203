import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { readTextFile } from '../../../../contract/textFile.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { badInput } from '../../../../server/input.ts'
import { handlers } from '../../../../server/serve.ts'
import { announceUpload } from '../../../upload/server/actions.ts'
import { mediaRefusals } from '../../media/contract.ts'
import { uploadCalls, uploadRefusals } from '../contract.ts'
import { subtitlesOf, videoLimits, videoTypes } from '../rules.ts'
import { videoPurpose } from './actions.ts'

export const uploadHandlers = handlers(uploadCalls, {
  async getUploadToken({ session, input, ...app }) {
    return announceUpload(app, session, videoPurpose, input.bytes)
  },

  async uploadResourceCheck({ input, upload }) {
    const file = upload?.file
    if (!file) throw badInput('file', { zh: '请选择文件', en: 'choose a file' })
    if (input.type === 'video') {
      const found = await fileTypeFromFile(file.path)
      if (!found || !videoTypes.includes(found.mime)) return refuse(mediaRefusals.notVideo, {}, 'file')
      return { mime: found.mime, cues: null }
    }
    if (file.bytes > videoLimits.subtitleBytes) return refuse(uploadRefusals.notSubtitles, {}, 'file')
    const read = readTextFile(await readFile(file.path)) ?? refuse(uploadRefusals.damagedText, {}, 'file')
    const found = subtitlesOf(read.text) ?? refuse(uploadRefusals.notSubtitles, {}, 'file')
    return { mime: 'text/vtt', cues: found.cues }
  },
})
