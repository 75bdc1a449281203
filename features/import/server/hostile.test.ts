import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { before, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { aBank } from '../../../test/build/exam.ts'
import { sendForm } from '../../../test/build/file.ts'
import {
  aSheetFile,
  checkedImport,
  settledImport,
  strayImportFiles,
  uploadSheet,
} from '../../../test/build/import.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { aChoiceRow, aQuestionFile, intoBank } from '../../../test/build/questionImport.ts'
import { aPerson, aRosterFile, intoUnit, rosterHeader } from '../../../test/build/roster.ts'
import { aWorkbook, aZip, sheetXml } from '../../../test/build/zip.ts'
import { drawBytes } from '../../../test/dice.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { memoryInUse } from '../../../test/memory.ts'
import { until } from '../../../test/until.ts'
import { rosterCalls } from '../../student/import/contract.ts'
import { importCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: ['/student-manage/student', '/student-manage/student#import', '/resource-manage/add-question'],
  })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const titles = rosterHeader(['realName', 'cardNumber', 'mobile'])
const header = `<row>${titles.map(cell).join('')}</row>`
const sheetOf = (xml: string | Buffer, others: Record<string, string> = {}) => aWorkbook(xml, others)
const good = aRosterFile([aPerson(1)])
const megabytes = (count: number, text: string) => text.repeat((count * 1024 * 1024) / text.length)

