import type { TSchema } from 'typebox'
import { lifecycle } from '../../contract/lifecycle.ts'
import { nameKey } from '../../contract/normalize.ts'
import { type Language, type RefusalValue, sayFilled } from '../../contract/refusal.ts'
import type { Bilingual, RowProblem } from './contract.ts'

/** Days a checked import waits for a person's word; then its rows are forgotten. */
export const retentionDays = 30

/** An import: checked first, applied when a person confirms. */
export const importLifecycle = lifecycle({
  states: {
    checking: ['检查中', 'Checking', { checked: 'checked', fail: 'failed', cancel: 'cancelled' }],
    checked: [
      '待确认',
      'To be confirmed',
      { apply: 'applying', recheck: 'checking', cancel: 'cancelled', lapse: 'failed' },
    ],
    applying: ['导入中', 'Importing', { done: 'applied', cancel: 'cancelled', lapse: 'failed' }],
    applied: ['已导入', 'Imported'],
    failed: ['未导入', 'Not imported'],
    cancelled: ['已取消', 'Cancelled'],
  },
  events: {
    checked: ['完成检查', 'finish the check'],
    fail: ['中止', 'stop'],
    apply: ['导入', 'import'],
    recheck: ['重新检查', 'check again'],
    done: ['完成导入', 'finish the import'],
    cancel: ['取消', 'cancel'],
    lapse: ['过期', 'lapse'],
  },
})

/** The kind of a cell, which decides how it is read before it is checked. */
export type CellKind = 'text' | 'card' | 'mobile' | 'date' | 'choice' | 'number'

/** An option of a column: the stored value, and its label in either language. */
export interface CellOption {
  value: string
  zh: string
  en: string
}

/** A column of a kind: its template, the reading of a file and the reasons against a cell are made from it. */
export interface ImportColumn {
  key: string
  /** The header title; either language is accepted. */
  title: Bilingual
  /** Titles that the column usually has in files that are not made of the template; none is another column's. */
  otherTitles?: readonly string[]
  /** The first of the other titles that a file has is meant; otherwise two of them are the column twice. */
  firstTitle?: true
  kind: CellKind
  /** The check of the value, the same that the thing's form makes. */
  check: TSchema
  required: boolean
  /** A note in addition to what the check implies. */
  note?: Bilingual
  /** Values in the template's example rows. */
  examples: readonly Bilingual[]
  options?: readonly CellOption[]
  width?: number
  /** Holds no markup: a name or a fact, never a text that may speak of markup. */
  plain?: boolean
  /** A day that has been. */
  past?: boolean
}

/** The column of the template's own rows: it distinguishes notes and examples from filled-in rows. */
export const markColumn: ImportColumn = {
  key: 'mark',
  title: { zh: '序号', en: 'No.' },
  kind: 'text',
  check: {},
  required: false,
  examples: [],
  width: 8,
}

/** The title a column of the error file has; it is read over when the file comes back. */
export const reasonColumn: Bilingual = { zh: '原因', en: 'Reason' }

/** The title of the column that holds a row's number in the file it came from. */
export const rowColumn: Bilingual = { zh: '原行号', en: 'Original row' }

const ownTitles = new Set([reasonColumn, rowColumn].flatMap((title) => Object.values(title).map(nameKey)))

/** True if a title is of a column that the error file has and an import reads over. */
export const isErrorTitle = (title: string) => ownTitles.has(normalize(title))

const marks = { zh: { note: '说明', example: '示例' }, en: { note: 'notes', example: 'example' } }

/** Drop-downs a workbook can hold in a cell's own list; longer ones are chosen from in another way. */
export const mostOptions = 60

/** Returns the note for filling in a column: required or not, its format, its length, and its own note. */
export function noteOf(column: ImportColumn, language: 'zh' | 'en'): string {
  const { check, options, kind } = column
  const { minLength, maxLength } = check as { minLength?: number; maxLength?: number }
  const zh = language === 'zh'
  const parts = [
    column.required ? (zh ? '必填' : 'required') : zh ? '选填' : 'optional',
    options && (zh ? '从下拉框选择' : 'choose from the list'),
    kind === 'date' && (zh ? '写成 2020-01-31' : 'as 2020-01-31'),
    kind === 'text' &&
      maxLength &&
      (minLength && minLength > 1
        ? zh
          ? `${minLength} 到 ${maxLength} 个字`
          : `${minLength} to ${maxLength} characters`
        : zh
          ? `最多 ${maxLength} 个字`
          : `${maxLength} characters at most`),
    column.note?.[language],
  ]
  return parts.filter(Boolean).join(zh ? '，' : ', ')
}

/** Returns the template's rows below its header: notes and examples, in a language. */
export function templateRows(columns: readonly ImportColumn[], language: 'zh' | 'en'): string[][] {
  const own = marks[language]
  const count = Math.max(0, ...columns.map(({ examples }) => examples.length))
  return [
    columns.map((column) => (column.key === 'mark' ? own.note : noteOf(column, language))),
    ...Array.from({ length: count }, (_, i) =>
      columns.map(({ key, examples }) => (key === 'mark' ? own.example : (examples[i]?.[language] ?? ''))),
    ),
  ]
}

/** A title or word as it is compared: without spaces and stars, full-width signs as their plain ones. */
export const normalize = (text: string) => (text.length > 1000 ? text : nameKey(text).replaceAll('*', ''))

/** A title without a note in brackets at its end, as it is compared. */
const titleOf = (cell: string | null) => normalize(cell ?? '').replace(/\([^()]*\)$|:$/, '')

