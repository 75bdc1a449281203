import { strToU8, Zip, ZipPassThrough } from 'fflate'
import type { Db } from '../../../../server/db.ts'
import { documentOf, exported, type ExportDocument } from '../../../../server/exporting.ts'
import { mergePdfs } from '../../../../server/pdf/merge.ts'
import { certificateLifecycle } from '../../contract.ts'
import { listPrints } from '../../server/data.ts'
import { countPrints, sheetOf } from '../../server/print.ts'
import { openSigner } from '../../signature/server/actions.ts'
import { kindNames, levelNames } from '../../template/rules.ts'
import { missingLetters, printSheets, type Sheet } from '../../template/server/print.ts'
import { leftOutLines, printLeftOut } from './print.ts'
import { registerExports, type RegisteredCertificate } from '../contract.ts'

type Writing = Parameters<ExportDocument['write']>[0]

/** A certificate ready to be printed, or the number of one whose letters no font has. */
type Ready = { number: string; sheet: Sheet | null }

/** The valid ones of these rows, some at a time; those that are not valid any more are left out. */
async function* readied(
  { app, db, give }: Writing,
  rows: AsyncIterable<readonly RegisteredCertificate[]>,
): AsyncGenerator<readonly Ready[]> {
  for await (const some of rows) {
    const ids = some.map(({ id }) => id)
    // A key may be withdrawn while many are printed.
    const sign = await openSigner(app.db, app.secrets)
    const ready: Ready[] = []
    for (const { id, ...print } of await listPrints(db as Db, ids)) {
      const sheet = sheetOf(print, app.environment.publicUrl, sign)
      const isPrintable = missingLetters(sheet) === ''
      if (isPrintable) give(id)
      ready.push({ number: print.number, sheet: isPrintable ? sheet : null })
    }
    if (ready.length > 0) yield ready
  }
}

/** The pages of all, some to a document, and one that names those that could not be printed. */
async function* pagesOf(writing: Writing, rows: AsyncIterable<readonly RegisteredCertificate[]>) {
  const leftOut: string[] = []
  let count = 0
  for await (const some of readied(writing, rows)) {
    const sheets = some.flatMap(({ sheet }) => (sheet ? [sheet] : []))
    if (sheets.length > 0) yield await printSheets(sheets)
    leftOut.push(...some.flatMap(({ number, sheet }) => (sheet ? [] : [number])))
    count += sheets.length
  }
  if (leftOut.length > 0 || count === 0) yield await printLeftOut(leftOut, writing.language)
}

/** A zip of a PDF each, and one that names those that could not be printed; memory holds one of them. */
async function* zipOf(writing: Writing, rows: AsyncIterable<readonly RegisteredCertificate[]>) {
  let parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const add = (name: string, content: Uint8Array) => {
    const file = new ZipPassThrough(name)
    // The same certificates are the same bytes, whenever they are asked for.
    file.mtime = new Date(2000, 0, 1)
    zip.add(file)
    file.push(content, true)
  }
  const taken = () => {
    const all = parts
    parts = []
    return all
  }
  const leftOut: string[] = []
  const names = new Set<string>()
  for await (const some of readied(writing, rows)) {
    for (const { number, sheet } of some) {
      if (!sheet) {
        leftOut.push(number)
        continue
      }
      // Numbers are as the template has them: what no file may be called is replaced.
      const stem = number.replace(/[^\p{L}\p{N}._-]/gu, '_')
      const name = names.has(stem) ? `${stem}-${names.size}` : stem
      names.add(name)
      add(`${name}.pdf`, await printSheets([sheet]))
      yield* taken()
    }
  }
  if (leftOut.length > 0 || names.size === 0)
    add('_.txt', strToU8(leftOutLines(leftOut, writing.language).join('\r\n')))
  zip.end()
  yield* taken()
}

const document = { atOnce: 20, given: countPrints }

/** The sheet of the register, and its certificates on paper: one file of all, or a file each. */
export const registerExportList = [
  exported(registerExports.exportRegister, [
    { title: { zh: '证书号', en: 'Certificate no.' }, width: 20, value: (row) => row.number },
    { title: { zh: '类型', en: 'Type' }, width: 16, value: (row) => kindNames[row.kind] },
    { title: { zh: '持证人', en: 'Holder' }, value: (row) => row.realName },
    {
      title: { zh: '证件号', en: 'ID number' },
      width: 22,
      value: (row) => row.cardMask,
      number: { kind: 'card', of: (row) => row.accountId },
    },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '证书内容', en: 'Certified' }, width: 40, value: (row) => row.className },
    { title: { zh: '技能等级', en: 'Level' }, width: 20, value: (row) => row.level && levelNames[row.level] },
    { title: { zh: '年度', en: 'Year' }, width: 8, value: (row) => String(row.year) },
    { title: { zh: '学时', en: 'Hours' }, format: 'decimal', width: 8, value: (row) => row.hoursTenths },
    { title: { zh: '状态', en: 'Status' }, value: (row) => certificateLifecycle.stateName(row.status) },
    { title: { zh: '替换它的证书', en: 'Replaced by' }, width: 20, value: (row) => row.replacedBy },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => row.revokeReason },
    { title: { zh: '打印次数', en: 'Prints' }, format: 'count', width: 10, value: (row) => row.printCount },
    { title: { zh: '签发时间', en: 'Issued' }, format: 'moment', width: 18, value: (row) => row.issuedAt },
  ]),
  documentOf(registerExports.printPdf, {
    ...document,
    extension: 'pdf',
    mime: 'application/pdf',
    write: (writing, rows) => mergePdfs(pagesOf(writing, rows)),
  }),
  documentOf(registerExports.printZip, {
    ...document,
    extension: 'zip',
    mime: 'application/zip',
    write: zipOf,
  }),
]
