import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { Refusal } from '../../contract/refusal.ts'
import { aWorkbook, sheetXml } from '../../test/build/zip.ts'
import { fc } from '../../test/dice.ts'
import { takeFromThread } from '../thread.ts'
import { readSheet } from './read.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'
import type { SheetRow } from './rows.ts'
import { kindOfFormat } from './format.ts'
import { steps } from './xml.ts'

/** A hostile file: whatever is repeated in it, it is read in a time that its size bounds. */

const folder = mkdtempSync(join(tmpdir(), 'jixu-sheet-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

async function rowsOf(bytes: Buffer, limits: Partial<SheetLimits> = {}): Promise<SheetRow[]> {
  const path = join(folder, `${++files}.xlsx`)
  writeFileSync(path, bytes)
  const rows: SheetRow[] = []
  for await (const batch of readSheet(path, limits)) rows.push(...batch)
  return rows
}

test('what a number format shows is read in one pass: dates, times, and what only looks like them', () => {
  const shown = [
    ['yyyy"年"m"月"d"日"', 'date'],
    ['[$-409]d/m/yy h:mm AM/PM;@', 'date'],
    ['h:mm:ss', 'time'],
    ['[h]:mm', 'time'],
    ['[HH]:mm', 'time'],
    ['[ss].00', 'time'],
    ['[Red]0.00"d"', null],
    ['General', null],
    ['0.00E+00', null],
    ['#,##0_d;[Red]-#,##0', null],
    ['0;yyyy', null],
    ['0\\d', null],
    ['0*d', null],
    ['"no end yyyy', null],
    ['[no end yyyy', null],
    ['', null],
  ] as const
  for (const [code, kind] of shown) assert.equal(kindOfFormat(code), kind, code)
})

/** Reads a file whatever it holds: its rows, or the reason it is refused for; never one that took too long. */
async function outcomeOf(bytes: Buffer): Promise<string> {
  try {
    return `${(await rowsOf(bytes, { ratio: 1_000_000 })).length} rows`
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    assert.notDeepEqual(error.words, sheetRefusals.tooSlow)
    return error.words.en
  }
}

const styled = (formats: string, cells: string) =>
  aWorkbook(sheetXml('<row><c s="0"><v>1</v></c></row>'), {
    'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${cells}</cellXfs></styleSheet>`,
  })

test('a format of any size and any repeats is read within the time of a file', async () => {
  const pieces = [
    '[',
    ']',
    '&quot;',
    '\\',
    '_',
    '*',
    ';',
    '[h',
    '[h]',
    'yyyy',
    'General',
    'E+',
    '[$-',
    'a',
    '@',
  ]
  const piece = fc.constantFrom(...pieces)
  // Up to what an attribute may be long: every style refers to the format again.
  const format = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.constantFrom(60_000, 300_000, 900_000))
    .map(([unit, size]) => unit.join('').repeat(Math.floor(size / unit.join('').length)))
  await fc.assert(
    fc.asyncProperty(format, async (code) => {
      const cells = '<xf numFmtId="164"/>'.repeat(2000)
      await outcomeOf(styled(`<numFmt numFmtId="164" formatCode="${code}"/>`, cells))
    }),
    { numRuns: 12 },
  )
  assert.equal(
    await outcomeOf(
      styled(
        `<numFmt numFmtId="164" formatCode="${'['.repeat(900_000)}"/>`,
        '<xf numFmtId="164"/>'.repeat(3),
      ),
    ),
    '1 rows',
  )
})

test('tags, texts and names of any repeats are read within the time of a file', async () => {
  const long = (piece: string) => piece.repeat(Math.floor(900_000 / piece.length))
  const row = (inside: string) => aWorkbook(sheetXml(`<row>${inside}</row>`))
  const hostile: [string, Buffer][] = [
    ['spaces in a tag', row(`<c${long(' ')}><v>1</v></c>`)],
    ['names in a tag', row(`<c${long(' r')}><v>1</v></c>`)],
    ['a name and spaces', row(`<c r${long(' ')}><v>1</v></c>`)],
    ['prefixes', row(`<c ${long('a:')}><v>1</v></c>`)],
    ['quotes', row(`<c ${long(`r='A' `)}><v>1</v></c>`)],
    ['an entity without an end', row(`<c t="str"><v>${long('&a')}</v></c>`)],
    ['pieces just below the limit', row(`<c t="str"><v>${long('x')}</v></c>`.repeat(40))],
    [
      'one shared text in every cell',
      aWorkbook(sheetXml(`<row>${'<c t="s"><v>0</v></c>'.repeat(64)}</row>`.repeat(2000)), {
        'xl/sharedStrings.xml': `<sst><si><t>${'字'.repeat(32_000)}</t></si></sst>`,
      }),
    ],
    [
      'relations',
      aWorkbook(sheetXml(''), {
        'xl/_rels/workbook.xml.rels': `<Relationships>${'<Relationship Id="r" Type="x/y" Target="../../a"/>'.repeat(20_000)}</Relationships>`,
      }),
    ],
  ]
  const refused: Record<string, string> = {
    'one shared text in every cell': 'The sheet contains too much text; split it into several files',
    relations: 'The file has no worksheet',
  }
  for (const [name, bytes] of hostile) assert.equal(await outcomeOf(bytes), refused[name] ?? '1 rows', name)
})

const { indexOf } = String.prototype

test('a long piece that comes in many chunks is read over no more often than it doubles', async () => {
  const counted = async (size: number) => {
    let read = 0
    const text = 'x'.repeat(size)
    async function* chunks() {
      for (let at = 0; at < size; at += 1000) yield Buffer.from(text.slice(at, at + 1000))
    }
    const listener = { open() {}, close() {}, text() {} }
    const counter = mock.method(
      String.prototype,
      'indexOf',
      function count(this: string, ...args: [string, number?]) {
        if (args[0] === '<') read += this.length - (args[1] ?? 0)
        return indexOf.apply(this, args)
      },
    )
    try {
      for await (const _ of steps(chunks(), listener)) continue
    } catch (error) {
      assert.ok(error instanceof Refusal)
    } finally {
      counter.mock.restore()
    }
    return read
  }
  const [once, twice] = [await counted(200_000), await counted(400_000)]
  assert.ok(twice <= 3 * once, `${once} signs, then ${twice}`)
  assert.ok(twice < 8 * 400_000)
})

test('a thread that gives nothing within its time is ended, with a sentence', async () => {
  const endless = new URL(`data:text/javascript,${encodeURIComponent('for (;;);')}`)
  const limits = {
    old: 32,
    young: 8,
    tooLittle: sheetRefusals.tooLarge,
    seconds: 0.2,
    tooSlow: sheetRefusals.tooSlow,
  }
  await assert.rejects(takeFromThread(endless, null, limits).next(), (error) => {
    assert.ok(error instanceof Refusal)
    assert.match(error.say('en'), /longer than 0\.2 seconds/)
    return true
  })
  const stop = new AbortController()
  const taking = takeFromThread(endless, null, { ...limits, seconds: 600 }, stop.signal).next()
  stop.abort(new Error('stopped'))
  await assert.rejects(taking, /stopped/)
})

test('text no cell of Excel holds, and marks piled up on one sign, are faults of the cell', async () => {
  const cells = ['x'.repeat(32_768), `e${'\u0301'.repeat(31)}`, `e${'\u0301'.repeat(30)}`, 'x'.repeat(32_767)]
  const [row] = await rowsOf(
    aWorkbook(sheetXml(`<row>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`)),
    { ratio: 2000 },
  )
  assert.deepEqual(row!.faults, [
    { column: 0, fault: 'longText' },
    { column: 1, fault: 'marks' },
  ])
  assert.deepEqual(row!.cells, [null, null, cells[2], cells[3]])
  // What is taken out of a text before it is compared keeps marks apart no longer than until then.
  for (const divider of ['\u200b', '\ufeff', '\u00ad', '\u034f', '\u115f', '\ufe0f', '\ue000']) {
    const text = `e${`\u0301${divider}`.repeat(31)}`
    const [divided] = await rowsOf(
      aWorkbook(sheetXml(`<row><c t="str"><v>${text}</v></c><c t="str"><v>e</v></c></row>`)),
    )
    assert.deepEqual(divided!.faults, [{ column: 0, fault: 'marks' }], JSON.stringify(divider))
  }
  const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'字'.repeat(100)}</t></si></sst>` }
  const many = aWorkbook(sheetXml(`<row>${'<c t="s"><v>0</v></c>'.repeat(11)}</row>`), shared)
  await assert.rejects(rowsOf(many, { characters: 1000 }), /too much text/)
})

test('merges of any size and number fill no more than the limits of the sheet', async () => {
  const merged = (rows: string, refs: readonly string[]) =>
    aWorkbook(
      `<worksheet><sheetData>${rows}</sheetData><mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
    )
  const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
  const text = '字'.repeat(100)
  const rows = Array.from({ length: 50 }, (_, i) => row(i + 2, '<c r="B1"><v>1</v></c>')).join('')
  const long = row(1, `<c r="A1" t="str"><v>${text}</v></c>`) + rows
  const whole = ['A1:XFD1048576', ...Array.from({ length: 20_000 }, () => 'A1:A1048576')]
  const read = await rowsOf(merged(long, whole), { ratio: 2000 })
  assert.equal(read.length, 51)
  assert.ok(read.every(({ cells }) => cells[0] === text))
  await assert.rejects(rowsOf(merged(long, whole), { ratio: 2000, characters: 1000 }), /too much text/)
  const many = Array.from({ length: 11 }, (_, i) => `A${i * 2 + 1}:A${i * 2 + 2}`)
  await assert.rejects(rowsOf(merged(long, many), { merges: 10 }), /merged ranges/)
})
