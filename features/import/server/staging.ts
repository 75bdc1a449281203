import { withoutNumbers } from '../../../contract/personalNumber.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { SheetRow } from '../../../server/sheet/rows.ts'
import type { RowProblem } from '../contract.ts'

/** What a kind reads out of a row. Personal numbers stand in `card` and `mobile` alone, never in label or draft. */
export interface ReadRow {
  label: string
  /** Null when the row was not understood; `problems` says why. */
  draft: object | null
  problems: RowProblem[]
  card?: { sealed: Buffer; index: Buffer } | undefined
  mobile?: { sealed: Buffer; index: Buffer } | undefined
  /** Equal where two rows say the same, and where rows belong to one thing. */
  keyHash?: Buffer | undefined
  groupHash?: Buffer | undefined
}

/** Makes a kind's reading of rows, in the reading thread; `setup` is what the kind prepared for this import. */
export type ReaderOf<S> = (
  setup: S,
  secrets: Secrets,
) => (row: SheetRow, places: ReadonlyMap<string, number>) => ReadRow

/** Columns of import_rows in the order of a staged line. */
export const stagedColumns =
  'import_id, row_no, group_no, label, cells, cells_sealed, draft, card_index, card_sealed, mobile_index, ' +
  'mobile_sealed, key_hash, group_hash, problems, state'

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text as COPY reads it. */
const text = (value: string) =>
  special.test(value) ? value.replace(/[\\\n\r\t]/g, (sign) => escapes[sign]!) : value
const bytes = (value: Buffer | undefined) => (value ? `\\\\x${value.toString('hex')}` : '\\N')

/** A cell's text without what no database column holds: zero characters and halves of a pair. */
export function storable(cell: string | null): string | null {
  if (cell === null) return null
  const whole = cell.isWellFormed() ? cell : cell.toWellFormed()
  return whole.includes('\u0000') ? whole.replaceAll('\u0000', '') : whole
}

/** Where the clear text of an import's masked cells is bound to when it is sealed. */
export const cellsPlace = 'import_rows.cells'

/** The cells with every personal number masked, and those that held one, by their place, to be sealed. */
function maskedCells(cells: readonly (string | null)[]) {
  const clear: Record<number, string> = {}
  let isClear = true
  const shown = cells.map((cell, place) => {
    // Shorter than any number that is personal.
    if (cell === null || cell.length < 11) return cell
    const masked = withoutNumbers(cell)
    if (masked === cell) return cell
    clear[place] = cell
    isClear = false
    return masked
  })
  return { shown, clear: isClear ? null : clear }
}

/** A row as a line of COPY, its personal numbers sealed. */
export function stagedLine(importId: string, secrets: Secrets, row: SheetRow, read: ReadRow): string {
  const { shown, clear } = maskedCells(row.cells)
  const sealed = clear ? secrets.seal(cellsPlace, JSON.stringify(clear)) : undefined
  const isGood = read.draft !== null && read.problems.length === 0
  return (
    `${importId}\t${row.row}\t${row.row}\t${text(withoutNumbers(read.label))}\t` +
    `${text(JSON.stringify(shown))}\t${bytes(sealed)}\t` +
    `${read.draft ? text(JSON.stringify(read.draft)) : '\\N'}\t` +
    `${bytes(read.card?.index)}\t${bytes(read.card?.sealed)}\t` +
    `${bytes(read.mobile?.index)}\t${bytes(read.mobile?.sealed)}\t` +
    `${bytes(read.keyHash)}\t${bytes(read.groupHash)}\t` +
    `${read.problems.length === 0 ? '[]' : text(withoutNumbers(JSON.stringify(read.problems)))}\t` +
    `${isGood ? 'good' : 'bad'}\n`
  )
}

/** The cells of a staged row as they came. */
export function clearCells(
  secrets: Secrets,
  cells: readonly (string | null)[],
  sealed: Buffer | null,
): (string | null)[] {
  if (!sealed) return [...cells]
  const clear = JSON.parse(secrets.open(cellsPlace, sealed)) as Record<string, string>
  return cells.map((cell, place) => clear[place] ?? cell)
}
