import { Readable } from 'node:stream'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'

export const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A column's letters from its index: 0 → A, 26 → AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Formats of columns; durations are days, dates and moments days since 1899-12-30 by the wall clock. */
const formats = {
  text: '@',
  count: '0',
  number: 'General',
  decimal: '0.0',
  percent: '0%',
  duration: '[h]:mm:ss',
  money: '#,##0.00',
  date: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm',
} as const
export type SheetFormat = keyof typeof formats

/** A column of a written sheet. */
interface SheetColumn {
  title: string
  format?: SheetFormat
  /** Width in characters. */
  width?: number
  /** Values offered as a dropdown; in templates only. */
  choices?: readonly string[]
}

type Value = string | number | null

/** UTF-16 units of a cell, as Excel has it. */
const cellUnits = 32_767

/**
 * Text that would start a formula gets a quote before it, also one that a sheet's own escapes would spell; what XML cannot
 * hold is left out, and what exceeds a cell ends with an ellipsis. `readSheet` takes quote and escape away again.
 */
function safeCell(value: Value): Value {
  if (typeof value !== 'string') return value
  const clean = value
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  const text = /^'*[=+\-@\t\r]/.test(clean) ? `'${clean}` : clean
  if (text.length <= cellUnits) return text
  return `${text.slice(0, cellUnits - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * A sheet as a stream: a header row, then rows as they come, in memory that does not grow with them. Rows beyond those
 * of a sheet (1,048,576 with the header) continue on a further one with the same header.
 */
export function writeSheet(sheet: {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<Value[]> | Iterable<Value[]>
  rowsPerSheet?: number
}): Readable {
  async function* safeRows() {
    for await (const row of sheet.rows) yield row.map(safeCell)
  }
  const stream = writeXlsxStream(safeRows(), {
    name: sheet.name,
    columns: sheet.columns.map(({ title, width, format }) => ({
      header: title,
      width: width ?? 16,
      ...(format ? { numFmt: formats[format] } : {}),
    })),
    freezePane: { rows: 1 },
    ...(sheet.rowsPerSheet === undefined ? {} : { maxRowsPerSheet: sheet.rowsPerSheet }),
  })
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}

/** Rows of a template that have its dropdowns. */
const templateDepth = 5000

/**
 * A template to fill in: header, the given first rows, dropdowns down to row 5,000, and every column as text, so that
 * Excel takes no digit away from a number. Choices stand on a hidden sheet: a cell's own list holds 255 characters.
 */
export async function writeTemplate(sheet: {
  name: string
  columns: readonly SheetColumn[]
  rows: Value[][]
}): Promise<Buffer> {
  const { columns } = sheet
  const lists = columns.flatMap(({ choices, title }, place) => (choices ? [{ choices, title, place }] : []))
  const longest = Math.max(0, ...lists.map(({ choices }) => choices.length))
  const listName = 'lists'
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheet.name,
        columns: columns.map(({ title, width }) => ({ header: title, width: width ?? 16, numFmt: '@' })),
        rows: [columns.map(({ title }) => title), ...sheet.rows.map((row) => row.map(safeCell))],
        freezePane: { rows: 1 },
        dataValidations: lists.map(({ choices, place }, i) => ({
          type: 'list' as const,
          formula1: `${listName}!$${letters(i)}$2:$${letters(i)}$${choices.length + 1}`,
          allowBlank: true,
          showErrorMessage: true,
          // The rows below the header contain notes, and a value outside the list is reported on import.
          errorStyle: 'warning' as const,
          range: `${letters(place)}2:${letters(place)}${templateDepth}`,
        })),
      },
      ...(lists.length === 0
        ? []
        : [
            {
              name: listName,
              hidden: true,
              rows: [
                lists.map(({ title }) => title),
                ...Array.from({ length: longest }, (_, i) => lists.map(({ choices }) => choices[i] ?? null)),
              ],
            },
          ]),
    ],
  })
  return Buffer.from(bytes)
}
