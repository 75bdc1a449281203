import { refusals } from '../../contract/refusal.ts'

/** Refusals to read a file as a sheet. */
export const sheetRefusals = refusals({
  notSheet: {
    code: 422,
    zh: '这不是可以读取的 Excel 文件（.xlsx），文件可能已损坏，请用 Excel 打开并另存后重新上传',
    en: 'This is not a readable Excel file (.xlsx) and may be damaged; open it in Excel, save it again and upload the new file',
  },
  notTable: {
    code: 422,
    zh: '这不是可以读取的 CSV 文件：里面有损坏的字节，或文字编码不是 UTF-8、UTF-16、GB18030；请重新下载，或另存为 .xlsx 后上传',
    en: 'This is not a readable CSV file: it has damaged bytes, or its text is not in UTF-8, UTF-16 or GB18030; download it again, or save it as .xlsx and upload that',
  },
  oldFormat: {
    code: 422,
    zh: '这是旧版 .xls 文件或加密的文件，请另存为不加密的 .xlsx 后重新上传',
    en: 'This is an old .xls file or an encrypted one; save it as .xlsx without a password and upload that',
  },
  tooLarge: {
    code: 422,
    zh: '文件展开后太大，请拆分成几个文件上传',
    en: 'The file is too large once unpacked; split it into several files',
  },
  tooManyEntries: {
    code: 422,
    zh: '文件内部的部件多于 {limit} 个，请把表格复制到新的工作簿后上传',
    en: 'The file has more than {limit} internal parts; copy the table into a new workbook and upload that',
  },
  tooManyRows: {
    code: 422,
    zh: '表格多于 {limit} 行，请拆分成几个文件上传',
    en: 'The sheet has more than {limit} rows; split it into several files',
  },
  tooManyColumns: {
    code: 422,
    zh: '表格多于 {limit} 列，请删除多余的列',
    en: 'The sheet has more than {limit} columns; remove the others',
  },
  tooManyMerges: {
    code: 422,
    zh: '表格里的合并单元格多于 {limit} 处，请取消合并或拆分成几个文件上传',
    en: 'The sheet has more than {limit} merged ranges; unmerge them or split it into several files',
  },
  tooMuchText: {
    code: 422,
    zh: '表格里的文字太多，请拆分成几个文件上传',
    en: 'The sheet contains too much text; split it into several files',
  },
  tooSlow: {
    code: 422,
    zh: '读取这个文件超过 {seconds} 秒，已停止；请把表格复制到新的工作簿，或拆分后上传',
    en: 'Reading the file took longer than {seconds} seconds and was stopped; copy the table into a new workbook, or split the file',
  },
  noSheet: { code: 422, zh: '文件里没有工作表', en: 'The file has no worksheet' },
})

/** Limits of a sheet, all of it counted while reading and none of it believed from the file's own headers. */
export const sheetLimits = {
  containerBytes: 50 * 1024 * 1024,
  entries: 200,
  inflatedBytes: 1024 * 1024 * 1024,
  /** Inflated to packed bytes of a part, once it is past a megabyte. */
  ratio: 200,
  rows: 200_000,
  columns: 64,
  /** Ranges that are merged over several rows. */
  merges: 100_000,
  /** Limit of one cell, as Excel has it. */
  cellCharacters: 32_767,
  /** Limit of all cells: a shared text counts as often as a cell shows it. */
  characters: 256 * 1024 * 1024,
  /** Time limit for reading; a loaded machine takes ten times as long as an idle one. */
  seconds: 600,
} as const
export type SheetLimits = { [K in keyof typeof sheetLimits]: number }
