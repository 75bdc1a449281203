import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBank, aQuestion } from '../../../../test/build/exam.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../../test/build/portal.ts'
import {
  appliedImport,
  aSheetFile as fileOf,
  beginImport,
  uploadSheet,
  cellsOf,
  checkedImport,
  downloaded,
  reasonsOf,
  settledImport,
} from '../../../../test/build/import.ts'
import {
  aChoiceRow as single,
  aQuestionFile as filled,
  cellsOfRow as row,
  type FilledRow as Filled,
  intoBank,
  questionHeader as header,
} from '../../../../test/build/questionImport.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { aDescribedSheet } from '../../../../test/build/sheet.ts'
import { aWorkbook, sheetXml } from '../../../../test/build/zip.ts'
import { questionCalls } from '../../contract.ts'
import { importCalls } from '../../../import/contract.ts'

const menus = ['/resource-manage/add-question']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let stranger: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
  stranger = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
})

const settled = (importId: string) => settledImport(world, admin.token, importId)
const checked = (file: Buffer, bankId: string) => checkedImport(world, admin.token, intoBank(bankId), file)
const imported = (file: Buffer, bankId: string) => appliedImport(world, admin.token, intoBank(bankId), file)
const problemsOf = (importId: string) => reasonsOf(world, admin.token, importId)
const download = (path: string, query: Record<string, string>) => downloaded(world, admin.token, path, query)

test('the template is a file of its own: header, notes, examples, dropdowns; filled in, its examples are left out', async () => {
  const { bytes, headers } = await download(importCalls.downloadTemplate.path, { kind: 'question' })
  assert.match(String(headers['content-disposition']), /filename\*=UTF-8''.*\.xlsx$/)
  const rows = cellsOf(bytes)
  assert.deepEqual(rows[0], header)
  assert.equal(rows.length, 6)
  const bankId = await aBank(world, portal)
  const untouched = await checked(bytes, bankId)
  assert.deepEqual(
    [untouched.status, untouched.problem?.zh],
    ['failed', '文件里没有要导入的行，请从模板的示例下面开始填写'],
  )
  const done = await imported(fileOf([...rows, row(single('模板里填的第一题'))]), bankId)
  assert.deepEqual([done.status, done.rows, done.added], ['applied', 1, 1])
  const examples = fileOf(rows.map((cells, i) => (i > 1 ? ['', ...cells.slice(1)] : cells)))
  const asRows = await imported(examples, bankId)
  assert.deepEqual([asRows.added, asRows.rejected], [4, 0], 'the examples themselves are good questions')
})

test('every type is read as people write it', async () => {
  const bankId = await aBank(world, portal)
  const done = await imported(
    filled(
      single('单选', {
        选项C: '丙',
        选项D: '丁',
        答案: 'd',
        难度: '难',
        分值: '2.5',
        分类: '法规',
        解析: '因为',
      }),
      {
        题型: '多选',
        题干: '多选',
        选项A: '甲',
        选项B: '乙',
        选项C: '丙',
        答案: 'Ａ、C',
        少选得分: '得一半',
      },
      { 题型: '判断题', 题干: '判断', 答案: '×' },
      { 题型: '填空题', 题干: '__和__', 答案: '北京&&北京市|上海' },
      { 题型: '问答题', 题干: '论述', 答案: '=要点' },
    ),
    bankId,
  )
  assert.deepEqual([done.status, done.rows, done.done, done.added, done.rejected], ['applied', 5, 5, 5, 0])
  const { list } = await world.ask(questionCalls.find, { bankId }, admin.token)
  const byStem = new Map(list.map((question) => [question.content.parts[0]!.stem, question]))
  const keyOf = (stem: string) => byStem.get(stem)!.key[0]!.answer
  assert.deepEqual(keyOf('单选'), ['D'])
  assert.deepEqual(keyOf('多选'), ['A', 'C'])
  assert.deepEqual(keyOf('判断'), ['B'])
  assert.deepEqual(keyOf('__和__'), ['北京&&北京市', '上海'])
  assert.deepEqual(keyOf('论述'), ['=要点'])
  const one = byStem.get('单选')!
  assert.deepEqual(
    [one.difficulty, one.score, one.category, one.key[0]!.analysis],
    ['hard', 2.5, '法规', '因为'],
  )
  assert.equal(byStem.get('多选')!.content.parts[0]!.partial, 'half')
  assert.equal(byStem.get('__和__')!.content.parts[0]!.blanks, 2)
})

