import { refuse } from '../../contract/refusal.ts'
import type { TextEncoding } from '../../contract/textEncoding.ts'
import type { CellFormat } from './format.ts'
import { columnOf } from './merges.ts'
import { generalText } from './numberFormat.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'
import { unescaped, type Workbook } from './workbook.ts'
import { attribute, steps } from './xml.ts'
import type { Container } from './zip.ts'

/**
 * Reason for which a cell's value cannot be trusted: a formula, an error value, digits Excel has lost, text
 * no cell of Excel holds, marks piled up on one sign, a format that cannot be shown, or a number in place of a day.
 */
export type CellFault = 'formula' | 'error' | 'longNumber' | 'longText' | 'marks' | 'format' | 'numberDate'

/** A cell that holds a number: beside what it shows, what it holds. */
export interface SheetNumber {
  column: number
  /** The number itself, and of a day or a time its text: `2026-01-31`, ` 08:30:00` after it when it has a time of day. */
  stored: string
  kind: 'date' | 'time' | null
  /** Its format shows more than an unformatted cell does. */
  formatted: boolean
  /** True if its shown text is not known; `stored` takes its place. */
  unknown?: true
}

/** A row that holds something: its number in the sheet, and its cells as Excel shows them, `null` when empty. */
export interface SheetRow {
  row: number
  cells: (string | null)[]
  faults: { column: number; fault: CellFault; text?: string }[]
  /** Those of its cells that hold a number; absent when none does. */
  numbers?: SheetNumber[]
  /** It is hidden, as by a filter; absent when it is seen. */
  hidden?: true
  /** Those of its cells that stand in hidden columns; absent when none does. */
  hiddenColumns?: number[]
  /** The encoding of the text file, in the first of its rows; absent in all others and in a sheet. */
  encoding?: TextEncoding
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
function numberText(value: number): string | null {
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

interface Value {
  text: string | null
  fault?: CellFault
  number?: Omit<SheetNumber, 'column'>
}

/** The number of a cell and what it shows. */
function numberOf(value: number, format: CellFormat | undefined, workbook: Workbook): Value {
  const kind = format?.kind ?? null
  const stored = kind ? momentText(value, workbook, kind) : numberText(value)
  if (stored === null) return { text: null, fault: 'longNumber' }
  if (!format || format.isGeneral) {
    return { text: generalText(value), number: { stored, kind, formatted: false } }
  }
  const text = format.show(value)
  return text === null
    ? { text: stored, number: { stored, kind, formatted: true, unknown: true } }
    : { text: text === '' ? null : text, number: { stored, kind, formatted: true } }
}

/** A day or a time as Strict Open XML writes it, shown as its format does, or as it is written. */
function isoNumber(text: string, format: CellFormat | undefined, workbook: Workbook): Value {
  const parts = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?Z?$/.exec(text)
  const days = Date.parse(`${parts?.[1] ?? '1899-12-30'}T${parts?.[2] ?? '00:00'}Z`) / 86_400_000 + 25_569
  if (!parts || Number.isNaN(days)) return { text: null, fault: 'error' }
  const serial = workbook.from1904 && parts[1] ? days - 1462 : days > 1 && days < 61 ? days - 1 : days
  if (format?.kind) return numberOf(serial, format, workbook)
  const kind = parts[1] ? 'date' : 'time'
  const stored = momentText(serial, workbook, kind)
  return { text: stored, number: { stored, kind, formatted: true } }
}

function valueOf(cell: Cell, workbook: Workbook): Value {
  if (cell.formula) return { text: null, fault: 'formula' }
  if (cell.type === 'e') return { text: null, fault: 'error' }
  if (cell.type === 'b') return { text: cell.text.trim() === '1' ? 'TRUE' : 'FALSE' }
  const format = workbook.formats[cell.style]
  if (cell.type === 'n' || cell.type === 'd') {
    const text = cell.text.trim()
    if (text === '') return { text: null }
    return cell.type === 'd' ? isoNumber(text, format, workbook) : numberOf(Number(text), format, workbook)
  }
  const text = cell.type === 's' ? (workbook.strings[Number(cell.text)] ?? null) : unescaped(cell.text)
  return { text: text !== null && format?.changesText ? (format.show(text) ?? text) : text }
}

/** Removes the quote with which an export escapes a sign that would start a formula. */
const unquoted = (text: string) => (/^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text)

/**
 * More marks on one sign than the stream-safe text format of UAX 15 allows: putting them in order, as comparing texts
 * does, takes time by the square of their number.
 */
const piledMarks = /\p{M}{31}/u
const mark = /\p{M}/u
/** Signs that are taken out of a text before it is compared: marks that they divide are piled up then. */
const takenOut = /[\p{Cf}\p{Default_Ignorable_Code_Point}\ue000]/gu

/** True if a text has too many marks on one sign, or will have. */
const isPiled = (text: string) =>
  text.length > 30 && mark.test(text) && piledMarks.test(text.replace(takenOut, ''))

/** Attributes of a row that is not seen. */
const hiddenRow = /\s(?:hidden\s*=\s*["'](?:1|true)["']|ht\s*=\s*["']0(?:\.0+)?["'])/

/** True if the columns of a tag are not seen. */
const isHiddenColumn = (tag: string) =>
  /^(1|true)$/.test(attribute(tag, 'hidden') ?? '') || Number(attribute(tag, 'width') ?? Number.NaN) === 0

/** The value of a merged range, below whose first row it is repeated. */
interface Held {
  bottom: number
  text: string | null
  fault: SheetRow['faults'][number] | undefined
  number: SheetNumber | undefined
}

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
    return isPiled(found.text ?? '') ? { text: null, fault: 'marks' } : found
  }
  function endCell(ended: Cell): void {
    nextColumn = ended.column + 1
    const found = valueOf(ended, workbook)
    const { text, fault, number } = checked(found)
    characters += text?.length ?? 0
    if (characters > limits.characters) refuse(sheetRefusals.tooMuchText)
    if ((text === null || text.trim() === '') && !fault && !number) return
    if (ended.column >= limits.columns) refuse(sheetRefusals.tooManyColumns, { limit: limits.columns })
    while (row.cells.length <= ended.column) row.cells.push(null)
    row.cells[ended.column] = text === null ? null : unquoted(text)
    if (number) (row.numbers ??= []).push({ column: ended.column, ...number })
    // A place that is given over and over has one fault.
    if (fault && row.faults.every(({ column }) => column !== ended.column)) {
      row.faults.push({ column: ended.column, fault })
    }
  }
  const { merges } = workbook
  const held: Held[] = []
  let nextMerge = 0
  const hidden: boolean[] = []

  /** Notes the value of the ranges that begin in this row, and gives it the values of those that reach into it. */
  function fillMerged(): void {
    for (const [column, { bottom, text, fault, number }] of held.entries().filter(([, one]) => one)) {
      if (bottom < row.row || row.cells[column] || row.faults.some((one) => one.column === column)) continue
      if (fault) row.faults.push(fault)
      if (text === null) continue
      characters += text.length
      if (characters > limits.characters) refuse(sheetRefusals.tooMuchText)
      while (row.cells.length <= column) row.cells.push(null)
      row.cells[column] = text
      if (number) (row.numbers ??= []).push(number)
    }
    for (let merge = merges[nextMerge]; merge && merge.top <= row.row; merge = merges[++nextMerge]) {
      const { column, bottom, top } = merge
      const isHere = top === row.row
      held[column] = {
        bottom,
        text: (isHere && row.cells[column]) || null,
        fault: isHere ? row.faults.find((one) => one.column === column) : undefined,
        number: isHere ? row.numbers?.find((one) => one.column === column) : undefined,
      }
    }
  }
  function endRow(): void {
    if (row.cells.length === 0) return
    if (merges.length > 0) fillMerged()
    if (hidden.length > 0) {
      const places = [...row.cells.keys()].filter((column) => hidden[column] && row.cells[column] !== null)
      if (places.length > 0) row.hiddenColumns = places
    }
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
        if (hiddenRow.test(tag)) row.hidden = true
        nextColumn = 0
      } else if (element === 'f' && cell) cell.formula = true
      else if (element === 'rPh') inPhonetic = true
      else if (element === 'col' && isHiddenColumn(tag)) {
        const last = Math.min(Number(attribute(tag, 'max')), limits.columns)
        for (let column = Math.max(1, Number(attribute(tag, 'min'))); column <= last; column++)
          hidden[column - 1] = true
      } else if (element === 't') taking = cell !== null && !inPhonetic
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
