import * as xlsx from '@e965/xlsx'
import { importCalls } from '../../features/question/import/contract.ts'
import { sheetColumns } from '../../features/question/sheet/rules.ts'
import type { World } from '../harness.ts'

/** The titles of the template's columns. */
export const questionHeader = sheetColumns.map((column) => column.zh)

/** Cells of a row by column title. */
export type FilledRow = Partial<Record<string, string>>
export const cellsOfRow = (filled: FilledRow) => questionHeader.map((title) => filled[title] ?? '')

/** A single choice of two whose right answer is B. */
export const aChoiceRow = (stem: string, more: FilledRow = {}): FilledRow => ({
  题型: '单选题',
  题干: stem,
  选项A: '甲',
  选项B: '乙',
  答案: 'B',
  ...more,
})

/** A workbook of these cells, as another program writes it. */
export function aSheetFile(rows: unknown[][]): Buffer {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), '题目')
  return xlsx.write(book, { type: 'buffer', bookSST: true, compression: true }) as Buffer
}

/** The template, filled in. */
export const aQuestionFile = (...rows: FilledRow[]) => aSheetFile([questionHeader, ...rows.map(cellsOfRow)])

/** Uploads a file of questions as a browser does; without a file, the form alone. */
export async function uploadQuestions(world: World, token: string, bankId: string, file: Buffer | null) {
  const form = new FormData()
  form.append('bankId', bankId)
  if (file) form.append('file', new Blob([new Uint8Array(file)]), '题目.xlsx')
  const body = new Response(form)
  const response = await world.portal.http.inject({
    method: 'POST',
    url: `/api${importCalls.import.path}`,
    headers: { token, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return response.json() as { respCode: number; field?: string; attribute: { importId: string } }
}

/** The import once nothing runs for it. */
export async function settledImport(world: World, token: string, importId: string) {
  for (;;) {
    await world.portal.drainJobs()
    const progress = await world.ask(importCalls.getImportProgress, { importId }, token)
    if (progress.status !== 'checking' && progress.status !== 'applying') return progress
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Uploads a file and waits for its check. */
export async function checkedImport(world: World, token: string, bankId: string, file: Buffer) {
  const { attribute } = await uploadQuestions(world, token, bankId, file)
  return settledImport(world, token, attribute.importId)
}

/** Uploads a file, checks it and imports what is good. */
export async function appliedImport(world: World, token: string, bankId: string, file: Buffer) {
  const { importId } = await checkedImport(world, token, bankId, file)
  await world.ask(importCalls.applyImport, { importId }, token)
  return settledImport(world, token, importId)
}