const material = (text: string, stem: string, more: Filled = {}) => single(stem, { 材料: text, ...more })

test('rows of one material make one question, and fall together', async () => {
  const bankId = await aBank(world, portal)
  const file = filled(
    material('河流材料', '第一问'),
    material('坏材料', '好的一问'),
    material('河流材料', '第二问', { 分值: '3' }),
    material('坏材料', '坏的一问', { 答案: 'H' }),
    material('河 流材料', '第三问'),
  )
  const preview = await checked(file, bankId)
  assert.deepEqual([preview.fresh, preview.bad], [3, 2])
  assert.deepEqual(await problemsOf(preview.importId), [
    [3, '整行：同一材料的第 5 行有误'],
    [5, 'answer：答案“H”不在选项中'],
  ])
  const done = await imported(file, bankId)
  assert.deepEqual([done.added, done.rejected, done.rows], [3, 2, 5])
  const { list } = await world.ask(questionCalls.find, { bankId }, admin.token)
  assert.equal(list.length, 1)
  assert.equal(list[0]!.type, 'case')
  assert.deepEqual(
    list[0]!.content.parts.map((part) => part.stem),
    ['第一问', '第二问', '第三问'],
  )
  assert.equal(list[0]!.score, 5)
  const again = await checked(file, bankId)
  assert.equal(again.fresh, 0, 'a case is known again by its material and parts')
})

test('each reason names row and column; what is wrong changes nothing else', async () => {
  const bankId = await aBank(world, portal)
  await aQuestion(world, portal, bankId, { part: { stem: '已有', options: ['甲', '乙'] } })
  const preview = await checked(
    filled(
      single('好题'),
      single('无此题型', { 题型: '连线题' }),
      single('', {}),
      single('选项有缺口', { 选项D: '丁' }),
      single('答案为空', { 答案: '' }),
      single('难度', { 难度: '极难', 分值: '0.3' }),
      single('好 题'),
      single('已有', { 选项A: '乙', 选项B: '甲', 答案: 'A' }),
      single('选项重复', { 选项B: '甲 ' }),
      single('题'.repeat(4001)),
    ),
    bankId,
  )
  assert.deepEqual([preview.status, preview.rows, preview.fresh, preview.bad], ['checked', 10, 1, 9])
  assert.deepEqual(await problemsOf(preview.importId), [
    [3, 'type：题型“连线题”不认识'],
    [4, 'stem：必须填写'],
    [5, 'optionC：选项中间有空缺'],
    [6, 'answer：单选题的答案应是一个字母'],
    [7, 'difficulty：“极难”不认识', 'score：分值应是 0.5 到 100 之间 0.5 的倍数'],
    [8, '整行：与第 2 行重复'],
    [9, '整行：题库里已有这道题'],
    [10, 'optionA：选项有重复'],
    [11, 'stem：最多 4000 个字'],
  ])
  assert.equal((await world.ask(questionCalls.find, { bankId }, admin.token)).total, 1)
})

/** A row of a hand-made sheet; the inside of its stem cell is given. */
const handMade = (n: number, stem: string) =>
  `<row r="${n}"><c r="A${n}" t="str"><v>单选题</v></c><c r="B${n}" ${stem}</c><c r="C${n}" t="str"><v>甲</v></c><c r="D${n}" t="str"><v>乙</v></c><c r="E${n}" t="str"><v>A</v></c></row>`

test('formula cells, error values and long numbers are reasons against their row', async () => {
  const bankId = await aBank(world, portal)
  const titles = ['题型', '题干', '选项A', '选项B', '答案']
    .map((title) => `<c t="str"><v>${title}</v></c>`)
    .join('')
  const preview = await checked(
    aWorkbook(
      sheetXml(
        `<row r="1">${titles}</row>` +
          handMade(2, 't="str"><f>CONCAT("题","干")</f><v>题干</v>') +
          handMade(3, 't="e"><v>#NAME?</v>') +
          handMade(4, '><v>12345678901234567</v>') +
          handMade(5, '><v>2023</v>'),
      ),
    ),
    bankId,
  )
  assert.equal(preview.fresh, 1)
  assert.deepEqual(await problemsOf(preview.importId), [
    [2, 'stem：单元格是公式，不能读取'],
    [3, 'stem：单元格是错误值'],
    [4, 'stem：数字超过 15 位，Excel 已丢失后面的数字'],
  ])
})

