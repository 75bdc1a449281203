import type { NumberKind } from '../../../contract/exporting.ts'
import type { Language } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Tx } from '../../../server/db.ts'
import type { BoundExport, ExportColumn, ProjectNames, SheetValue } from '../../../server/exporting.ts'
import { answerOf, type Feature } from '../../../server/feature.ts'
import { totalOf, wholeInput } from '../../../server/page.ts'
import { type BoundCall, contextOfWork } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { type SheetFormat, sheetMime } from '../../../server/sheet.ts'
import { namesOfCodes } from '../../dictionary/server/actions.ts'
import { getSettings } from '../../project/server/actions.ts'
import { openNumbers } from '../../student/reveal/server/actions.ts'

/** An export with what answers the call of its list. */
export interface ExportKind extends BoundExport {
  readonly handle: BoundCall['handle']
}
export type ExportKinds = ReadonlyMap<string, ExportKind>

/** The exports of these features, by the path of their call. */
export function exportKinds(features: readonly Feature[]): ExportKinds {
  const kindOf = (bound: BoundExport): ExportKind => ({
    ...bound,
    handle: (ctx) => answerOf(features, bound.call.list)(ctx),
  })
  return new Map(
    features.flatMap(({ exports = [] }) => exports).map((bound) => [bound.call.path, kindOf(bound)]),
  )
}

/** The media type of the file an export makes. */
export const mimeOf = ({ document }: ExportKind): string => document?.mime ?? sheetMime

type Row = Record<string, unknown>
type Cell = string | number | null

/** Rows that are read at a time; of a document, whose pages take longer, fewer. */
const pieceRows = 1000
const pageRows = 25

/** The 31st of December 1899 in days before 1970, from which sheets count. */
const dayZero = 25_569
const wallClock = 8 * 3_600_000

/** A moment as a sheet counts it, in days by the wall clock. */
const serialOf = (iso: string) => (Date.parse(iso) + wallClock) / 86_400_000 + dayZero

function cellOf(value: SheetValue, format: SheetFormat, language: Language): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'object') return value[language]
  if (format === 'money') return Number(value) / 100
  if (format === 'decimal') return Number(value) / 10
  if (format === 'percent') return Math.floor(Number(value) / 100) / 100
  if (format === 'duration') return Number(value) / 86_400
  if (format === 'count' || format === 'number') return Number(value)
  if (format === 'text') return String(value)
  const serial = serialOf(String(value))
  return format === 'date' ? Math.floor(serial) : Math.round(serial * 86_400) / 86_400
}

/** The reader of a list, with the filter and the form of what is read. */
interface ListReader {
  readonly session: Session
  readonly filter: object
  readonly language: Language
  /** With numbers in full, where the reader may see them. */
  readonly unmasked: boolean
}

/** Returns a project's names for class types and codes. */
async function namesOf(tx: Tx, projectId: string): Promise<ProjectNames> {
  const { showClassType } = await getSettings(tx, projectId)
  const types = new Map(showClassType.map(({ key, name, nameEn }) => [key, { zh: name, en: nameEn || name }]))
  const codes = await namesOfCodes(tx, projectId, ['personnelCategory', 'region', 'industry'])
  return {
    classType: (key) => types.get(key) ?? { zh: key, en: key },
    code: (list, code) => (code === null ? null : (codes[list][code] ?? { zh: code, en: code })),
  }
}

/** The columns of an export as the sheet has them. */
export const sheetColumns = ({ columns }: BoundExport, language: Language) =>
  columns.map(({ title, format = 'text', width }) => ({
    title: title[language],
    format,
    ...(width ? { width } : {}),
  }))

interface RowPiece {
  /** Rows of the whole list. */
  total: number
  list: readonly Row[]
}

/**
 * The rows of a whole list as its own call answers it, piece by piece, in a transaction that sees one moment. With more
 * rows than `most` there are none, and a total above it.
 */
export async function* readRows(
  app: AppContext,
  tx: Tx,
  kind: ExportKind,
  { session, filter, language }: Omit<ListReader, 'unmasked'>,
  most: number | null = null,
): AsyncGenerator<RowPiece> {
  const input = wholeInput(filter, kind.document ? pageRows : pieceRows, most)
  const context = contextOfWork(app, { db: tx, input, session, language })
  for (let length = 1; length > 0; ) {
    const { list } = (await kind.handle(context)) as { list: Row[] }
    length = list.length
    const total = totalOf(input)
    // Else the same page would be read for ever.
    if (total === null)
      throw new TypeError(`${kind.call.list.path} gives its pages another input than its own`)
    yield { total, list }
  }
}

interface Piece {
  /** Rows of the whole list. */
  total: number
  cells: Cell[][]
}

/** The cells of a whole list, as `readRows` reads it. */
export async function* readCells(
  app: AppContext,
  tx: Tx,
  kind: ExportKind,
  reader: ListReader,
  most: number | null = null,
): AsyncGenerator<Piece> {
  const columns = kind.columns as readonly ExportColumn<Row>[]
  const { language, unmasked, session } = reader
  const names = await namesOf(tx, session.projectId)
  const kinds = unmasked ? kind.call.numbers : []
  for await (const { total, list } of readRows(app, tx, kind, reader, most)) {
    const full = new Map<NumberKind, Map<string, string>>()
    for (const number of kinds) {
      const of = columns.find((column) => column.number?.kind === number)!.number!.of
      full.set(
        number,
        await openNumbers(
          tx,
          app.secrets,
          session.scope,
          number,
          list.map(of).filter((id) => id !== null),
        ),
      )
    }
    const valueOf = (row: Row, { number, value }: ExportColumn<Row>): SheetValue =>
      (number && full.get(number.kind)?.get(number.of(row) ?? '')) ?? value(row, names)
    const rows = kind.split ? list.flatMap(kind.split as (row: Row) => readonly Row[]) : list
    yield {
      total,
      cells: rows.map((row) =>
        columns.map((column) => cellOf(valueOf(row, column), column.format ?? 'text', language)),
      ),
    }
  }
}

/** The name of the file of a day, `班级-2026-11-23.xlsx`. */
export async function fileNameOf(
  tx: Tx,
  { call, document }: ExportKind,
  language: Language,
): Promise<string> {
  const [row] = await tx<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  return `${call.title[language]}-${row!.day}.${document?.extension ?? 'xlsx'}`
}
