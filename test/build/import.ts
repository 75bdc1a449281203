import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import * as xlsx from '@e965/xlsx'
import { importCalls, type ImportProgress } from '../../features/import/contract.ts'
import type { World } from '../harness.ts'
import { until } from '../until.ts'
import { createUpload, sendBytes } from './resource.ts'

/** A workbook of these cells, as another program writes it. */
export function aSheetFile(rows: unknown[][]): Buffer {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), '表')
  return xlsx.write(book, { type: 'buffer', bookSST: true, compression: true }) as Buffer
}

/** The rows of a workbook's first sheet, as text. */
export function cellsOf(bytes: Buffer): string[][] {
  const book = xlsx.read(bytes)
  return xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: '' })
}

/** File to be imported, and its target. */
export interface Input {
  kind: string
  params: Record<string, string>
}

/** Sends a sheet by the resumable protocol; returns the upload's id. Refused uploads give the reply's status. */
export async function uploadSheet(world: World, token: string, file: Buffer, name = '名单.xlsx') {
  const announced = await world.ask(importCalls.getUploadToken, { name, bytes: file.length }, token)
  await createUpload(world, token, { token: announced.token, bytes: file.length, name })
  const reply = await sendBytes(world, token, announced.uploadId, 0, file)
  return { uploadId: announced.uploadId, status: reply.status }
}

/** Begins an import of a file; returns its id. */
export async function beginImport(world: World, token: string, input: Input, file: Buffer): Promise<string> {
  const { uploadId } = await uploadSheet(world, token, file)
  return (await world.ask(importCalls.begin, { ...input, uploadId }, token)).importId
}

/** The import once nothing runs for it. */
export async function settledImport(world: World, token: string, importId: string): Promise<ImportProgress> {
  await until(async () => {
    await world.portal.drainJobs()
    const [found] = await world.db`
      select i.status, j.error from imports i join jobs j on j.id = i.job_id where i.id = ${importId}`
    if (found?.error) throw new Error(found.error as string)
    return found?.status !== 'checking' && found?.status !== 'applying'
  })
  return world.ask(importCalls.getProgress, { importId }, token)
}

/** Sends a file and waits for its check. */
export async function checkedImport(world: World, token: string, input: Input, file: Buffer) {
  return settledImport(world, token, await beginImport(world, token, input, file))
}

/** Sends a file, checks it and applies what is good. */
export async function appliedImport(
  world: World,
  token: string,
  input: Input,
  file: Buffer,
  updateExisting = false,
) {
  const { importId } = await checkedImport(world, token, input, file)
  await world.ask(importCalls.apply, { importId, updateExisting }, token)
  return settledImport(world, token, importId)
}

/** The reasons against an import's rows: row, and `column：reason` each. */
export async function reasonsOf(world: World, token: string, importId: string) {
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'bad', limit: 50 }, token)
  return list.map(({ row, problems }) => [
    row,
    ...problems.map(({ column, zh }) => `${column ?? '整行'}：${zh}`),
  ])
}

/** Downloads a file call. */
export async function downloaded(world: World, token: string, path: string, query: Record<string, string>) {
  const response = await world.portal.http.inject({
    url: `/api${path}?${new URLSearchParams(query)}`,
    headers: { token },
  })
  return { bytes: response.rawPayload, headers: response.headers }
}

/** The same of a call that answers POST. */
export async function posted(
  world: World,
  token: string,
  path: string,
  payload: Record<string, string>,
): Promise<Buffer> {
  const response = await world.portal.http.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { token },
    payload,
  })
  return response.rawPayload
}

/**
 * Files of imports on disk that no import still has to read and no upload waits with: numbers stand in clear in them.
 */
export async function strayImportFiles(world: World): Promise<string[]> {
  const files = globSync('import/**/*.*', { cwd: dirname(world.app.files.path('import')) })
  const needed = await world.db`
    select file_key as key from imports where status = 'checking' and file_key is not null
    union all select found->>'fileKey' from uploads where status = 'ready' and purpose = 'sheet' and used_for is null`
  const keys = new Set(needed.map(({ key }) => key as string))
  return files.map((file) => file.replaceAll('\\', '/')).filter((file) => !keys.has(file))
}
