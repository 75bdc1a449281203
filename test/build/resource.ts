import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resourceCalls } from '../../features/resource/contract.ts'
import { resourceCategoryCalls } from '../../features/resource/category/contract.ts'
import { uploadCalls } from '../../features/resource/upload/contract.ts'
import type { World } from '../harness.ts'

/** A lesson of the demo portal: H.264 and AAC in an MP4, about a megabyte. */
export const lesson = {
  path: fileURLToPath(new URL('../../db/seed/media/stress-care.mp4', import.meta.url)),
  bytes: readFileSync(new URL('../../db/seed/media/stress-care.mp4', import.meta.url)),
}

/** The lesson with extra bytes after its last box: as playable, but another file. */
export function anotherLesson(mark: string): Buffer {
  const text = Buffer.from(mark)
  const box = Buffer.alloc(8)
  box.writeUInt32BE(8 + text.length, 0)
  box.write('free', 4, 'latin1')
  return Buffer.concat([lesson.bytes, box, text])
}

export interface TusReply {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** One request of the tus protocol, as a client sends it. */
export async function tus(
  world: World,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  url: string,
  token: string | null,
  request: { headers?: Record<string, string>; body?: Uint8Array } = {},
): Promise<TusReply> {
  const { statusCode, headers, payload } = await world.portal.http.inject({
    method: method as 'POST',
    url,
    headers: { 'tus-resumable': '1.0.0', ...(token ? { token } : {}), ...request.headers },
    ...(request.body ? { payload: Buffer.from(request.body) } : {}),
  })
  return { status: statusCode, headers, text: payload }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Creates an announced upload; returns the reply, whose location header has the upload URL. */
export function createUpload(
  world: World,
  token: string | null,
  upload: { token: string; bytes: number; name?: string },
): Promise<TusReply> {
  const metadata = `token ${base64(upload.token)},name ${base64(upload.name ?? 'lesson.mp4')}`
  return tus(world, 'POST', '/upload/tus', token, {
    headers: { 'upload-length': String(upload.bytes), 'upload-metadata': metadata },
  })
}

/** Sends bytes to an upload from an offset on. */
export function sendBytes(
  world: World,
  token: string | null,
  uploadId: string,
  offset: number,
  body: Uint8Array,
): Promise<TusReply> {
  return tus(world, 'PATCH', `/upload/tus/${uploadId}`, token, {
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  })
}

/** Sends a whole file by the tus protocol; returns the upload and the last reply. */
export async function sendVideo(
  world: World,
  token: string,
  bytes: Uint8Array = lesson.bytes,
  name = 'lesson.mp4',
): Promise<{ uploadId: string; reply: TusReply }> {
  const announced = await world.ask(uploadCalls.getUploadToken, { name, bytes: bytes.length }, token)
  await createUpload(world, token, { token: announced.token, bytes: bytes.length, name })
  const reply = await sendBytes(world, token, announced.uploadId, 0, bytes)
  return { uploadId: announced.uploadId, reply }
}

/** A video of the library, sent and saved as a manager does it; returns its id. */
export async function aVideo(
  world: World,
  token: string,
  input: { title?: string; categoryId?: string; bytes?: Uint8Array } = {},
): Promise<string> {
  const { uploadId } = await sendVideo(world, token, input.bytes)
  const { id } = await world.ask(
    resourceCalls.save,
    {
      uploadId,
      title: input.title ?? '压力与关怀',
      ...(input.categoryId ? { categoryId: input.categoryId } : {}),
    },
    token,
  )
  return id
}

/** A folder of the library; returns its id. */
export async function aResourceCategory(
  world: World,
  token: string,
  input: { name: string; parentId?: string },
): Promise<string> {
  return (await world.ask(resourceCategoryCalls.save, input, token)).id
}
