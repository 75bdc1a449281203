import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pipeline } from 'node:stream/promises'
import * as xlsx from '@e965/xlsx'
import { Refusal } from '../contract/refusal.ts'
import { aWorkbook, aZip, sheetXml } from '../test/build/zip.ts'
import { fc } from '../test/dice.ts'
import { writeSheet, writeTemplate } from './sheet.ts'
import { readSheet } from './sheet/read.ts'
import { type SheetLimits, sheetRefusals } from './sheet/refusals.ts'
import type { SheetRow } from './sheet/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-sheet-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const fileOf = (bytes: Buffer) => {
  const path = join(folder, `${++files}.xlsx`)
  writeFileSync(path, bytes)
  return path
}

async function rowsOf(bytes: Buffer, limits: Partial<SheetLimits> = {}): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of readSheet(fileOf(bytes), limits)) rows.push(...batch)
  return rows
}

/** Another program's file of these cells. */
function foreignFile(rows: unknown[][], shared: boolean): Buffer {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), '题')
  return xlsx.write(book, { type: 'buffer', bookSST: shared, compression: true }) as Buffer
}

const han = '继续教育𠮷𠂊龘①→“”％；：《》\n& < > "quoted" \'single\' 😀é\u00a0e\u0301'

for (const shared of [true, false]) {
  test(`every cell of 20,000 Chinese rows reads as another program wrote it, shared ${shared}`, async () => {
    // Lengths that shift against each other, so that chunk ends fall inside every kind of character.
    const rows = Array.from({ length: 20_000 }, (_, i) =>
      [0, 1, 2, 3, 4].map((j) => `${i}·${j}${han.slice(i % 7, 7 + ((i * 5 + j) % 40))}`),
    )
    const bytes = foreignFile(rows, shared)
    const theirs = xlsx.utils.sheet_to_json<string[]>(xlsx.read(bytes).Sheets['题']!, { header: 1 })
    const ours = await rowsOf(bytes)
    assert.equal(ours.length, rows.length)
    for (const [i, row] of ours.entries()) {
      assert.equal(row.row, i + 1)
      assert.deepEqual(row.cells, theirs[i])
    }
  })
}

test('what is written reads back cell for cell, here and elsewhere', async () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    // A carriage return becomes a line feed in any XML, and what XML cannot hold is left out.
    .map((value) => value.replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '').trim())
    .map((value) => value || '空')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 20 }),
      async (rows) => {
        const path = join(folder, `${++files}.xlsx`)
        const columns = ['一', '二', '三'].map((title) => ({ title }))
        await pipeline(writeSheet({ name: '往返', columns, rows }), createWriteStream(path))
        const read: SheetRow[] = []
        for await (const batch of readSheet(path)) read.push(...batch)
        assert.deepEqual(
          read.map((row) => row.cells),
          [['一', '二', '三'], ...rows],
        )
      },
    ),
    { numRuns: 25 },
  )
})

test('no exported text can start a formula, and it reads back as it was', async () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", '=HYPERLINK("http://x")']
  const escaped = ['_x003D_1+1', 'a_x000d_b_x005F_c', '_x003d__x003D_']
  const path = join(folder, 'hostile.xlsx')
  const columns = hostile.map((_, i) => ({ title: `列${i}` }))
  await pipeline(writeSheet({ name: 'S', columns, rows: [hostile, escaped] }), createWriteStream(path))
  const sheet = xlsx.read(readFileSync(path)).Sheets.S!
  for (const column of 'ABCDEFG') {
    assert.equal(sheet[`${column}2`].f, undefined)
    assert.match(sheet[`${column}2`].v, /^'/)
  }
  for (const [i, text] of escaped.entries()) assert.equal(sheet[`${'ABC'[i]}3`].v, text)
  for await (const [, row, next] of readSheet(path)) {
    assert.deepEqual(row!.cells, hostile)
    assert.deepEqual(next!.cells, escaped)
  }
})