/** A copy with bytes changed: at an offset, or at the first or last occurrence of a signature. */
function changed(
  file: Buffer,
  at: number | { first: string; plus: number } | { last: string; plus: number },
  ...bytes: number[]
) {
  const copy = Buffer.from(file)
  const place =
    typeof at === 'number'
      ? at
      : ('first' in at
          ? copy.indexOf(Buffer.from(at.first, 'hex'))
          : copy.lastIndexOf(Buffer.from(at.last, 'hex'))) + at.plus
  copy.set(bytes, place)
  return copy
}
const [local, directory, end] = ['504b0304', '504b0102', '504b0506']
const bookOf = (sheets: string) => ({
  'xl/workbook.xml': `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets}</sheets></workbook>`,
})
const sheetTo = (target: string, mode = '') => ({
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="${target}"${mode}/></Relationships>`,
})

const [unreadable, tooLarge, noSheet] = [/不是可以读取的 Excel/, /展开后太大/, /没有工作表/]
const files: [string, Buffer, RegExp][] = [
  ['an empty file', Buffer.alloc(0), unreadable],
  ['one byte', Buffer.from('P'), unreadable],
  ['a table as text', Buffer.from(titles.join(',')), unreadable],
  ['a web page', Buffer.from('<html><table><tr><td>姓名</td></tr></table></html>'), unreadable],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), unreadable],
  ['a PDF', Buffer.from(`%PDF-1.7\n${'0'.repeat(2000)}`), unreadable],
  ['random bytes', drawBytes(4096), unreadable],
  ['an old or encrypted workbook', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), /旧版 \.xls/],
  ['a part marked as encrypted', changed(good, { first: directory, plus: 8 }, 1), /加密/],
  ['half a file', good.subarray(0, good.length / 2), unreadable],
  ['the other half', good.subarray(good.length / 2), unreadable],
  ['only an end record', Buffer.from(`${end}${'00'.repeat(18)}`, 'hex'), unreadable],
  ['a directory that counts more than it has', changed(good, { last: end, plus: 10 }, 99), unreadable],
  ['a directory after the end', changed(good, { last: end, plus: 16 }, 255, 255, 255, 127), unreadable],
  [
    'a directory longer than the file',
    changed(good, { last: end, plus: 12 }, 255, 255, 255, 127),
    unreadable,
  ],
  ['too many parts', aZip(Array.from({ length: 5000 }, (_, i) => [`p${i}`, ''] as const)), /多于 200 个/],
  [
    'a part twice',
    aZip([
      ['xl/workbook.xml', 'a'],
      ['xl/workbook.xml', 'b'],
    ]),
    unreadable,
  ],
  [
    'a part twice in other letters',
    aZip([
      ['xl/workbook.xml', 'a'],
      ['XL/WORKBOOK.XML', 'b'],
    ]),
    unreadable,
  ],
  ['an unknown way of packing', changed(good, { first: directory, plus: 10 }, 12), unreadable],
  ['a broken local header', changed(good, { first: local, plus: 0 }, 0), unreadable],
  [
    'a part longer than the file',
    changed(good, { first: directory, plus: 20 }, 255, 255, 255, 127),
    unreadable,
  ],
  [
    'a part that begins after the end',
    changed(good, { first: directory, plus: 42 }, 255, 255, 255, 127),
    unreadable,
  ],
  [
    'wide sizes without their field',
    changed(good, { first: directory, plus: 20 }, 255, 255, 255, 255),
    unreadable,
  ],
  [
    'damaged packing',
    changed(sheetOf(sheetXml(header)), { first: local, plus: 60 }, 7, 7, 7, 7, 7, 7, 7, 7),
    unreadable,
  ],
  [
    'another archive',
    aZip([
      ['readme.txt', 'hello'],
      ['inner.zip', good],
    ]),
    unreadable,
  ],
  [
    'a text document',
    aZip([
      ['[Content_Types].xml', '<Types/>'],
      ['word/document.xml', '<document/>'],
    ]),
    unreadable,
  ],
  ['a sheet that is a bomb', sheetOf(sheetXml(megabytes(32, '<row/>  '))), tooLarge],
  [
    'texts that are a bomb',
    sheetOf(sheetXml(header), { 'xl/sharedStrings.xml': `<sst>${megabytes(32, '<si/>   ')}</sst>` }),
    tooLarge,
  ],
  [
    'styles that are a bomb',
    sheetOf(sheetXml(header), { 'xl/styles.xml': `<a>${megabytes(32, '<b/>    ')}</a>` }),
    tooLarge,
  ],
  [
    'a book that is a bomb',
    sheetOf('', { 'xl/workbook.xml': `<a>${megabytes(32, '<b/>    ')}</a>` }),
    tooLarge,
  ],
  ['a book without sheets', sheetOf('', { 'xl/workbook.xml': '<workbook/>' }), noSheet],
  [
    'only hidden sheets',
    sheetOf(sheetXml(header), bookOf('<sheet name="S" state="hidden" r:id="r1"/>')),
    noSheet,
  ],
  ['a sheet outside the container', sheetOf(sheetXml(header), sheetTo('../../../../etc/passwd')), noSheet],
  [
    'a sheet on another machine',
    sheetOf(sheetXml(header), sheetTo('http://127.0.0.1/a', ' TargetMode="External"')),
    noSheet,
  ],
  ['a sheet that is not there', sheetOf(sheetXml(header), sheetTo('worksheets/other.xml')), noSheet],
  [
    'entities in entities',
    sheetOf(`<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${sheetXml(header)}`),
    unreadable,
  ],
  [
    'an entity from a file',
    sheetOf(`<!DOCTYPE a SYSTEM "file:///etc/passwd">${sheetXml(header)}`),
    unreadable,
  ],
  ['an entity nobody declared', sheetOf(sheetXml(`<row>${cell('&secret;')}</row>`)), unreadable],
  [
    'letters that are none',
    sheetOf(Buffer.concat([Buffer.from('<worksheet><sheetData><row>'), Buffer.from([0xff, 0xfe, 0xc0])])),
    unreadable,
  ],
  ['wide letters', sheetOf(Buffer.from(sheetXml(header), 'utf16le')), unreadable],
  [
    'a tag without an end',
    sheetOf(`<worksheet><sheetData><row a="${drawBytes(1_200_000).toString('base64')}`),
    unreadable,
  ],
  [
    'a text without an end',
    sheetOf(`<worksheet><sheetData><row><c><v>${drawBytes(1_200_000).toString('base64')}`),
    unreadable,
  ],
  ['a cell far to the right', sheetOf(sheetXml(`<row><c r="ZZ1"><v>1</v></c></row>`)), /多于 64 列/],
  ['an empty sheet', aSheetFile([]), /没有要导入的行/],
  ['only a header', aSheetFile([titles]), /没有要导入的行/],
  [
    'another header',
    aSheetFile([
      ['昵称', '班级'],
      ['甲', '1'],
    ]),
    /缺少“真实姓名、身份证号、手机号”/,
  ],
  [
    'a header without the ID',
    aSheetFile([
      ['真实姓名', '手机号'],
      ['甲', '1'],
    ]),
    /缺少“身份证号”/,
  ],
  [
    'a column twice',
    aSheetFile([
      [...titles, '手机号'],
      ['', '甲', '1', '2', '3'],
    ]),
    /两个“手机号”/,
  ],
]

/** Brings a file in by the call that takes it with the form. */
async function brought(file: Buffer) {
  const form = {
    fields: { preview: 'yes' },
    file: { name: '名单.xlsx', mime: 'application/octet-stream', bytes: file },
  }
  return (await sendForm(world, rosterCalls.importUnitStu, form, admin.token)).attribute.importId
}

