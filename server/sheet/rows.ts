import { refuse } from '../../contract/refusal.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'
import { unescaped, type Workbook } from './workbook.ts'
import { attribute, steps } from './xml.ts'
import type { Container } from './zip.ts'

/**
 * Reason for which a cell's value cannot be trusted: a formula, an error value, digits Excel has lost, text
 * no cell of Excel holds, or marks piled up on one sign.
 */
export type CellFault = 'formula' | 'error' | 'longNumber' | 'longText' | 'marks'

/** A row that holds something: its number as Excel shows it, and its cells as text, `null` when empty. */
export interface SheetRow {
  row: number
  cells: (string | null)[]
  faults: { column: number; fault: CellFault }[]
}

/** Column letters to an index from 0: A → 0, Z → 25, AA → 26. */
function columnOf(letters: string): number {
  let column = 0
  for (let i = 0; i < letters.length; i++) column = column * 26 + (letters.charCodeAt(i) & 31)
  return column - 1
}

/** A date serial as `2026-01-31`, with ` 08:30:00` when it has a time of day. */
function momentText(serial: number, workbook: Workbook, kind: 'date' | 'time'): string {
  // Excel counts a 29 February 1900 that never was.
  const days = workbook.from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const date = new Date(Math.round((days - 25569) * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return String(serial)
  const [day, time] = date.toISOString().slice(0, 19).split('T') as [string, string]
  if (kind === 'time' && serial < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Excel keeps 15 digits: a longer number is no longer the one that was typed. */
function numberText(text: string): string | null {
  const value = Number(text)
  return Number.isFinite(value) && Math.abs(value) < 1e15 ? String(value) : null
}

interface Cell {
  column: number
  type: string
  style: number
  formula: boolean
  text: string
}

const plainCell = /^c r="([A-Z]{1,3})\d+"(?: s="(\d+)")?(?: t="(\w+)")?$/

function cellOf(tag: string, nextColumn: number): Cell {
  const plain = plainCell.exec(tag)
  const place = plain ? plain[1] : /^[A-Za-z]{1,3}/.exec(attribute(tag, 'r') ?? '')?.[0]?.toUpperCase()
  return {
    column: place ? columnOf(place) : nextColumn,
    style: Number((plain ? plain[2] : attribute(tag, 's')) ?? -1),
    type: (plain ? plain[3] : attribute(tag, 't')) ?? 'n',
    formula: false,
    text: '',
  }
}

function valueOf(cell: Cell, workbook: Workbook): { text: string | null; fault?: CellFault } {
  if (cell.formula) return { text: null, fault: 'formula' }
  if (cell.type === 'e') return { text: null, fault: 'error' }
  if (cell.type === 's') return { text: workbook.strings[Number(cell.text)] ?? null }
  if (cell.type === 'b') return { text: cell.text.trim() === '1' ? 'TRUE' : 'FALSE' }
  if (cell.type !== 'n') return { text: unescaped(cell.text) }
  if (cell.text.trim() === '') return { text: null }
  const kind = workbook.dates[cell.style]
  if (kind) return { text: momentText(Number(cell.text), workbook, kind) }
  const text = numberText(cell.text)
  return text === null ? { text: null, fault: 'longNumber' } : { text }
}

/** Removes the quote with which an export escapes a sign that would start a formula. */
const unquoted = (text: string) => (/^'+[=+\-@\t]/.test(text) ? text.slice(1) : text)

/**
 * More marks on one sign than the stream-safe text format of UAX 15 allows: putting them in order, as comparing texts
 * does, takes time by the square of their number.
 */
const piledMarks = /\p{M}{31}/u

/** Rows a sheet has, ECMA-376. */
const lastRow = 1_048_576

/** Reads the rows that hold something, a chunk of the file at a time; refuses past the limits. */
export async function* readRows(
  container: Container,
  workbook: Workbook,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  let pending: SheetRow[] = []
  let count = 0
  let characters = 0
  let row: SheetRow = { row: 0, cells: [], faults: [] }
  let nextColumn = 0
  let cell: Cell | null = null
  let taking = false
  let inPhonetic = false

  function checked(found: ReturnType<typeof valueOf>): ReturnType<typeof valueOf> {
    if ((found.text?.length ?? 0) > limits.cellCharacters) return { text: null, fault: 'longText' }
    return piledMarks.test(found.text ?? '') ? { text: null, fault: 'marks' } : found
  }
  function endCell(ended: Cell): void {
    nextColumn = ended.column + 1
    const found = valueOf(ended, workbook)
    const { text, fault } = checked(found)
    characters += text?.length ?? 0
    if (characters > limits.characters) refuse(sheetRefusals.tooMuchText)
    if ((text === null || text.trim() === '') && !fault) return
    if (ended.column >= limits.columns) refuse(sheetRefusals.tooManyColumns, { limit: limits.columns })
    while (row.cells.length <= ended.column) row.cells.push(null)
    row.cells[ended.column] = text === null ? null : unquoted(text)
    // A place that is given over and over has one fault.
    if (fault && row.faults.every(({ column }) => column !== ended.column)) {
      row.faults.push({ column: ended.column, fault })
    }
  }
  function endRow(): void {
    if (row.cells.length === 0) return
    if (++count > limits.rows) refuse(sheetRefusals.tooManyRows, { limit: limits.rows })
    pending.push(row)
  }

  const chunks = steps(container.read(workbook.sheetPart), {
    open(element, tag) {
      if (element === 'c') cell = cellOf(tag, nextColumn)
      else if (element === 'v') taking = cell !== null
      else if (element === 'row') {
        const given = Number(attribute(tag, 'r') ?? Number.NaN)
        // A number that goes back, or beyond what a sheet has, is no position: rows keep their order and their own
        // numbers.
        const isPlace = given > row.row && given <= lastRow
        row = { row: isPlace ? given : row.row + 1, cells: [], faults: [] }
        nextColumn = 0
      } else if (element === 'f' && cell) cell.formula = true
      else if (element === 'rPh') inPhonetic = true
      else if (element === 't') taking = cell !== null && !inPhonetic
    },
    close(element) {
      if (element === 'v' || element === 't') taking = false
      else if (element === 'rPh') inPhonetic = false
      else if (element === 'c' && cell) {
        endCell(cell)
        cell = null
      } else if (element === 'row') endRow()
    },
    text(text) {
      if (taking && cell) cell.text += text
    },
  })
  for await (const _ of chunks) {
    if (pending.length < 200) continue
    yield pending
    pending = []
  }
  if (pending.length > 0) yield pending
}