test('a file that is no template fails as a whole, with its reason, and nothing is left to apply', async () => {
  const bankId = await aBank(world, portal)
  const cases: [Buffer, RegExp][] = [
    [
      fileOf([
        ['姓名', '证件号'],
        ['张三', '1'],
      ]),
      /缺少“题型、题干、答案”/,
    ],
    [Buffer.from('PK\u0003\u0004 broken'), /不是可以读取的 Excel/],
    [filled(single('甲')).subarray(0, 900), /不是可以读取的 Excel/],
    [fileOf([header]), /没有要导入的行/],
  ]
  for (const [file, reason] of cases) {
    const failed = await checked(file, bankId)
    assert.equal(failed.status, 'failed')
    assert.match(failed.problem!.zh, reason)
    assert.match(failed.problem!.en, /^[^\u4e00-\u9fff]+$/)
    const applied = await world.call(importCalls.apply, { importId: failed.importId }, admin.token)
    assert.equal(applied.respCode, 409)
  }
  assert.equal((await world.ask(questionCalls.find, { bankId }, admin.token)).total, 0)
})

test('the same file again adds nothing', async () => {
  const bankId = await aBank(world, portal)
  const file = filled(...Array.from({ length: 30 }, (_, i) => single(`第 ${i} 题`)))
  assert.equal((await imported(file, bankId)).added, 30)
  const again = await checked(file, bankId)
  assert.deepEqual([again.fresh, again.bad], [0, 30])
  assert.equal((await world.call(importCalls.apply, { importId: again.importId }, admin.token)).respCode, 409)
  assert.equal((await world.ask(questionCalls.find, { bankId }, admin.token)).total, 30)
})

test('two files with the same questions checked side by side add each question once', async () => {
  const bankId = await aBank(world, portal)
  const file = filled(...Array.from({ length: 20 }, (_, i) => single(`并行 ${i}`)))
  const [one, two] = [await checked(file, bankId), await checked(file, bankId)]
  assert.deepEqual([one.fresh, two.fresh], [20, 20])
  for (const { importId } of [one, two]) await world.ask(importCalls.apply, { importId }, admin.token)
  const [first, second] = [await settled(one.importId), await settled(two.importId)]
  assert.deepEqual([first.added + second.added, first.rejected + second.rejected], [20, 20])
  assert.equal((await world.ask(questionCalls.find, { bankId }, admin.token)).total, 20)
})

test('the error file holds the refused rows with reasons, and corrected it comes in', async () => {
  const bankId = await aBank(world, portal)
  const done = await imported(
    filled(single('好'), single('坏', { 答案: 'Z' }), single('=也坏', { 难度: '?' })),
    bankId,
  )
  assert.deepEqual([done.added, done.rejected], [1, 2])
  const { bytes } = await download(importCalls.exportError.path, { importId: done.importId })
  const rows = cellsOf(bytes)
  assert.equal(rows[0]![0], '原因')
  assert.deepEqual(
    rows.slice(1).map((cells) => cells[0]),
    [
      '答案：答案“Z”不在选项中（选择题填字母，如 B 或 ACD；判断题填 正确 或 错误；填空题的多个空用 | 分隔）',
      '难度：“?”不认识（填 易、中 或 难，可以留空）',
    ],
  )
  const [answer, difficulty] = [rows[0]!.indexOf('答案'), rows[0]!.indexOf('难度')]
  rows[1]![answer] = 'A'
  rows[2]![difficulty] = '易'
  const corrected = await imported(fileOf(rows), bankId)
  assert.deepEqual([corrected.added, corrected.rejected], [2, 0])
  const { list } = await world.ask(questionCalls.find, { bankId }, admin.token)
  assert.ok(
    list.some((question) => question.content.parts[0]!.stem === '=也坏'),
    'the text is as it was',
  )
})

test('cancelling stops at the next checkpoint and is reported', async () => {
  const bankId = await aBank(world, portal)
  const { importId } = await checked(filled(single('不要了')), bankId)
  await world.ask(importCalls.cancel, { importId }, admin.token)
  assert.equal((await settled(importId)).status, 'cancelled')
  for (const call of [importCalls.apply, importCalls.cancel]) {
    const refused = await world.call(call, { importId }, admin.token)
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, /已取消/)
  }
  await world.portal.drainJobs()
  assert.equal((await world.ask(questionCalls.find, { bankId }, admin.token)).total, 0)
})