test('a template offers its choices as a dropdown', async () => {
  const bytes = await writeTemplate({
    name: '模板',
    columns: [{ title: '题型', choices: ['单选题', '判断题'] }, { title: '题干' }],
    rows: [['单选题', '示例']],
  })
  const rows = await rowsOf(bytes)
  assert.deepEqual(
    rows.map((row) => row.cells),
    [
      ['题型', '题干'],
      ['单选题', '示例'],
    ],
  )
  assert.ok(bytes.length > 500)
})

test('formulas, errors and numbers Excel has lost digits of are faults; numbers come as shown and as stored', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot;d&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="21"/><xf numFmtId="22"/></cellXfs></styleSheet>'
  const strings =
    '<sst><si><t xml:space="preserve"> 甲 </t></si><si><r><t>富</t></r><r><rPr><b/></rPr><t>文本</t></r><rPh sb="0" eb="1"><t>ふ</t></rPh></si></sst>'
  const cells =
    '<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="e"><v>#REF!</v></c><c r="C3"><v>3.2010119900101E+17</v></c>' +
    '<c r="D3"><v>320101990010112</v></c><c r="E3"><v>0.10000000000000001</v></c><c r="F3" t="b"><v>1</v></c></row>' +
    '<row r="7"><c r="A7" s="1"><v>44926</v></c><c r="B7" s="2"><v>2.5</v></c><c r="C7" s="3"><v>0.5</v></c><c r="D7" s="4"><v>44926.75</v></c>' +
    '<c r="E7" t="s"><v>1</v></c><c r="F7" t="s"><v>0</v></c><c r="G7" t="inlineStr"><is><t>行_x000D_内</t></is></c></row>' +
    '<row><c/><c><v>9</v></c></row><row r="9" s="1"><c r="A9" s="1"/></row>'
  const rows = await rowsOf(
    aWorkbook(sheetXml(cells), { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': strings }),
  )
  assert.deepEqual(rows, [
    {
      row: 3,
      cells: [null, null, null, '320101990010112', '0.1', 'TRUE'],
      numbers: [
        { column: 3, stored: '320101990010112', kind: null, formatted: false },
        { column: 4, stored: '0.1', kind: null, formatted: false },
      ],
      faults: [
        { column: 0, fault: 'formula' },
        { column: 1, fault: 'error' },
        { column: 2, fault: 'longNumber' },
      ],
    },
    {
      row: 7,
      cells: ['2022年12月31日', '2.50d', '12:00:00', '2022/12/31 18:00', '富文本', ' 甲 ', '行\r内'],
      faults: [],
      numbers: [
        { column: 0, stored: '2022-12-31', kind: 'date', formatted: true },
        { column: 1, stored: '2.5', kind: null, formatted: true },
        { column: 2, stored: '12:00:00', kind: 'time', formatted: true },
        { column: 3, stored: '2022-12-31 18:00:00', kind: 'date', formatted: true },
      ],
    },
    {
      row: 8,
      cells: [null, '9'],
      faults: [],
      numbers: [{ column: 1, stored: '9', kind: null, formatted: false }],
    },
  ])
})

test('the first visible sheet is read, whatever its prefix and order of parts', async () => {
  const bytes = aWorkbook('<x:worksheet><x:sheetData/></x:worksheet>', {
    'xl/workbook.xml':
      '<x:workbook xmlns:q="u"><x:sheets><x:sheet name="藏" state="hidden" q:id="r1"/><x:sheet name="看" q:id="r9"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Target="/xl/other.xml" Type="a/b/worksheet" Id="r9"/></Relationships>',
    'xl/other.xml':
      '<x:worksheet><x:sheetData><!-- <x:row> --><x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
  })
  assert.deepEqual(await rowsOf(bytes), [{ row: 1, cells: ['a<b'], faults: [] }])
})

const manyRows = (count: number) =>
  sheetXml(Array.from({ length: count }, (_, i) => `<row r="${i + 1}"><c><v>${i}</v></c></row>`).join(''))
const good = aWorkbook(manyRows(3))
const bomb = aWorkbook(sheetXml('<row/>'.repeat(5 * 1024 * 1024)))
const hostileFiles: [string, Buffer, keyof typeof sheetRefusals, Partial<SheetLimits>?][] = [
  ['an empty file', Buffer.alloc(0), 'notSheet'],
  ['text', Buffer.from('题型,题干\n单选,甲'.repeat(20)), 'notSheet'],
  [
    'an .xls or encrypted file',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'oldFormat',
  ],
  ['a zip that is no workbook', aZip([['a.txt', 'a']]), 'notSheet'],
  ['a cut file', good.subarray(0, good.length - 30), 'notSheet'],
  ['a file cut in the middle', Buffer.concat([good.subarray(0, 300), good.subarray(400)]), 'notSheet'],
  ['a workbook without a sheet', aWorkbook('', { 'xl/workbook.xml': '<workbook/>' }), 'noSheet'],
  ['201 parts', aZip(Array.from({ length: 201 }, (_, i) => [`p${i}`, 'x'] as const)), 'tooManyEntries'],
  [
    'a part named twice',
    aZip([
      ['a.xml', '1'],
      ['A.xml', '2'],
    ]),
    'notSheet',
  ],
  ['a bomb by its ratio', bomb, 'tooLarge'],
  ['a bomb by its size', bomb, 'tooLarge', { ratio: 2000, inflatedBytes: 20 * 1024 * 1024 }],
  ['a container past its limit', good, 'tooLarge', { containerBytes: 100 }],
  ['too many rows', aWorkbook(manyRows(11)), 'tooManyRows', { rows: 10 }],
  ['a cell far to the right', aWorkbook(sheetXml('<row><c r="BM1"><v>1</v></c></row>')), 'tooManyColumns'],
  ['declared entities', aWorkbook(`<!DOCTYPE a [<!ENTITY b "bb">]>${sheetXml('')}`), 'notSheet'],
  ['an undeclared entity', aWorkbook(sheetXml('<row><c t="str"><v>&b;</v></c></row>')), 'notSheet'],
  [
    'broken UTF-8',
    aWorkbook(Buffer.concat([Buffer.from('<a>'), Buffer.from([0xe4, 0xb8]), Buffer.from('</a>')])),
    'notSheet',
  ],
  [
    'an endless tag',
    aWorkbook(`<a ${Buffer.alloc(3_000_000, 'ab').toString()}`),
    'notSheet',
    { ratio: 2000 },
  ],
  ['an unfinished sheet', aWorkbook('<worksheet><sheetData><row><c'), 'notSheet'],
]
for (const [name, bytes, wanted, limits] of hostileFiles) {
  test(`${name} is refused as ${wanted}`, async () => {
    await assert.rejects(rowsOf(bytes, limits), (error) => {
      assert.ok(error instanceof Refusal, String(error))
      assert.deepEqual(error.words, sheetRefusals[wanted])
      return true
    })
  })
}

test('damaged bytes anywhere are refused or read, never a crash', async () => {
  const original = aWorkbook(manyRows(50))
  await fc.assert(
    fc.asyncProperty(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const bytes = Buffer.from(original)
      bytes[at] = bytes[at]! ^ flip
      await rowsOf(bytes).catch((error: unknown) => assert.ok(error instanceof Refusal, String(error)))
    }),
    { numRuns: 60 },
  )
})

test('a million empty formatted rows cost nothing and do not count', async () => {
  const rows = await rowsOf(
    aWorkbook(sheetXml(`${'<row><c s="1"/></row>'.repeat(50_000)}<row r="50001"><c><v>1</v></c></row>`)),
    { rows: 10, ratio: 2000 },
  )
  assert.deepEqual(
    rows.map(({ row, cells }) => [row, cells]),
    [[50_001, ['1']]],
  )
})
