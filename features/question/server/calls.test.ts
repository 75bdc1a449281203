import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBank, aPart, aQuestion } from '../../../test/build/exam.ts'
import {
  anAccount,
  aPortal,
  aLearner,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { aClass } from '../../../test/build/class.ts'
import { bankCalls } from '../bank/contract.ts'
import { questionCalls } from '../contract.ts'
import { insertQuestions } from './actions.ts'

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

const list = async (bankId: string) => (await world.ask(questionCalls.find, { bankId }, admin.token)).list

test('a question is created, found with its key, and a change of it is a new version', async () => {
  const bankId = await aBank(world, portal)
  const parts = [aPart({ stem: '水的化学式是', options: ['H₂O', 'H2O', 'CO₂'], answer: ['A'] })]
  const saved = await world.ask(
    questionCalls.save,
    { bankId, type: 'single', parts, category: '化学', difficulty: 'easy', score: 2.5 },
    admin.token,
  )
  assert.equal(saved.version, 1)
  const [question] = await list(bankId)
  assert.equal(question!.content.parts[0]!.stem, '水的化学式是')
  assert.deepEqual(question!.key, [{ answer: ['A'], analysis: '' }])
  assert.equal(question!.score, 2.5)

  const asBefore = { questionId: saved.questionId, bankId, type: 'single' as const, parts, score: 3 }
  assert.equal((await world.ask(questionCalls.save, asBefore, admin.token)).version, 1)
  const corrected = { ...asBefore, parts: [{ ...parts[0]!, answer: ['B'], analysis: '书写' }] }
  assert.equal((await world.ask(questionCalls.save, corrected, admin.token)).version, 2)
  assert.deepEqual((await list(bankId))[0]!.key, [{ answer: ['B'], analysis: '书写' }])
  const [versions] = await world.db`
    select count(*) as count from question_versions where question_id = ${saved.questionId}`
  assert.equal(versions!.count, 2)
})

test('the same stem and options are refused, in any order and width, by creation and by change', async () => {
  const bankId = await aBank(world, portal)
  const ask = (stem: string, options: string[], questionId?: string) =>
    world.call(
      questionCalls.save,
      {
        bankId,
        type: 'single',
        parts: [aPart({ stem, options, answer: ['A'] })],
        ...(questionId ? { questionId } : {}),
      },
      admin.token,
    )
  assert.equal((await ask('ＡＢ 属于', ['甲', '乙'])).respCode, 200)
  assert.equal((await ask('AB属于', ['乙', '甲'])).respCode, 409)
  const other = await ask('AB不属于', ['乙', '甲'])
  assert.equal((await ask('AB属于', ['乙', '甲'], other.attribute.questionId)).respCode, 409)
  assert.equal((await list(bankId)).length, 2)
})

test('a question that cannot be marked changes nothing, and the field is named', async () => {
  const bankId = await aBank(world, portal)
  const call = (input: object) => world.call(questionCalls.save, input as never, admin.token)
  const wrong: [object, string][] = [
    [{ bankId, type: 'single', parts: [aPart({ answer: ['E'] })] }, 'parts.0.answer'],
    [{ bankId, type: 'multiple', parts: [aPart({ type: 'multiple', answer: ['A'] })] }, 'parts.0.answer'],
    [{ bankId, type: 'case', parts: [aPart()] }, 'material'],
    [{ bankId, type: 'judge', parts: [aPart()] }, 'parts'],
    [{ bankId, type: 'single', parts: [] }, 'parts'],
    [{ bankId, type: 'single', parts: [aPart({ stem: '' })] }, 'parts.0.stem'],
    [{ bankId, type: 'single', parts: [aPart()], score: 0.3 }, 'score'],
    [{ type: 'single', parts: [aPart()] }, 'bankId'],
  ]
  for (const [input, field] of wrong) {
    const refused = await call(input)
    assert.deepEqual([refused.respCode, refused.field], [422, field], JSON.stringify(input))
  }
  assert.equal((await list(bankId)).length, 0)
})

test('a question is pinned to a second of a video', async () => {
  const built = await aClass(world, portal)
  const resourceId = built.resourceIds[0]!
  await world.ask(
    questionCalls.save,
    {
      resourceId,
      atSecond: 90,
      rewindTo: 30,
      mustPass: true,
      type: 'judge',
      parts: [aPart({ type: 'judge' })],
    },
    admin.token,
  )
  const { list: pinned } = await world.ask(questionCalls.find, { resourceId }, admin.token)
  assert.deepEqual([pinned[0]!.atSecond, pinned[0]!.rewindTo, pinned[0]!.mustPass], [90, 30, true])
  const [video] = await world.db`select duration_seconds as seconds from resources where id = ${resourceId}`
  const pinAt = (atSecond: number) =>
    world.call(
      questionCalls.save,
      { resourceId, atSecond, type: 'judge', parts: [aPart({ type: 'judge' })] },
      admin.token,
    )
  const end = Math.floor(video!.seconds as number)
  assert.equal((await pinAt(end)).respCode, 200)
  const late = await pinAt(end + 1)
  assert.deepEqual([late.respCode, late.field], [422, 'atSecond'], 'a second that never comes')
  const foreign = await world.call(
    questionCalls.save,
    { resourceId, type: 'judge', parts: [aPart({ type: 'judge' })] },
    stranger.token,
  )
  assert.equal(foreign.respCode, 404)
})

test('disabling and deleting: all or none, absent and foreign alike', async () => {
  const bankId = await aBank(world, portal)
  const one = await aQuestion(world, portal, bankId)
  const two = await aQuestion(world, portal, bankId)
  await world.ask(questionCalls.disabled, { questionIds: [one] }, admin.token)
  assert.deepEqual(
    (await list(bankId)).map((question) => [question.questionId === one, question.status]).toSorted(),
    [
      [false, 'active'],
      [true, 'disabled'],
    ],
  )
  await world.ask(questionCalls.disabled, { questionIds: [one], disabled: false }, admin.token)
  assert.ok((await list(bankId)).every((question) => question.status === 'active'))

  const absent = '01980000-0000-7000-8000-000000000000'
  for (const call of [questionCalls.delete, questionCalls.disabled]) {
    const mixed = await world.call(call, { questionIds: [one, absent] }, admin.token)
    const foreign = await world.call(call, { questionIds: [one, two] }, stranger.token)
    assert.deepEqual(mixed, foreign)
    assert.equal(mixed.respCode, 404)
  }
  assert.equal((await list(bankId)).length, 2)
  await world.ask(questionCalls.delete, { questionIds: [one, two] }, admin.token)
  assert.equal((await list(bankId)).length, 0)
})

test('questions are found by type, category, difficulty and words of the stem', async () => {
  const bankId = await aBank(world, portal)
  await aQuestion(world, portal, bankId, {
    part: { type: 'judge', stem: '继续教育学时不得结转' },
    category: '政策',
  })
  await aQuestion(world, portal, bankId, { part: { stem: '专业科目学时的比例' }, difficulty: 'hard' })
  const count = async (filter: object) =>
    (await world.ask(questionCalls.find, { bankId, ...filter }, admin.token)).total
  assert.equal(await count({}), 2)
  assert.equal(await count({ type: 'judge' }), 1)
  assert.equal(await count({ category: '政策' }), 1)
  assert.equal(await count({ difficulty: 'hard' }), 1)
  assert.equal(await count({ keyword: '学时' }), 2)
  assert.equal(await count({ keyword: '结转' }), 1)
  assert.equal(await count({ keyword: '没有' }), 0)
})

test('a category is stored and found in its normal form, from a form as from a file', async () => {
  const bankId = await aBank(world, portal)
  const [typed, pasted] = ['安全\u200b生产Ａ', ' 安全生产A\u3000']
  const parts = [aPart({ stem: '应急预案' })]
  await world.ask(questionCalls.save, { bankId, type: 'single', parts, category: typed }, admin.token)
  const [{ content, key }] = (await list(bankId)) as [Awaited<ReturnType<typeof list>>[0]]
  const row = { projectId: portal.projectId, createdBy: null, bankId, resourceId: null, atSecond: null }
  const rest = { mustPass: false, rewindTo: null, category: pasted, difficulty: 'easy', score: 1 } as const
  const other = { ...content, parts: [{ ...content.parts[0]!, stem: '消防演练' }] }
  await world.db.begin((tx) => insertQuestions(tx, [{ ...row, ...rest, content: other, key }]))
  const found = await world.ask(questionCalls.find, { bankId, category: pasted }, admin.token)
  assert.deepEqual(
    found.list.map(({ category }) => category),
    ['安全生产A', '安全生产A'],
  )
})

test('banks: created, named once, counted, deleted with their questions', async () => {
  const { bankId } = await world.ask(bankCalls.save, { name: '安全生产', practice: true }, admin.token)
  await aQuestion(world, portal, bankId, { category: '乙' })
  await aQuestion(world, portal, bankId, { category: '甲' })
  const taken = await world.call(bankCalls.save, { name: '安全生产' }, admin.token)
  assert.deepEqual([taken.respCode, taken.field], [409, 'name'])
  await world.ask(bankCalls.save, { bankId, name: '安全生产法', remark: '2023' }, admin.token)
  const { list: banks } = await world.ask(bankCalls.query, { keyword: '安全生产法' }, admin.token)
  assert.deepEqual(banks, [
    {
      bankId,
      name: '安全生产法',
      remark: '2023',
      practice: true,
      questions: 2,
      categories: ['甲', '乙'].toSorted(),
    },
  ])
  assert.deepEqual((await world.ask(bankCalls.query, { bankId, limit: 1 }, admin.token)).list, banks)
  assert.equal((await world.ask(bankCalls.query, { bankId }, stranger.token)).total, 0)
  assert.equal((await world.call(bankCalls.delete, { bankId }, stranger.token)).respCode, 404)
  await world.ask(bankCalls.delete, { bankId }, admin.token)
  assert.equal((await world.ask(bankCalls.query, { keyword: '安全生产法' }, admin.token)).total, 0)
  assert.equal((await list(bankId)).length, 0)
  assert.equal((await world.call(bankCalls.delete, { bankId }, admin.token)).respCode, 404)
})

test('without the menu entry nothing is returned, without a session nothing is revealed', async () => {
  const other = await aPortal(world, { menus: ['/order-manage/list'] })
  const clerk = await anAccount(world, other, { role: 'admin' })
  const learner = await aLearner(world, portal)
  for (const call of [questionCalls.find, bankCalls.query]) {
    assert.equal((await world.call(call, {}, clerk.token)).respCode, 403)
    assert.equal((await world.call(call, {}, learner.token)).respCode, 403)
    assert.equal((await world.call(call, {}, null)).respCode, 401)
  }
  const unitManager = await anAccount(world, portal, { role: 'unit' })
  const bankId = await aBank(world, portal)
  assert.equal((await world.call(bankCalls.delete, { bankId }, unitManager.token)).respCode, 403)
})
