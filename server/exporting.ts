import type { Call, OutputOf } from '../contract/call.ts'
import type { ExportCall, NumberKind } from '../contract/exporting.ts'
import type { Bilingual } from '../contract/refusal.ts'
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

/** An export with its columns. */
export interface BoundExport {
  readonly call: ExportCall
  readonly columns: readonly ExportColumn<never>[]
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
