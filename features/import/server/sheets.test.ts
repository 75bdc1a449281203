import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import { readSheet } from '../../../server/sheet/read.ts'
import type { SheetRow } from '../../../server/sheet/rows.ts'
import { aDescribedSheet, type SheetDescription } from '../../../test/build/sheet.ts'
import { fc } from '../../../test/dice.ts'
import { fixtures } from '../../../test/fixtures.ts'
import { rosterColumns } from '../../student/import/rules.ts'
import { sheetColumns } from '../../question/sheet/rules.ts'
import { profileFields } from '../../project/register/rules.ts'
import { type CellKind, findHeader, markColumn, normalize } from '../rules.ts'
import { cellTaker } from './takenCells.ts'

/** Sheets of every kind that people send, each described in test/fixtures/sheets and zipped here. */

const folder = mkdtempSync(join(tmpdir(), 'jixu-sheets-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

async function rowsOf(file: Buffer): Promise<SheetRow[]> {
  const path = join(folder, `${++files}.xlsx`)
  writeFileSync(path, file)
  const rows: SheetRow[] = []
  for await (const batch of readSheet(path)) rows.push(...batch)
  return rows
}

interface SheetCase extends SheetDescription {
  name: string
  want: (string | null)[][]
  faults?: [row: number, column: number, fault: string][]
  hidden?: number[]
  hiddenColumns?: number[][]
}
for (const { name, want, faults = [], hidden = [], hiddenColumns = [], ...sheet } of fixtures<SheetCase>(
  'sheets/sheets',
)) {
  test(`sheet: ${name}`, async () => {
    const rows = await rowsOf(aDescribedSheet(sheet))
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      want,
    )
    assert.deepEqual(
      rows.flatMap((row) => row.faults.map(({ column, fault }) => [row.row, column, fault])),
      faults,
    )
    assert.deepEqual(
      rows.filter((row) => row.hidden).map(({ row }) => row),
      hidden,
    )
    assert.deepEqual(
      rows.flatMap((row) => (row.hiddenColumns ? [row.hiddenColumns] : [])),
      hiddenColumns,
    )
  })
}

const kinds: readonly CellKind[] = ['text', 'number', 'date']
const columns = kinds.map((kind) => ({ key: kind, kind }))
const places = new Map(kinds.map((kind, place) => [kind, place]))

/** Returns the text that each column takes of a cell, `!` before a fault. */
async function takenOf(sheet: SheetDescription): Promise<(string | null)[][]> {
  const rows = await rowsOf(aDescribedSheet(sheet))
  const take = cellTaker(columns, places)
  return rows.map((row) => {
    take(row)
    return kinds.map((_, place) => {
      const fault = row.faults.find(({ column }) => column === place)
      return fault ? `!${fault.fault}` : (row.cells[place] ?? null)
    })
  })
}

interface FormatCase {
  f?: string | number
  v: string | number
  workbook?: string
  text?: string
  number: string
  date?: string
}
for (const { f, v, workbook, text = null, number, date = '!numberDate' } of fixtures<FormatCase>(
  'sheets/formats',
)) {
  test(`format: ${v} in ${f ?? 'no format'} is ${text ?? 'not seen'}`, async () => {
    const cell = f === undefined ? v : { v, f }
    const sheet = { rows: [[cell, cell, cell]], ...(workbook && { workbook }) }
    assert.deepEqual(await takenOf(sheet), [[text, number, date]])
  })
}

interface HeaderCase extends SheetDescription {
  name: string
  kind: 'roster' | 'question'
  above: number
  keys?: string[]
  refused?: string
}
const columnsOf = {
  roster: [
    markColumn,
    ...rosterColumns(
      profileFields.map(({ key }) => ({
        key,
        required: key === 'realName' || key === 'cardNumber' || key === 'mobile',
      })),
      new Map(),
    ),
  ],
  question: [markColumn, ...sheetColumns],
}
for (const { name, kind, above, keys, refused, ...sheet } of fixtures<HeaderCase>('sheets/headers')) {
  test(`header: ${name}`, async () => {
    const rows = await rowsOf(aDescribedSheet(sheet))
    const found = findHeader(
      columnsOf[kind],
      rows.map(({ cells }) => cells),
    )!
    if (refused) {
      const reason =
        found.missing.length > 0
          ? `缺少“${found.missing.map(({ title }) => title.zh).join('、')}”`
          : found.double && `两个“${found.double.title.zh}”`
      assert.match(reason ?? '', new RegExp(refused))
      return
    }
    assert.deepEqual([found.missing, found.double, found.at], [[], null, above])
    const keyAt = new Map([...found.places].map(([key, place]) => [place, key]))
    assert.deepEqual(
      rows[found.at]!.cells.map((_, place) => keyAt.get(place) ?? ''),
      keys,
    )
  })
}

test('no title is that of two columns', () => {
  for (const list of Object.values(columnsOf)) {
    const titles = list.flatMap(({ title, otherTitles = [] }) => [
      ...new Set([title.zh, title.en, ...otherTitles].map(normalize)),
    ])
    assert.deepEqual(
      titles.filter((title, i) => titles.indexOf(title) !== i),
      [],
    )
  }
})

test('numbers in formats are imported as another program shows them', async () => {
  const plain = [
    '0',
    '0.00',
    '#,##0',
    '#,##0.00',
    '0%',
    '0.0%',
    '0000',
    '0"元"',
    '"¥"#,##0.00',
    '0.00E+00',
    '# ?/?',
    '#,##0;[Red]-#,##0',
  ]
  const dated = [
    'yyyy-mm-dd',
    'yyyy/m/d',
    'yyyy"年"m"月"d"日"',
    'm"月"d"日"',
    'yyyy/m/d h:mm',
    'd-mmm-yy',
    'yyyy-mm-dd hh:mm:ss',
  ]
  const timed = ['h:mm', 'h:mm:ss', '[h]:mm', 'mm:ss']
  // Thousandths, half of the last sign shown never among them: there the two round otherwise.
  const number = fc.tuple(
    fc.constantFrom(...plain),
    fc
      .integer({ min: -99_999_999, max: 99_999_999 })
      .map((n) => (n > -100_000 ? Math.abs(n) : n))
      .map((n) => (n * 10 + Math.sign(n)) / 10_000),
  )
  const day = fc.tuple(fc.constantFrom(...dated), fc.integer({ min: 61, max: 70_000 }))
  const seconds = fc.tuple(
    fc.constantFrom(...timed, ...dated),
    fc.integer({ min: 86_400 * 61, max: 86_400 * 40_000 }).map((n) => n / 86_400),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(number, day, seconds), { minLength: 1, maxLength: 40 }),
      async (cells) => {
        const sheet = xlsx.utils.aoa_to_sheet(cells.map(([, v]) => [v]))
        for (const [i, [z]] of cells.entries()) sheet[`A${i + 1}`].z = z
        const book = xlsx.utils.book_new()
        xlsx.utils.book_append_sheet(book, sheet, '表')
        const rows = await rowsOf(xlsx.write(book, { type: 'buffer', cellStyles: true }) as Buffer)
        assert.deepEqual(
          rows.map((row) => row.cells[0]),
          cells.map(([format, value]) => (xlsx.SSF.format(format, value) as string).trim()),
        )
      },
    ),
    { numRuns: 12 },
  )
})
