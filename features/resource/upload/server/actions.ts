import { writeFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { refusalStore } from '../../../../contract/storedRefusal.ts'
import type { Tx } from '../../../../server/db.ts'
import { rowOf } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { lockReadyUpload, type UploadPurpose } from '../../../upload/server/actions.ts'
import { mediaRefusals, VideoFacts } from '../../media/contract.ts'
import { examineVideo } from '../../media/server/actions.ts'
import { videoLimits } from '../rules.ts'

/** Facts stored about an uploaded video. */
export const FoundVideo = Type.Object({
  fileKey: Type.String(),
  posterKey: Type.String(),
  /** Hexadecimal digits. */
  sha256: Type.String(),
  facts: VideoFacts,
})
export type FoundVideo = Static<typeof FoundVideo>

const extensions: Readonly<Record<string, string>> = { 'video/mp4': '.mp4', 'video/webm': '.webm' }

/** Videos on their way into the library: measured, and given a poster. */
export const videoPurpose: UploadPurpose = {
  key: 'video',
  menus: ['/resource-manage/video'],
  bytes: videoLimits.bytes,
  reasons: refusalStore({ media: mediaRefusals }),
  async take({ files }, { path }): Promise<FoundVideo> {
    const found = await examineVideo(path)
    await writeFile(`${path}-poster.jpg`, found.poster)
    const posterKey = await files.keep(`${path}-poster.jpg`, 'poster', '.jpg')
    const fileKey = await files.take(path, 'video', extensions[found.facts.mime] ?? '.video')
    return { fileKey, posterKey, sha256: found.sha256.toString('hex'), facts: found.facts }
  },
}

/** Locks a finished video of the caller's own, to make a resource of it; `resourceId` when one was made before. */
export async function lockReadyVideo(tx: Tx, session: Session, id: string) {
  const upload = await lockReadyUpload(tx, session, videoPurpose, id)
  const { sha256, ...found } = rowOf(FoundVideo, [upload.found])!
  return { ...found, bytes: upload.bytes, sha256: Buffer.from(sha256, 'hex'), resourceId: upload.usedFor }
}