interface Header {
  places: ReadonlyMap<string, number>
  missing: ImportColumn[]
  double: ImportColumn | null
}

/**
 * The position of each column in a header row, the missing required ones, and one that occurs twice. Where a column's own
 * title is there, its other titles are not it.
 */
export function readHeader(columns: readonly ImportColumn[], cells: readonly (string | null)[]): Header {
  const titles = cells.map(titleOf)
  const places = new Map<string, number>()
  let double: ImportColumn | null = null
  for (const column of columns) {
    const { title, otherTitles = [], firstTitle } = column
    const placesOf = (words: readonly string[]) => {
      const wanted = words.map(normalize)
      return [...titles.keys()].filter((place) => wanted.includes(titles[place]!))
    }
    const own = placesOf([title.zh, title.en])
    const others = firstTitle
      ? (otherTitles.map((one) => placesOf([one])).find((places) => places.length > 0) ?? [])
      : placesOf(otherTitles)
    const [place, second] = own.length > 0 ? own : others
    if (place === undefined) continue
    places.set(column.key, place)
    if (second !== undefined) double ??= column
  }
  const missing = columns.filter(({ key, required }) => required && !places.has(key))
  return { places, missing, double }
}

/** Rows among which the header is looked for: others may stand above it, such as a title. */
export const headerWithin = 10

/**
 * Finds the header among the first rows of a file: the first that has every required column, or else the one that has
 * most of the columns. Returns its place among them and what it holds; null where there is no row.
 */
export function findHeader(
  columns: readonly ImportColumn[],
  rows: readonly (readonly (string | null)[])[],
): (Header & { at: number }) | null {
  let best: (Header & { at: number }) | null = null
  for (const [at, cells] of rows.slice(0, headerWithin).entries()) {
    const header = { ...readHeader(columns, cells), at }
    if (header.missing.length === 0) return header
    if (!best || header.places.size > best.places.size) best = header
  }
  return best
}

const ownMarks: readonly string[] = Object.values(marks).flatMap(Object.values)

/** True if a row is the template's own note or example, to be ignored. */
export function isOwnRow(cells: readonly (string | null)[], places: ReadonlyMap<string, number>): boolean {
  return ownMarks.includes(cells[places.get('mark') ?? -1]?.trim() ?? '')
}

/** A sentence against a row, and what to do about it. */
interface ProblemWords extends Bilingual {
  fix?: Bilingual
}

/** Possible problems of a kind's rows, by the code that a row stores. A code that was ever stored stays. */
export type ProblemTable = Readonly<Record<string, ProblemWords>>

/** A row's problem as a column stores it; its sentences are made when it is read. */
export interface StoredProblem {
  column: string | null
  code: string
  values?: Readonly<Record<string, RefusalValue>>
}

/** A row's problem, by its code in one of the kind's tables. */
type ProblemOf<T extends ProblemTable> = (
  column: string | null,
  code: keyof T & string,
  values?: StoredProblem['values'],
) => StoredProblem

/** Makes problems of a table: a misspelt code does not compile. */
export const problemsOf =
  <const T extends ProblemTable>(_table: T): ProblemOf<T> =>
  (column, code, values) => ({ column, code, ...(values && { values }) })

/** Reasons for which a row is left out. */
export const outReasons = {
  leftOut: { zh: '已设为不导入', en: 'was left out of the import' },
  hiddenRow: { zh: '在表里是隐藏的，不导入', en: 'is hidden in the sheet and left out of the import' },
} satisfies ProblemTable

/**
 * A stored problem in both languages; `fixOf` says what to do about a column where its sentence does not. A row of an
 * earlier version holds the sentences themselves.
 */
export function sayProblem(
  table: ProblemTable,
  fixOf: ((column: string) => Bilingual | undefined) | undefined,
  stored: StoredProblem | RowProblem,
): RowProblem {
  if ('zh' in stored) return stored
  const { column, code, values = {} } = stored
  const words = Object.hasOwn(table, code) ? table[code]! : { zh: code, en: code }
  const say = (sentence: Bilingual) => ({
    zh: sayFilled(sentence, values, 'zh'),
    en: sayFilled(sentence, values, 'en'),
  })
  const fix = words.fix ?? (column === null ? undefined : fixOf?.(column))
  return { column, ...say(words), ...(fix && { fix: say(fix) }) }
}

/** Editing of a kind's rows after the check. */
export interface RowEditing {
  /** Returns the probable value of a cell with a problem, as typed in a language; null if nothing is near. */
  suggestionFor(column: ImportColumn, text: string, problem: StoredProblem, language: Language): string | null
}

/** Edits between two short words; what a person meant is the nearest one. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[other.length]!
}

/**
 * The option a word was probably meant to be, or null when none is near: one sign in so many may differ, and always one.
 */
export function nearestOption(options: readonly CellOption[], text: string, inSigns = 2): CellOption | null {
  const asked = normalize(text)
  let best: CellOption | null = null
  let least = Number.POSITIVE_INFINITY
  for (const option of options) {
    for (const word of [normalize(option.zh), normalize(option.en)]) {
      const far =
        word.includes(asked) || asked.includes(word)
          ? Math.min(1, Math.abs(word.length - asked.length)) / 2
          : distance(asked, word)
      if (far < least) [best, least] = [option, far]
    }
  }
  return least <= Math.max(1, Math.floor(asked.length / inSigns)) ? best : null
}
