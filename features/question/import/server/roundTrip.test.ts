import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBank } from '../../../../test/build/exam.ts'
import { appliedImport, cellsOf, checkedImport, reasonsOf } from '../../../../test/build/import.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aChoiceRow, aQuestionFile, intoBank } from '../../../../test/build/questionImport.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import type { InputOf } from '../../../../contract/call.ts'
import { questionCalls, questionExports } from '../../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/resource-manage/add-question'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

async function exportOf(bankId: string, token = admin.token, language = 'zh') {
  const response = await world.portal.http.inject({
    method: questionExports.exportQuestionList.method,
    url: `/api${questionExports.exportQuestionList.path}`,
    headers: { token, 'accept-language': language },
    payload: { bankId },
  })
  return { type: String(response.headers['content-type']), file: response.rawPayload }
}

/** The questions of a bank as they are asked and marked. */
async function contentOf(bankId: string) {
  const { list } = await world.ask(questionCalls.find, { bankId, limit: 50 }, admin.token)
  return list
    .map(({ content, key, difficulty, score, category }) => ({ content, key, difficulty, score, category }))
    .toSorted((a, b) => (JSON.stringify(a.content) < JSON.stringify(b.content) ? -1 : 1))
}

type Question = InputOf<typeof questionCalls.save>
type Part = Question['parts'][number]
const choice = (stem: string, more: Partial<Part> = {}): Part => ({
  type: 'single',
  stem,
  options: ['甲', '乙', '丙'],
  answer: ['B'],
  ...more,
})
const alone = (part: Part, more: Partial<Question> = {}): Question => ({
  type: part.type,
  parts: [part],
  ...more,
})
const questions: Question[] = [
  alone(choice('=1+1 等于几？\n两行', { analysis: '因为 "2" <b>', options: ['1', '02', "'3"] }), {
    difficulty: 'hard',
    score: 2.5,
    category: '数学',
  }),
  alone(choice('多选', { type: 'multiple', answer: ['A', 'C'], partial: 'each' }), { difficulty: 'easy' }),
  alone({ type: 'judge', stem: '对的', answer: ['A'] }),
  alone({ type: 'judge', stem: '错的', answer: ['B'] }),
  alone({ type: 'blank', stem: '__和__', answer: ['北京&&北京市', '1949年10月1日'] }),
  alone({ type: 'blank', stem: '绝对值__与__', answer: ['|x|', 'a\\'] }),
  alone({ type: 'blank', stem: '百分之__', answer: ['0.60'] }),
  alone({ type: 'essay', stem: '论述', answer: ['-要点一\n要点二'], analysis: '按点给分' }, { score: 20 }),
  alone({ type: 'essay', stem: '没有参考答案', answer: [] }),
  {
    type: 'case',
    material: '一段材料，\n分两段',
    score: 1,
    category: '案例',
    parts: [
      choice('第一问', { analysis: '一' }),
      choice('第二问', { type: 'multiple', answer: ['B', 'C'], partial: 'half' }),
      { type: 'essay', stem: '第三问', answer: ['要点'] },
    ],
  },
  { type: 'case', material: '只有一问', score: 3, parts: [choice('唯一')] },
]

async function aFullBank(): Promise<string> {
  const bankId = await aBank(world, portal)
  for (const question of questions) await world.ask(questionCalls.save, { ...question, bankId }, admin.token)
  return bankId
}

for (const language of ['zh', 'en']) {
  test(`an exported bank gives the same questions in an empty one, and none in its own (${language})`, async () => {
    const bankId = await aFullBank()
    const before = await contentOf(bankId)
    assert.equal(before.length, questions.length)
    const { file } = await exportOf(bankId, admin.token, language)
    const empty = await aBank(world, portal)
    const { status, rejected, remarked } = await appliedImport(world, admin.token, intoBank(empty), file)
    assert.deepEqual([status, rejected, remarked], ['applied', 0, 0])
    assert.deepEqual(await contentOf(empty), before)

    const again = await checkedImport(world, admin.token, intoBank(bankId), file)
    assert.equal(again.fresh + again.changed, 0)
    const reasons = (await reasonsOf(world, admin.token, again.importId)).map(([, ...said]) => said)
    assert.equal(reasons.length, again.rows)
    assert.deepEqual([...new Set(reasons.flat())], ['整行：题库里已有这道题'], 'none with another answer')
  })
}

test('a material whose rows have no points together is refused', async () => {
  const bankId = await aBank(world, portal)
  const { importId } = await checkedImport(
    world,
    admin.token,
    intoBank(bankId),
    aQuestionFile(
      aChoiceRow('一', { 材料: '甲', 分值: '0' }),
      aChoiceRow('二', { 材料: '甲', 分值: '0' }),
      aChoiceRow('三', { 材料: '乙', 分值: '0' }),
      aChoiceRow('四', { 材料: '乙', 分值: '0.5' }),
      aChoiceRow('五', { 分值: '0' }),
    ),
  )
  assert.deepEqual(await reasonsOf(world, admin.token, importId), [
    [2, '整行：同一材料各行的分值合计为 0'],
    [3, '整行：同一材料各行的分值合计为 0'],
    [6, 'score：分值应是 0.5 到 100 之间 0.5 的倍数'],
  ])
})

test('keys leave with a sheet only for those who see them in the list', async () => {
  const canary = 'CANARY_7f3e'
  const bankId = await aBank(world, portal)
  const question = alone({ type: 'essay', stem: '论述', answer: [canary], analysis: canary })
  await world.ask(questionCalls.save, { ...question, bankId }, admin.token)
  await world.db`update roles set menus = '{/student-manage/student}' where id = ${portal.roles.unit}`
  world.portal.gate.forget()
  const others = [
    await anAccount(world, portal, { role: 'unit' }),
    await anAccount(world, portal, { role: 'learner' }),
    await anAccount(world, await aPortal(world, { menus: ['/resource-manage/add-question'] }), {
      role: 'admin',
    }),
  ]
  for (const { token } of others) {
    const { type, file } = await exportOf(bankId, token)
    const seen = JSON.stringify((await world.call(questionCalls.find, { bankId }, token)).attribute ?? {})
    assert.ok(!seen.includes(canary))
    if (!type.startsWith('application/json')) assert.equal(cellsOf(file).length, 1, 'only the header')
  }
  assert.ok(
    cellsOf((await exportOf(bankId)).file)
      .flat()
      .includes(canary),
  )
})
