import { open, stat } from 'node:fs/promises'
import { detectDelimiter, parseCsv } from 'hucre/csv'
import { refuse } from '../../contract/refusal.ts'
import { readTextFile } from '../../contract/textFile.ts'
import type { SheetRow } from './rows.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'

/** Bytes of a text that is read as a table: it is in memory as a whole. */
const mostBytes = 16 * 1024 * 1024

/** Lines among which the separator is looked for: those above a table have none, or few. */
const firstLines = 30

/** Rows that are handed on at a time. */
const batch = 200

/** The separator of most of the first lines that have one. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/, firstLines)
  const longest = lines.reduce(
    (best, line) => (line.split(/[,;\t|]/).length > best.split(/[,;\t|]/).length ? line : best),
    '',
  )
  return detectDelimiter(longest)
}

/** A cell without what keeps a spreadsheet from reading a number: `="0123"`, a quote or a tab before or behind it. */
const bare = (cell: string) =>
  cell
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'+(?=[\d=+\-@])/, '')
    .trim()

/**
 * Reads the rows of a CSV file that hold something, as `readRows` those of a sheet; the first of them says in which
 * encoding the file was found. Refuses past the limits, and what is no text.
 */
export async function* readTable(path: string, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  if ((await stat(path)).size > Math.min(mostBytes, limits.containerBytes)) refuse(sheetRefusals.tooLarge)
  const file = await open(path)
  const { text, encoding } =
    readTextFile(await file.readFile().finally(() => file.close())) ?? refuse(sheetRefusals.notTable)
  const lines = parseCsv(text, { delimiter: delimiterOf(text) })
  let pending: SheetRow[] = []
  let count = 0
  for (const [at, line] of lines.entries()) {
    const cells = line.map((cell) => bare(String(cell ?? '')) || null)
    while (cells.length > 0 && cells.at(-1) === null) cells.pop()
    if (cells.length === 0) continue
    if (cells.length > limits.columns) refuse(sheetRefusals.tooManyColumns, { limit: limits.columns })
    if (++count > limits.rows) refuse(sheetRefusals.tooManyRows, { limit: limits.rows })
    const faults = cells.flatMap((cell, column) =>
      (cell?.length ?? 0) > limits.cellCharacters ? [{ column, fault: 'longText' as const }] : [],
    )
    for (const { column } of faults) cells[column] = null
    pending.push({ row: at + 1, cells, faults, ...(count === 1 && { encoding }) })
    if (pending.length < batch) continue
    yield pending
    pending = []
  }
  if (pending.length > 0) yield pending
}
