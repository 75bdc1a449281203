import { maskIdCard, maskMobile } from '../../../contract/identity.ts'
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
  /** The row is no matter of the kind, for this reason; it is left out. */
  out?: StoredProblem
  card?: { clear: string; index: Buffer } | undefined
  mobile?: { clear: string; index: Buffer } | undefined
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
  'mobile_sealed, key_hash, group_hash, part_hash, problems, notes, remarks, hidden, state'

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

/** Columns that the sealed clear text of an import's masked cells is bound to. */
const places = { cells: 'import_rows.cells', card: 'import_rows.card', mobile: 'import_rows.mobile' } as const

/** Returns the row that the sealed values of a staged row are bound to. */
const rowOf = (importId: string, rowNo: number) => `${importId}/${rowNo}`

/** Positions of the columns of the two personal numbers in a file. */
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
    // Typed as it is stored, as most are, its mask is known without a search.
    if (place === at.card && read.card?.clear === cell) return maskIdCard(cell)
    if (place === at.mobile && read.mobile?.clear === cell) return maskMobile(cell)
    const hidden = withoutNumbers(cell)
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

/** Notes of a sheet on a row's cells, beside their texts: faults by place, remarks by the key of the column. */
export interface RowNotes {
  faults: SheetRow['faults']
  remarks: readonly StoredProblem[]
}

/** The columns that are read, by their place in the file, and which of them hold the personal numbers. */
export interface ReadPlaces {
  places: ReadonlyMap<string, number>
  numbers: NumberPlaces
}

const masked = (value: object) => withoutNumbers(JSON.stringify(value))

/** Returns a row as stored after reading, personal numbers sealed; what is stored as JSON is given as its text. */
export function stagedRow(
  importId: string,
  secrets: Secrets,
  { places: readPlaces, numbers }: ReadPlaces,
  row: SheetRow,
  read: ReadRow,
  remarks: readonly StoredProblem[],
) {
  const { faults } = row
  const { shown, clear } = maskedCells(row.cells, read, numbers)
  const shownRemarks = remarks.filter(({ column }) => readPlaces.has(column ?? ''))
  const seal = (what: keyof typeof places, value: string | undefined) =>
    value === undefined ? undefined : secrets.seal(places[what], rowOf(importId, row.row), value)
  return {
    label: withoutNumbers(read.label),
    cells: JSON.stringify(shown),
    cellsSealed: seal('cells', clear ? JSON.stringify(clear) : undefined),
    draft: read.draft && JSON.stringify(read.draft),
    cardIndex: read.card?.index,
    cardSealed: seal('card', read.card?.clear),
    mobileIndex: read.mobile?.index,
    mobileSealed: seal('mobile', read.mobile?.clear),
    keyHash: read.keyHash,
    groupHash: read.groupHash,
    partHash: read.groupHash && read.keyHash,
    problems: masked(read.out ? [read.out] : read.problems),
    notes: faults.length + remarks.length === 0 ? null : masked({ faults, remarks } satisfies RowNotes),
    remarks: shownRemarks.length === 0 ? null : masked(shownRemarks),
    state: read.out ? 'out' : read.draft !== null && read.problems.length === 0 ? 'good' : 'bad',
  }
}

/** A row as a line of COPY, its personal numbers sealed. */
export function stagedLine(
  importId: string,
  secrets: Secrets,
  at: ReadPlaces,
  row: SheetRow,
  read: ReadRow,
  remarks: readonly StoredProblem[],
): string {
  const staged = stagedRow(importId, secrets, at, row, read, remarks)
  const json = (value: string | null) => (value ? text(value) : '\\N')
  return (
    `${importId}\t${row.row}\t${row.row}\t${text(staged.label)}\t` +
    `${text(staged.cells)}\t${bytes(staged.cellsSealed)}\t` +
    `${json(staged.draft)}\t` +
    `${bytes(staged.cardIndex)}\t${bytes(staged.cardSealed)}\t` +
    `${bytes(staged.mobileIndex)}\t${bytes(staged.mobileSealed)}\t` +
    `${bytes(staged.keyHash)}\t${bytes(staged.groupHash)}\t${bytes(staged.partHash)}\t` +
    `${text(staged.problems)}\t${json(staged.notes)}\t${json(staged.remarks)}\t` +
    `${row.hidden === true}\t${staged.state}\n`
  )
}

/** The two numbers of a staged row, sealed. */
interface SealedNumbers {
  rowNo: number
  cardSealed: Buffer | null
  mobileSealed: Buffer | null
}

/** Sealed values of a staged row. */
export interface SealedRow extends SealedNumbers {
  cells: readonly (string | null)[]
  cellsSealed: Buffer | null
}

/** The numbers of a staged row. */
export function openNumbers(secrets: Secrets, importId: string, row: SealedNumbers) {
  const open = (what: 'card' | 'mobile', sealed: Buffer | null) =>
    sealed && secrets.open(places[what], rowOf(importId, row.rowNo), sealed)
  return { card: open('card', row.cardSealed), mobile: open('mobile', row.mobileSealed) }
}

/** The cells of a staged row with every number. */
export function clearCells(
  secrets: Secrets,
  importId: string,
  row: SealedRow,
  at: NumberPlaces,
): (string | null)[] {
  const cells = [...row.cells]
  const { card, mobile } = openNumbers(secrets, importId, row)
  if (card !== null && at.card !== undefined) cells[at.card] = card
  if (mobile !== null && at.mobile !== undefined) cells[at.mobile] = mobile
  if (!row.cellsSealed) return cells
  const text = secrets.open(places.cells, rowOf(importId, row.rowNo), row.cellsSealed)
  const clear = JSON.parse(text) as Record<string, string>
  return cells.map((cell, place) => clear[place] ?? cell)
}
