import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Context, FileReply } from '../../../server/serve.ts'
import { sheetMime, writeSheet, writeTemplate } from '../../../server/sheet.ts'
import {
  type ImportColumn,
  type ProblemTable,
  isErrorTitle,
  markColumn,
  mostOptions,
  reasonColumn,
  rowColumn,
  sayProblem,
  templateRows,
} from '../rules.ts'
import type { Bilingual } from '../contract.ts'
import { headerOf, lockImport, refusedRows, type SayProblem, type Visibility } from './data.ts'
import { numberPlaces } from './staging.ts'

type Asked = Pick<Context, 'db' | 'language' | 'secrets'> & { session: NonNullable<Context['session']> }

/** The part of a kind of imports that its sheets need. */
interface SheetKind {
  title: Bilingual
  columns(db: Db, projectId: string, params: Readonly<Record<string, string>>): Promise<ImportColumn[]>
  problems: ProblemTable
  fixOf?(column: string): Bilingual | undefined
}

/** Imports in sight, and their kinds by name. */
interface Sight {
  visibility: Visibility
  kindOf(key: string): SheetKind
}

/** A file in place of the contract's output, which is unused here: the server streams it. */
const streamed = (file: FileReply) => file as unknown as null

/** Punctuation between the reasons against a row. */
const punctuation = {
  zh: { colon: '：', semicolon: '；', open: '（', close: '）' },
  en: { colon: ': ', semicolon: '; ', open: ' (', close: ')' },
} as const

const columnsIn = (columns: readonly ImportColumn[], language: 'zh' | 'en') =>
  columns.map(({ title, width, options }) => ({
    title: title[language],
    ...(width ? { width } : {}),
    ...(options && options.length <= mostOptions
      ? { choices: options.map((option) => option[language]) }
      : {}),
  }))

/** Returns a function that words the problems of a kind's rows. */
export const sayerOf =
  ({ problems, fixOf }: Pick<SheetKind, 'problems' | 'fixOf'>): SayProblem =>
  (stored) =>
    sayProblem(problems, fixOf, stored)

/** Writes the Excel template of a kind, with notes, examples and drop-downs. */
export async function templateOf(
  { db, session, language }: Pick<Asked, 'db' | 'session' | 'language'>,
  kind: SheetKind,
  params: Readonly<Record<string, string>> = {},
): Promise<null> {
  const columns = [markColumn, ...(await kind.columns(db, session.projectId, params))]
  const title = kind.title[language]
  return streamed({
    name: { zh: `${title}导入模板.xlsx`, en: `${title.toLowerCase()}-template.xlsx` }[language],
    type: sheetMime,
    body: await writeTemplate({
      name: title,
      columns: columnsIn(columns, language),
      rows: templateRows(columns, language),
    }),
  })
}

/** Records that the rows of an import that were not taken are read. Refuses 404 an import that is not in sight. */
export async function recordErrors(
  tx: Tx,
  session: Asked['session'],
  { visibility }: Pick<Sight, 'visibility'>,
  importId: string,
): Promise<void> {
  const { fileName } = await lockImport(tx, visibility, importId, false)
  await audit(tx, {
    by: session,
    action: 'import.exportError',
    subjectKind: 'import',
    subjectId: importId,
    after: { fileName },
  })
}

/** Writes the rows of an import that were not taken, with reasons. Refuses 404 an import that is not in sight. */
export async function errorsOf(
  { db, secrets, session, language }: Omit<Asked, 'db'> & Pick<Context, 'db'>,
  { visibility, kindOf }: Sight,
  importId: string,
): Promise<null> {
  const found = await lockImport(db, visibility, importId, false)
  const { fileName } = found
  // Anyone who brought the file reads their own numbers in it; to others they stay masked.
  const own = found.operatorId === session.accountId ? secrets : null
  const { header, keys } = await headerOf(db, importId)
  const kind = kindOf(found.kind)
  const columns = await kind.columns(db, session.projectId, found.params)
  const at = numberPlaces(columns, new Map(keys.map((name, place) => [name, place])))
  const titles = new Map(columns.map(({ key: name, title }) => [name, title[language]]))
  // The columns of an earlier error file are not copied.
  const kept = [...header.keys()].filter((place) => keys[place] !== '' || !isErrorTitle(header[place]!))
  const rejected = { zh: '未导入', en: 'Rejected' }[language]
  const marks = punctuation[language]
  const say = sayerOf(kind)
  async function* rows() {
    for await (const { rowNo, cells, problems } of refusedRows(db, own, importId, at)) {
      const said = problems.map(say).map((problem) => {
        const column = problem.column ? `${titles.get(problem.column) ?? problem.column}${marks.colon}` : ''
        const fix = problem.fix ? marks.open + problem.fix[language] + marks.close : ''
        return `${column}${problem[language]}${fix}`
      })
      yield [said.join(marks.semicolon), String(rowNo), ...kept.map((place) => cells[place] ?? null)]
    }
  }
  return streamed({
    name: `${fileName.replace(/\.(xlsx|csv)$/i, '')}-${rejected.toLowerCase()}.xlsx`,
    type: sheetMime,
    body: writeSheet({
      name: rejected,
      columns: [
        { title: reasonColumn[language], width: 40 },
        { title: rowColumn[language], width: 10 },
        ...kept.map((place) => ({ title: header[place]! })),
      ],
      rows: rows(),
    }),
  })
}
