import { type Static, Type } from 'typebox'
import { call, Id, Moment, Named, Nothing, Nullable, OneOf, Text, FreeText } from '../../contract/call.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { textEncodings } from '../../contract/textEncoding.ts'
import { UploadTicket } from '../upload/contract.ts'

export const importStatuses = ['checking', 'checked', 'applying', 'applied', 'failed', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** A sentence in both languages. */
export const Bilingual = Type.Object({ zh: Type.String(), en: Type.String() })
export type Bilingual = Static<typeof Bilingual>

/** A problem with a row, and how to fix it: the column by its key, or null for the row as a whole. */
export const RowProblem = Type.Object({
  column: Nullable(Type.String()),
  zh: Type.String(),
  en: Type.String(),
  /** A way to fix it; a replacement value if one is near. */
  fix: Type.Optional(Bilingual),
})
export type RowProblem = Static<typeof RowProblem>

/** The effect of applying a row: it adds something, changes what is there, or leaves it as it is. */
export const outcomes = ['new', 'changed', 'same'] as const
export type Outcome = (typeof outcomes)[number]

/** A column as the wizard shows it. */
const ColumnHead = Type.Object({
  key: Type.String(),
  zh: Type.String(),
  en: Type.String(),
  note: Bilingual,
  required: Type.Boolean(),
  /** The words of which one is written in a cell; none where any text may be. */
  options: Type.Array(Bilingual),
})
type ColumnHead = Static<typeof ColumnHead>

/** The state of an import. `done` of `rows` counts rows read while checking, rows decided while applying. */
export const ImportProgress = Named('ImportProgress', {
  importId: Id,
  kind: Type.String(),
  /** Parameters it was begun with: the unit, the bank. */
  params: Type.Record(Type.String(), Type.String()),
  /** The unit it goes into; null where that is no unit's matter. */
  unitName: Nullable(Type.String()),
  /** True if the caller may edit its rows: it is one's own, and waits for a confirmation. */
  editable: Type.Boolean(),
  /** True if the caller uploaded it. */
  isOwn: Type.Boolean(),
  /** True if the caller may apply it: a bank statement only its uploader. */
  applicable: Type.Boolean(),
  fileName: Type.String(),
  /** The encoding that a text file was found in; absent for a workbook, and before it is known. */
  encoding: Type.Optional(OneOf(textEncodings)),
  status: OneOf(importStatuses),
  /** The reason the file was not read, or the import stopped; null otherwise. */
  problem: Nullable(Bilingual),
  /** True if it stopped halfway and may be continued. */
  stopped: Type.Boolean(),
  rows: Type.Integer(),
  done: Type.Integer(),
  /** Rows that may be applied, by what applying them does, and rows with a reason against them. */
  fresh: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  bad: Type.Integer(),
  /** Rows that a person left out, which are neither. */
  leftOut: Type.Integer(),
  /** Rows with a cell that shows something else than it holds, or a name that cannot be printed. */
  remarked: Type.Integer(),
  /** Rows that the sheet hides, as by a filter, the first ten of them, and the keys of its hidden columns. */
  hiddenRows: Type.Integer(),
  firstHiddenRows: Type.Array(Type.Integer()),
  hiddenColumns: Type.Array(Type.String()),
  /** True if those rows, and the content of those columns, are left out. */
  hiddenRowsOut: Type.Boolean(),
  hiddenColumnsOut: Type.Boolean(),
  /** Titles of the sheet's columns that are not imported, by their beginnings. */
  otherColumns: Type.Array(Type.String()),
  /** Counts of the applied rows by outcome. */
  added: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer(),
  createdAt: Moment,
})
export type ImportProgress = Static<typeof ImportProgress>

/** An import in a list of many kinds: also what it brings in, and the page that has its wizard. */
export const ListedImport = Named('ListedImport', {
  ...ImportProgress.properties,
  title: Bilingual,
  page: Type.String(),
})
export type ListedImport = Static<typeof ListedImport>

/** A row may be applied, has a reason against it or was left out; once the import is applied, it was taken or not. */
const rowStates = ['good', 'bad', 'out', 'accepted', 'rejected'] as const

export const ImportRow = Named('ImportRow', {
  row: Type.Integer(),
  /** The subject of the row, personal numbers masked. */
  label: Type.String(),
  state: OneOf(rowStates),
  outcome: OneOf(outcomes),
  /** Words on what applying it does, where its kind says more than the outcome. */
  effect: Type.Optional(Bilingual),
  /** The row's cells under the file's titles, personal numbers masked. */
  cells: Type.Array(Nullable(Type.String())),
  problems: Type.Array(RowProblem),
  /** Words on cells that are imported: which was taken where one shows something else than it holds, what cannot be printed. */
  remarks: Type.Array(RowProblem),
  /** Counts how often it was edited; a change names the version it was read at. */
  version: Type.Integer(),
})
export type ImportRow = Static<typeof ImportRow>

/** A row as the person who uploaded it edits it: its cells as they came, personal numbers in full. */
export const EditableRow = Named('EditableRow', {
  ...ImportRow.properties,
  /** Probable values for faulty cells, by the key of the column. */
  suggestions: Type.Array(Type.Object({ column: Type.String(), text: Type.String() })),
})
export type EditableRow = Static<typeof EditableRow>

export const importRefusals = refusals({
  noFile: { code: 422, zh: '请选择要上传的 Excel 文件', en: 'Choose the Excel file to upload' },
  wrongTemplate: {
    code: 422,
    zh: '文件与“{name}”的模板不符：表头缺少“{columns}”，请下载模板填写',
    en: 'The file does not match the template for “{name}”: the header does not have {columns}. Download the template and fill it in',
  },
  unknownForm: {
    code: 422,
    zh: '认不出这个文件的格式：没有哪一行表头有“{columns}”。可以读取：{forms}',
    en: 'The form of the file is not known: no header row has {columns}. Forms that are read: {forms}',
  },
  noRows: {
    code: 422,
    zh: '表头下面没有记录，请核对文件',
    en: 'There are no rows below the header; check the file',
  },
  doubleColumn: {
    code: 422,
    zh: '表头有两个“{column}”，请删除其中一列',
    en: 'The header contains “{column}” twice; remove one of the two columns',
  },
  empty: {
    code: 422,
    zh: '文件里没有要导入的行，请从模板的示例下面开始填写',
    en: 'The file has no rows to import; fill in the template below the examples',
  },
  otherRequest: {
    code: 409,
    zh: '这个文件已用于另一次导入，请重新上传后再导入',
    en: 'This upload was already used for another import; upload the file again',
  },
  notYours: {
    code: 403,
    zh: '只有上传这个文件的人可以修改',
    en: 'Only the person who uploaded the file can correct it',
  },
  notEditable: {
    code: 409,
    zh: '这次导入现在不能修改',
    en: 'This import cannot be corrected now',
  },
  editedElsewhere: {
    code: 409,
    zh: '这一行刚刚在别处修改过，请核对后再改',
    en: 'This row was just corrected elsewhere; review it before you change it',
  },
  noSuchColumn: {
    code: 422,
    zh: '文件里没有这一列',
    en: 'The file has no such column',
  },
  requiredHidden: {
    code: 422,
    zh: '“{columns}”是必填的列，在表里隐藏也要导入',
    en: '{columns} must be filled in and cannot be left out, although hidden in the sheet',
  },
  noLongerAllowed: {
    code: 403,
    zh: '导入人已没有导入的权限，其余行没有导入',
    en: 'The person who imports no longer has permission to; the remaining rows were not imported',
  },
  templateOf: {
    code: 422,
    zh: '请选择要下载哪一项的模板',
    en: 'Choose what the template is for',
  },
  othersFile: {
    code: 403,
    zh: '这份文件是别人上传的，只有上传人可以导入；请自己核对并上传文件',
    en: 'Somebody else uploaded this file, and only they can import it; check and upload the file yourself',
  },
  nothingGood: { code: 409, zh: '没有需要导入的行', en: 'There are no rows to import' },
  lapsed: {
    code: 409,
    zh: '这次导入已超过 30 天，其中的数据已清除，请重新上传文件',
    en: 'This import is more than 30 days old and its data was deleted; upload the file again',
  },
  stopped: {
    code: 503,
    zh: '处理中断，请重试；如再次出现请联系管理员',
    en: 'Processing was interrupted; try again, and contact an administrator if it happens again',
  },
})

/** Pages that import something; which of them an import needs is said by its kind. */
export const importMenus = [
  '/student-manage/student#import',
  '/resource-manage/add-question',
  '/resource-manage/video',
  '/train-manage/study-report#transfer',
  '/train-manage/unit-class',
  '/order-manage/list#receipt',
  '/cms-manage/apply-manage#apply',
  '/cms-manage/apply-exam-manage#apply',
  '/cms-manage/score-manage#import',
] as const

const ImportId = Type.Object({ importId: Id })
const Kind = Type.String({ pattern: '^[a-z][A-Za-z]{1,30}$' })
/** Parameters of an import, as its kind declares them: the unit, the bank. */
const Params = Type.Optional(Type.Record(Type.String({ pattern: '^[a-zA-Z]{1,30}$' }), Text(64)))

/** The thing whose template it is, where a kind has one for each: the sign-up. */
const TemplateOf = Type.Optional(Id)

export const importCalls = {
  getTemplate: call('/base/import/get-template.action', {
    allow: importMenus,
    input: Type.Object({ kind: Kind, of: TemplateOf }),
    output: Type.Object({
      title: Bilingual,
      columns: Type.Array(ColumnHead),
      /** Forms of other programs that are read in place of a template, as workbook or CSV; null where there is a template. */
      forms: Nullable(Bilingual),
    }),
    summary: 'The columns of a kind of import, with their notes',
  }),
  downloadTemplate: call('/base/import/download-template.action', {
    allow: importMenus,
    method: 'GET',
    reply: 'file',
    input: Type.Object({ kind: Kind, of: TemplateOf }),
    output: Nothing,
    summary:
      'The Excel template of a kind of import, with notes, examples and drop-downs; 404 where it has none',
  }),
  getUploadToken: call('/base/import/get-upload-token.action', {
    allow: importMenus,
    perMinute: 120,
    input: Type.Object({ name: FreeText(200), bytes: Type.Integer({ minimum: 1 }) }),
    output: UploadTicket,
    summary: 'Announces a sheet; gives what its resumable upload needs',
  }),
  begin: call('/base/import/begin.action', {
    allow: importMenus,
    perMinute: 60,
    input: Type.Object({ kind: Kind, params: Params, uploadId: Id }),
    output: ImportId,
    summary:
      'Begins to check an uploaded sheet; nothing is imported yet. The same upload gives the same import',
  }),
  getProgress: call('/base/import/get-progress.action', {
    allow: importMenus,
    input: ImportId,
    output: ImportProgress,
    summary: 'How far an import is; absent is 404',
  }),
  findRows: call('/base/import/find-rows.action', {
    allow: importMenus,
    input: Paging({
      importId: Id,
      only: Type.Optional(OneOf(['bad', 'good', 'out', 'remarked'])),
      /** Rows after this one: keyset paging in a long file. */
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_048_576 })),
    }),
    output: Type.Object({ ...PageOf(ImportRow).properties, header: Type.Array(Type.String()) }),
    summary: 'Rows of an import with row, column, reason and what to do about it',
  }),
  findFaults: call('/base/import/find-faults.action', {
    allow: importMenus,
    input: Paging({ importId: Id }),
    output: Type.Object({
      ...PageOf(EditableRow).properties,
      header: Type.Array(Type.String()),
      /** The key of each column of the file; '' for what is none. */
      keys: Type.Array(Type.String()),
    }),
    summary:
      'The faulty rows of one’s own checked import, with their values in full and what was probably meant; recorded once an import',
  }),
  editRow: call('/base/import/edit-row.action', {
    allow: importMenus,
    perMinute: 600,
    input: Type.Object({
      importId: Id,
      row: Type.Integer({ minimum: 1, maximum: 1_048_576 }),
      version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      /** The new text of the cells that change, by the key of their column. */
      cells: Type.Record(
        Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9]{0,39}$' }),
        Type.String({ maxLength: 1000 }),
      ),
      /** Leaves the row out instead; without it the row is read again and comes back. */
      leaveOut: Type.Optional(Type.Boolean()),
    }),
    /** The row and those judged with it, a hundred at most, and the counts of the import. */
    output: Type.Object({ rows: Type.Array(EditableRow), progress: ImportProgress }),
    summary: 'Changes cells of a row of one’s own checked import and checks it again, or leaves the row out',
  }),
  leaveOutHidden: call('/base/import/leave-out-hidden.action', {
    allow: importMenus,
    input: Type.Object({
      importId: Id,
      /** True leaves out the rows that the sheet hides. */
      rows: Type.Boolean(),
      /** True leaves out the content of its hidden columns. */
      columns: Type.Boolean(),
    }),
    output: Nothing,
    summary:
      'Leaves hidden rows or hidden columns out of a checked import, or takes them in again; its rows are checked once more',
  }),
  apply: call('/base/import/apply.action', {
    allow: importMenus,
    input: Type.Object({
      importId: Id,
      /** True if existing records take over the values of the file; they are left as they are otherwise. */
      updateExisting: Type.Optional(Type.Boolean()),
    }),
    output: Nothing,
    summary: 'Imports the good rows of a checked file; repeated, it answers the same',
  }),
  cancel: call('/base/import/cancel.action', {
    allow: importMenus,
    input: ImportId,
    output: Nothing,
    summary: 'Stops an import; what was imported until then stays',
  }),
  exportError: call('/base/import/export-error.action', {
    allow: importMenus,
    method: 'GET',
    reply: 'file',
    input: ImportId,
    output: Nothing,
    summary: 'The rows that were not taken, with reasons; it may be corrected and uploaded again',
  }),
  findList: call('/base/import/find-list.action', {
    allow: importMenus,
    input: Type.Object({}),
    output: Type.Array(ListedImport),
    summary:
      'One’s own imports of the last week and older ones that still wait, the newest first, twenty at most',
  }),
}
