import { withoutNumbers } from '../../../contract/personalNumber.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { SheetRow } from '../../../server/sheet/rows.ts'
import type { CellKind, ImportColumn, StoredProblem } from '../rules.ts'

/** The data a kind reads from a row. Personal numbers are only in `card` and `mobile`, never in label or draft. */
export interface ReadRow {
  label: string
  /** Null when the row was not understood; `problems` has the reasons. */
  draft: object | null
  problems: StoredProblem[]
  card?: { sealed: Buffer; index: Buffer } | undefined
  mobile?: { sealed: Buffer; index: Buffer } | undefined
  /** Equal for rows with the same content, and for rows that belong together. */
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
const cellsPlace = 'import_rows.cells'

/** No number that is personal has fewer digits in a row. */
const digits = /\d{11}/

const masked = (value: string) => (digits.test(value) ? withoutNumbers(value) : value)

/** Where the columns of the two personal numbers stand in a file. */
export interface NumberPlaces {
  card: number | undefined
  mobile: number | undefined
}

/** Finds them by the kind of the columns. */
export function numberPlaces(
  columns: readonly Pick<ImportColumn, 'key' | 'kind'>[],
  places: ReadonlyMap<string, number>,
): NumberPlaces {
  const placeOf = (kind: CellKind) => places.get(columns.find((column) => column.kind === kind)?.key ?? '')
  return { card: placeOf('card'), mobile: placeOf('mobile') }
}

/**
 * The cells with every personal number masked, and those that held one, by their place, to be sealed. What is
 * sealed already as the row's own ID or mobile number is not sealed again.
 */
function maskedCells(cells: readonly (string | null)[], read: ReadRow, at: NumberPlaces) {
  const clear: Record<number, string> = {}
  let isClear = true
  const shown = cells.map((cell, place) => {
    if (cell === null || cell.length < 11) return cell
    const hidden = masked(cell)
    if (hidden === cell) return cell
    const isSaved = (place === at.card && read.card) || (place === at.mobile && read.mobile)
    if (!isSaved) {
      clear[place] = cell
      isClear = false
    }
    return hidden
  })
  return { shown, clear: isClear ? null : clear }
}

/** A row as a line of COPY, its personal numbers sealed. */
export function stagedLine(
  importId: string,
  secrets: Secrets,
  at: NumberPlaces,
  row: SheetRow,
  read: ReadRow,
): string {
  const { shown, clear } = maskedCells(row.cells, read, at)
  const sealed = clear ? secrets.seal(cellsPlace, JSON.stringify(clear)) : undefined
  const isGood = read.draft !== null && read.problems.length === 0
  return (
    `${importId}\t${row.row}\t${row.row}\t${text(masked(read.label))}\t` +
    `${text(JSON.stringify(shown))}\t${bytes(sealed)}\t` +
    `${read.draft ? text(JSON.stringify(read.draft)) : '\\N'}\t` +
    `${bytes(read.card?.index)}\t${bytes(read.card?.sealed)}\t` +
    `${bytes(read.mobile?.index)}\t${bytes(read.mobile?.sealed)}\t` +
    `${bytes(read.keyHash)}\t${bytes(read.groupHash)}\t` +
    `${read.problems.length === 0 ? '[]' : text(masked(JSON.stringify(read.problems)))}\t` +
    `${isGood ? 'good' : 'bad'}\n`
  )
}

/** What of a staged row is sealed. */
export interface SealedRow {
  cells: readonly (string | null)[]
  cellsSealed: Buffer | null
  cardSealed: Buffer | null
  mobileSealed: Buffer | null
}

/** The cells of a staged row with every number. */
export function clearCells(secrets: Secrets, row: SealedRow, at: NumberPlaces): (string | null)[] {
  const cells = [...row.cells]
  if (row.cardSealed && at.card !== undefined) cells[at.card] = secrets.open('students.card', row.cardSealed)
  if (row.mobileSealed && at.mobile !== undefined) {
    cells[at.mobile] = secrets.open('accounts.mobile', row.mobileSealed)
  }
  if (!row.cellsSealed) return cells
  const clear = JSON.parse(secrets.open(cellsPlace, row.cellsSealed)) as Record<string, string>
  return cells.map((cell, place) => clear[place] ?? cell)
}
