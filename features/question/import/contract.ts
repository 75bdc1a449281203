import { type Static, Type } from 'typebox'
import { call, Id, Moment, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'

export const importStatuses = ['checking', 'checked', 'applying', 'applied', 'failed', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]

const Bilingual = Type.Object({ zh: Type.String(), en: Type.String() })

/** Where an import stands. `done` of `rows` counts rows read while checking, rows decided while applying. */
export const ImportProgress = Type.Object({
  importId: Id,
  fileName: Type.String(),
  status: OneOf(importStatuses),
  /** Why the whole file was not read; null otherwise. */
  problem: Nullable(Bilingual),
  rows: Type.Integer(),
  done: Type.Integer(),
  /** Rows that may be applied, and rows with a reason against them. */
  good: Type.Integer(),
  bad: Type.Integer(),
  accepted: Type.Integer(),
  rejected: Type.Integer(),
  createdAt: Moment,
})
export type ImportProgress = Static<typeof ImportProgress>

/**
 * What is wrong with a row: the column by its key, or null for the row as a whole, and then why: the same
 * question is there already (`same`), with another answer (`rival`), or its material fell with another row.
 */
export const RowProblem = Type.Object({
  column: Nullable(Type.String()),
  kind: Type.Optional(OneOf(['same', 'rival', 'group'])),
  zh: Type.String(),
  en: Type.String(),
})
export type RowProblem = Static<typeof RowProblem>

export const ImportRow = Type.Object({
  row: Type.Integer(),
  stem: Type.String(),
  state: OneOf(['good', 'bad', 'accepted', 'rejected']),
  problems: Type.Array(RowProblem),
})
export type ImportRow = Static<typeof ImportRow>

export const importRefusals = refusals({
  noFile: { code: 422, zh: '请选择要上传的 Excel 文件', en: 'Choose the Excel file to upload' },
  wrongTemplate: {
    code: 422,
    zh: '文件不是题目模板：第一行缺少“{columns}”，请下载模板填写',
    en: 'The file is not the question template: its first row lacks {columns}. Download the template and fill it in',
  },
  empty: { code: 422, zh: '文件里没有题目', en: 'The file holds no question' },
  nothingGood: { code: 409, zh: '没有可以导入的行', en: 'There is no row to import' },
})

const menu = '/resource-manage/add-question'
const ImportId = Type.Object({ importId: Id })

export const importCalls = {
  downloadTemplate: call('/base/question-bank/download-template.action', {
    allow: menu,
    method: 'GET',
    reply: 'file',
    input: Type.Object({}),
    output: Nothing,
    summary: 'The Excel template for questions, with notes, examples and dropdowns',
  }),
  import: call('/base/question-bank/import.action', {
    allow: menu,
    body: 'multipart',
    perMinute: 30,
    input: Type.Object({ bankId: Id }),
    output: ImportId,
    summary: 'Takes a filled-in template in and begins to check it; nothing is imported yet',
  }),
  getImportProgress: call('/base/question-bank/get-import-progress.action', {
    allow: menu,
    input: ImportId,
    output: ImportProgress,
    summary: 'How far an import is; absent is 404',
  }),
  findImportRows: call('/base/question-bank/find-import-rows.action', {
    allow: menu,
    input: Paging({ importId: Id, only: Type.Optional(OneOf(['bad', 'good'])) }),
    output: PageOf(ImportRow),
    summary: 'Rows of an import with row, column and reason',
  }),
  applyImport: call('/base/question-bank/apply-import.action', {
    allow: menu,
    input: ImportId,
    output: Nothing,
    summary: 'Imports the good rows of a checked file; repeated, it answers the same',
  }),
  cancelImport: call('/base/question-bank/cancel-import.action', {
    allow: menu,
    input: ImportId,
    output: Nothing,
    summary: 'Stops an import; what was imported until then stays',
  }),
  exportError: call('/base/question-bank/export-error.action', {
    allow: menu,
    method: 'GET',
    reply: 'file',
    input: ImportId,
    output: Nothing,
    summary: 'The rows that were not taken, with reasons; it may be corrected and uploaded again',
  }),
}