test('an upload belongs to one import: started again it is the same, into another bank it is refused', async () => {
  const [bankId, otherId] = [await aBank(world, portal), await aBank(world, portal)]
  const { uploadId } = await uploadSheet(world, admin.token, filled(single('x')))
  const begin = (id: string) => world.call(importCalls.begin, { ...intoBank(id), uploadId }, admin.token)
  const first = await begin(bankId)
  assert.deepEqual((await begin(bankId)).attribute, first.attribute)
  const refused = await begin(otherId)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /另一次导入/)
})

test("another project's bank and import are absent", async () => {
  const bankId = await aBank(world, portal)
  await assert.rejects(beginImport(world, stranger.token, intoBank(bankId), filled(single('x'))), /404/)
  const { importId } = await checked(filled(single('y')), bankId)
  const absent = '01980000-0000-7000-8000-000000000000'
  for (const call of [
    importCalls.getProgress,
    importCalls.findRows,
    importCalls.apply,
    importCalls.cancel,
    importCalls.exportError,
  ]) {
    const foreign = await world.call(call, { importId }, stranger.token)
    assert.equal(foreign.respCode, 404, call.path)
    assert.deepEqual(foreign, await world.call(call, { importId: absent }, stranger.token))
  }
})

test('a sheet of numbers in formats is read as it shows them, and a learner’s answer as shown is the right one', async () => {
  const bankId = await aBank(world, portal)
  const blank = (stem: string, v: number, f: string | number) => [
    '填空题',
    `${stem}____`,
    null,
    null,
    { v, f },
  ]
  const file = aDescribedSheet({
    rows: [
      ['题型', '题干', '选项A', '选项B', '答案', '分值'],
      [...blank('合格率不低于', 0.6, '0%'), { v: 2, f: '0"分"' }],
      blank('新中国成立于', 18172, 'yyyy"年"m"月"d"日"'),
      blank('课时', 45, '0"分钟"'),
      ['单选题', '哪一天？', { v: 43831, f: 'm"月"d"日"' }, { v: 43831, f: 'yyyy"年"m"月"' }, 'A'],
      blank('没有显示得出的', 3, '[DBNum2]0'),
    ],
  })
  const preview = await checked(file, bankId)
  assert.deepEqual([preview.fresh, preview.bad, preview.remarked], [4, 1, 2])
  assert.deepEqual(await problemsOf(preview.importId), [[6, 'answer：这一格的数字格式无法照原样读取']])
  const { list: remarked } = await world.ask(
    importCalls.findRows,
    { importId: preview.importId, only: 'remarked' },
    admin.token,
  )
  assert.deepEqual(
    remarked.map(({ row: place, remarks }) => [place, remarks.map(({ column, zh }) => `${column}：${zh}`)]),
    [
      [2, ['answer：按显示的“60%”导入，存储的数是 0.6', 'score：按存储的“2”导入，显示为“2分”']],
      [4, ['answer：按显示的“45分钟”导入，存储的数是 45']],
    ],
  )
  await world.ask(importCalls.apply, { importId: preview.importId }, admin.token)
  await settled(preview.importId)
  const { list } = await world.ask(questionCalls.find, { bankId }, admin.token)
  assert.deepEqual(
    list.map(({ key, content, score }) => [key[0]!.answer, content.parts[0]!.options, score]).toSorted(),
    [
      [['1949年10月1日'], [], 1],
      [['45分钟'], [], 1],
      [['60%'], [], 2],
      [['A'], ['1月1日', '2020年1月'], 1],
    ],
  )
})

test('a material merged over its rows is one case; a title above the header and other names of columns are read over', async () => {
  const bankId = await aBank(world, portal)
  const done = await imported(
    aDescribedSheet({
      rows: [
        ['安全生产题库'],
        ['题目类型', '背景材料', '题目', 'A', 'B', '正确答案', '类别'],
        ['单选题', '一起事故', '第一问', '甲', '乙', 'A', '法规'],
        ['单选题', null, '第二问', '甲', '乙', 'B', null],
        ['判断题', null, '第三问', null, null, '对', null],
        ['判断题', null, '单独一题', null, null, '错', '常识'],
      ],
      merges: ['A1:G1', 'B3:B5', 'G3:G5'],
    }),
    bankId,
  )
  assert.deepEqual([done.rows, done.added, done.rejected], [4, 4, 0])
  const { list } = await world.ask(questionCalls.find, { bankId }, admin.token)
  assert.deepEqual(
    list
      .map(({ type, category, content }) => [type, category, content.parts.map(({ stem }) => stem)])
      .toSorted(),
    [
      ['case', '法规', ['第一问', '第二问', '第三问']],
      ['judge', '常识', ['单独一题']],
    ],
  )
})
