import { Readable } from 'node:stream'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'

export const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A column's letters from its index: 0 → A, 26 → AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** A column of a written sheet. */
interface SheetColumn {
  title: string
  /** In characters. */
  width?: number
  /** Values offered as a dropdown; in templates only. */
  choices?: readonly string[]
}

type Value = string | number | null

/**
 * Text that would start a formula gets a quote before it, and what XML cannot hold is left out;
 * `readSheet` takes the quote away again.
 */
function safeCell(value: Value): Value {
  if (typeof value !== 'string') return value
  const clean = value.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
  return /^'*[=+\-@\t]/.test(clean) ? `'${clean}` : clean
}

/** A sheet as a stream: a header row, then rows as they come, in memory that does not grow with them. */
export function writeSheet(sheet: {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<Value[]> | Iterable<Value[]>
}): Readable {
  async function* safeRows() {
    for await (const row of sheet.rows) yield row.map(safeCell)
  }
  const stream = writeXlsxStream(safeRows(), {
    name: sheet.name,
    columns: sheet.columns.map(({ title, width }) => ({ header: title, width: width ?? 16 })),
    freezePane: { rows: 1 },
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
