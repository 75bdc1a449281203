import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBank } from '../../../../test/build/exam.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../../test/build/portal.ts'
import {
  aChoiceRow,
  aQuestionFile,
  aSheetFile,
  cellsOfRow,
  checkedImport,
  questionHeader,
} from '../../../../test/build/questionImport.ts'
import { aWorkbook, sheetXml } from '../../../../test/build/zip.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { questionCalls } from '../../contract.ts'
import { importCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/resource-manage/add-question'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const header = `<row>${questionHeader.map(cell).join('')}</row>`

/** A sheet of so many rows that differ in their stems alone. */
function manyRows(count: number): Buffer {
  const row = (stem: string) => `<row>${cellsOfRow(aChoiceRow(stem)).map(cell).join('')}</row>`
  const pieces = row('\u0000').split('\u0000')
  const rows = Array.from({ length: count }, (_, i) => `${pieces[0]}题${i}${pieces[1]}`)
  return aWorkbook(sheetXml(header + rows.join('')))
}

const good = aQuestionFile(aChoiceRow('好题'))
const files: [string, Buffer, RegExp][] = [
  ['an empty file', Buffer.alloc(0), /不是可以读取的 Excel/],
  ['a table as text', Buffer.from(questionHeader.join(',')), /不是可以读取的 Excel/],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /不是可以读取的 Excel/],
  ['an old or encrypted file', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), /旧版 \.xls/],
  ['half a file', good.subarray(0, good.length / 2), /不是可以读取的 Excel/],
  ['no sheet', aWorkbook('', { 'xl/workbook.xml': '<workbook/>' }), /没有工作表/],
  ['an empty sheet', aSheetFile([]), /文件里没有题目/],
  ['a header alone', aSheetFile([questionHeader]), /文件里没有题目/],
  [
    'another header',
    aSheetFile([
      ['姓名', '证件号'],
      ['甲', '1'],
    ]),
    /第一行缺少“题型、题干、答案”/,
  ],
  [
    'a header without the answers',
    aSheetFile([
      ['题型', '题干'],
      ['单选题', '甲'],
    ]),
    /缺少“答案”/,
  ],
  ['a bomb', aWorkbook(sheetXml('<row/>'.repeat(5 * 1024 * 1024))), /展开后太大/],
  ['a cell far to the right', aWorkbook(sheetXml(`<row><c r="ZZ1"><v>1</v></c></row>`)), /多于 64 列/],
  ['declared entities', aWorkbook(`<!DOCTYPE a [<!ENTITY b "b">]>${sheetXml(header)}`), /不是可以读取/],
]
for (const [name, file, reason] of files) {
  test(`${name} is refused whole, in words, and adds nothing`, async () => {
    const bankId = await aBank(world, portal)
    const { status, problem, importId } = await checkedImport(world, admin.token, bankId, file)
    assert.equal(status, 'failed')
    assert.match(problem!.zh, reason)
    assert.match(problem!.en, /\w/)
    assert.equal((await world.call(importCalls.applyImport, { importId }, admin.token)).respCode, 409)
    assert.equal((await world.ask(questionCalls.find, { bankId }, admin.token)).total, 0)
  })
}

test('what one could write to do harm is text and nothing more', async () => {
  const bankId = await aBank(world, portal)
  const stems = [
    '<script>alert(1)</script>',
    "'; drop table questions; --",
    '=HYPERLINK("http://x")',
    '${7*7}',
  ]
  const file = aQuestionFile(...stems.map((stem) => aChoiceRow(stem)))
  const { importId, good: taken } = await checkedImport(world, admin.token, bankId, file)
  assert.equal(taken, stems.length)
  const { list } = await world.ask(importCalls.findImportRows, { importId }, admin.token)
  assert.deepEqual(
    list.map((row) => row.stem),
    stems,
  )
})

test('a file of 20,000 rows is checked in memory that does not grow with it', async () => {
  const bankId = await aBank(world, portal)
  const file = manyRows(20_000)
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const before = process.memoryUsage().rss
  const { status, rows, good: taken } = await checkedImport(world, admin.token, bankId, file)
  clearInterval(watch)
  assert.deepEqual([status, rows, taken], ['checked', 20_000, 20_000])
  assert.ok(peak - before < 300 * 1024 * 1024, `${Math.round((peak - before) / 1024 / 1024)} MB more`)
})
