import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { badInput } from './input.ts'

/** The one file of a multipart call, on disk for as long as its handler runs. */
export interface Upload {
  /** Null when the form had no file. */
  file: { path: string; name: string; mime: string; bytes: number } | null
  fields: Record<string, unknown>
  discard(): Promise<void>
}

const brokenForm = () =>
  badInput('body', {
    zh: '表单不完整或格式不对，请重新提交',
    en: 'the form is incomplete or malformed; please submit it again',
  })

/** Streams a multipart form to a temporary folder; a file over the limit is refused with its name. */
export async function receiveUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) {
    return { file: null, fields: (request.body ?? {}) as Record<string, unknown>, discard: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'jixu-upload-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const fields: Record<string, unknown> = {}
    let file: Upload['file'] = null
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
      const path = join(folder, 'file')
      await pipeline(part.file, createWriteStream(path))
      if (part.file.truncated) {
        throw badInput(part.fieldname, {
          zh: '文件太大，最多 50 MB',
          en: 'the file is too large; at most 50 MB',
        })
      }
      file = { path, name: part.filename, mime: part.mimetype, bytes: (await stat(path)).size }
    }
    return { file, fields, discard }
  } catch (error) {
    await discard()
    // The form's own faults come as plain errors; those of the disk have a code, refusals a class.
    throw error instanceof Error && error.constructor === Error && !('code' in error) ? brokenForm() : error
  }
}