test('at least 42 kinds of hostile files are refused with a message, each separately, in bounded memory', async (t) => {
  assert.ok(files.length >= 42)
  // The thread and its code are loaded once before memory is looked at.
  await settledImport(world, admin.token, await brought(good))
  const before = memoryInUse()
  const memory = process.memoryUsage().rss
  let [most, peak] = [0, memory]
  const looking = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  t.after(() => clearInterval(looking))
  const threads: Worker[] = []
  /** Megabytes that each may hold. */
  const heaps = new Set<number>()
  const watch = (thread: Worker) => {
    threads.push(thread)
    const { maxOldGenerationSizeMb, maxYoungGenerationSizeMb } = thread.resourceLimits!
    heaps.add(maxOldGenerationSizeMb! + maxYoungGenerationSizeMb!)
  }
  process.on('worker', watch)
  t.after(() => process.off('worker', watch))
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  for (const [name, file, reason] of files) {
    await t.test(name, async () => {
      const { importId, status, problem } = await settledImport(world, admin.token, await brought(file))
      await until(() => threads.every(({ threadId }) => threadId === -1))
      const more = memoryInUse() - before
      assert.ok(more < 50 * 2 ** 20, `${Math.round(more / 2 ** 20)} MB are still held`)
      most = Math.max(most, more)
      assert.equal(status, 'failed')
      assert.match(problem!.zh, reason)
      assert.match(problem!.en, /\w/)
      assert.equal((await world.call(importCalls.apply, { importId }, admin.token)).respCode, 409)
      const [left] = await world.db`
        select (select count(*) from import_rows where import_id = i.id) as rows
        from imports i where id = ${importId}`
      assert.equal(left!.rows, 0)
      assert.deepEqual(await strayImportFiles(world), [], 'the file is not kept')
    })
  }
  // What earlier files left is collected after each, so that this is what one file takes.
  assert.ok(peak - memory < 300 * 2 ** 20, `${Math.round((peak - memory) / 2 ** 20)} MB more`)
  // Whatever a file does, it is read in a thread that ends where it holds more.
  assert.ok(threads.length > 30)
  assert.deepEqual([...heaps], [112])
  t.diagnostic(
    `${files.length} files, ${threads.length} threads, ${Math.round(most / 2 ** 20)} MB held at most, ` +
      `event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms`,
  )
  const [students] = await world.db`select count(*) as count from students`
  assert.equal(students!.count, 0)
})

test('marks that unseen signs keep apart are refused before the signs are taken out, which would take minutes', async () => {
  const keys = ['realName', 'cardNumber', 'mobile', 'workSince']
  const fields = keys.map((key) => ({ key, required: false }))
  await world.db`update projects set register_fields = ${world.db.json(fields)} where id = ${portal.projectId}`
  const piled = `1949${'\u0316\u0301\u200b'.repeat(10_000)}-10-01`
  const people = Array.from({ length: 300 }, (_, i) => aPerson(21 + i, { workSince: piled }))
  const file = aRosterFile(people, keys)
  const { importId, bad } = await checkedImport(world, admin.token, intoUnit(portal.unitId), file)
  assert.equal(bad, people.length)
  const { list } = await world.ask(importCalls.findRows, { importId }, admin.token)
  assert.deepEqual(
    list[0]!.problems.map(({ column, zh }) => [column, zh]),
    [['workSince', '文字里有成串的附加符号']],
  )
})

test('what is plainly no workbook is refused while it is sent', async () => {
  for (const file of [Buffer.from('a,b,c'), Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex')]) {
    const { status, uploadId } = await uploadSheet(world, admin.token, file)
    assert.equal(status, 422)
    const begun = { kind: 'roster', params: { unitId: portal.unitId }, uploadId }
    assert.notEqual((await world.call(importCalls.begin, begun, admin.token)).respCode, 200)
  }
})

test('what one could write to do harm is text and nothing more', async () => {
  const bankId = await aBank(world, portal)
  const stems = [
    '<script>alert(1)</script>',
    "'; drop table questions; --",
    '=HYPERLINK("http://x")',
    '${7*7}',
    '\\. \\N \t tab',
    'half a pair \ud800 here',
  ]
  const file = aQuestionFile(...stems.map((stem) => aChoiceRow(stem)))
  const { importId, fresh } = await checkedImport(world, admin.token, intoBank(bankId), file)
  assert.equal(fresh, stems.length)
  const { list } = await world.ask(importCalls.findRows, { importId }, admin.token)
  assert.deepEqual(
    list.map((row) => row.label),
    stems.map((stem) => stem.toWellFormed()),
  )
})

test('rows that claim impossible or repeated places keep their order', async () => {
  const person = (n: number) => {
    const { realName, cardNumber, mobile } = aPerson(n)
    return ['', realName, cardNumber, mobile].map((text) => cell(String(text))).join('')
  }
  const rows = [
    `<row r="2">${person(11)}</row>`,
    `<row r="2">${person(12)}</row>`,
    `<row r="99999999999">${person(13)}</row>`,
  ]
  const importId = await brought(sheetOf(sheetXml(header + rows.join(''))))
  assert.equal((await settledImport(world, admin.token, importId)).fresh, 3)
  const { list } = await world.ask(importCalls.findRows, { importId }, admin.token)
  assert.deepEqual(
    list.map(({ row }) => row),
    [2, 3, 4],
  )
})
