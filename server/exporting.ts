import type { Call, OutputOf } from '../contract/call.ts'
import type { ExportCall, NumberKind } from '../contract/exporting.ts'
import type { Bilingual, Language } from '../contract/refusal.ts'
import type { AppContext } from './appContext.ts'
import type { Db, Tx } from './db.ts'
import type { SheetFormat } from './sheet.ts'

/** Names for an export, as a project gives them to its things. */
export interface ProjectNames {
  classType(key: string): Bilingual
  /** Name of a code in a list of the dictionary. */
  code(list: 'personnelCategory' | 'region' | 'industry', code: string | null): Bilingual | null
}

/**
 * A value of a sheet. A text in both languages is said in the reader's; money is in fen, decimals are in tenths,
 * percents in hundredths, durations in seconds; dates and moments are ISO 8601.
 */
export type SheetValue = string | number | Bilingual | null | undefined

/** A column of an export. */
export interface ExportColumn<R> {
  /** As the list's page heads it. */
  title: Bilingual
  /** `text` unless given. */
  format?: SheetFormat
  /** Width in characters. */
  width?: number
  value(row: R, names: ProjectNames): SheetValue
  /** The number that `value` shows masked, and the account whose number it is. */
  number?: { kind: NumberKind; of(row: R): string | null }
}

/** Tools for writing a document; `give` is told the id of each row that is in it. */
interface Writing {
  readonly app: AppContext
  readonly db: Db
  readonly language: Language
  give(id: string): void
}

/** A file that is no sheet, made of the rows of a list. */
export interface ExportDocument<R = never> {
  readonly extension: 'pdf' | 'zip'
  readonly mime: string
  /** Rows of which it is answered at once; of more a job makes it. */
  readonly atOnce: number
  /** Its bytes, of some rows at a time. */
  write(writing: Writing, rows: AsyncIterable<readonly R[]>): AsyncIterable<Uint8Array>
  /** Records that rows are in a file that is handed out, in the transaction that hands it out. */
  given(tx: Tx, ids: readonly string[]): Promise<unknown>
}

/** An export with its columns, or as a document of its own. */
export interface BoundExport {
  readonly call: ExportCall
  readonly columns: readonly ExportColumn<never>[]
  readonly document?: ExportDocument
  /** The rows of the sheet that one of the list becomes; one unless given. */
  readonly split?: (row: never) => readonly unknown[]
}

type RowOf<C extends Call> = OutputOf<C> extends { list: (infer R)[] } ? R : never

/** Declares what the sheet of an export shows of each row of its list, or of each of those that `split` makes of it. */
export function exported<C extends Call, R = RowOf<C>>(
  call: ExportCall<C>,
  columns: readonly ExportColumn<NoInfer<R>>[],
  split?: (row: RowOf<C>) => readonly R[],
): BoundExport {
  return { call, columns, ...(split && { split }) }
}

/** Declares the document that an export makes of the rows of its list. */
export function documentOf<C extends Call>(
  call: ExportCall<C>,
  document: ExportDocument<RowOf<C>>,
): BoundExport {
  return { call, columns: [], document }
}
