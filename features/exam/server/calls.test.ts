import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aBank, anExam, aPaper, aQuestion, aSection, aSittableExam } from '../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { questionCalls } from '../../question/contract.ts'
import { bankCalls } from '../../question/bank/contract.ts'
import { examCalls, type ExamInput } from '../contract.ts'
import { paperCalls, type PaperInput } from '../paper/contract.ts'
import { examTypeCalls } from '../type/contract.ts'

const menus = ['/resource-manage/add-question', '/train-manage/class']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let stranger: BuiltAccount
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
  stranger = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
})

async function aFullBank(count: number) {
  const bankId = await aBank(world, portal)
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await aQuestion(world, portal, bankId))
  return { bankId, ids }
}

const paperInput = (sections: PaperInput['sections'], more: Partial<PaperInput> = {}): PaperInput => ({
  name: '试卷',
  mode: 'random',
  sections,
  passScore: 6,
  minutes: 60,
  shuffleQuestions: true,
  shuffleOptions: true,
  ...more,
})

test('a paper is saved with its total, changed, listed and deleted', async () => {
  const { bankId, ids } = await aFullBank(8)
  const { paperId, total } = await world.ask(
    paperCalls.savePaper,
    paperInput(
      [aSection(bankId, { count: 5 }), aSection(bankId, { count: 0, questionIds: ids.slice(0, 2) })],
      {
        mode: 'mixed',
        name: '混合卷甲',
      },
    ),
    admin.token,
  )
  assert.equal(total, 14)
  await world.ask(
    paperCalls.savePaper,
    { ...paperInput([aSection(bankId, { scoreEach: 1.5 })]), paperId, revision: 1, name: '随机卷甲' },
    admin.token,
  )
  const { list } = await world.ask(paperCalls.queryPaperList, { keyword: '随机卷甲' }, admin.token)
  assert.deepEqual([list[0]!.total, list[0]!.version, list[0]!.mode], [7.5, 2, 'random'])
  await world.ask(paperCalls.deletePaper, { paperId }, admin.token)
  assert.equal((await world.ask(paperCalls.queryPaperList, { keyword: '随机卷甲' }, admin.token)).total, 0)
})

test('a paper that lacks questions is refused before it is saved, and the section is named', async () => {
  const { bankId, ids } = await aFullBank(6)
  await aQuestion(world, portal, bankId, { difficulty: 'hard' })
  const check = (sections: PaperInput['sections']) =>
    world.ask(paperCalls.checkPaper, { sections }, admin.token)
  assert.deepEqual(await check([aSection(bankId, { count: 7 })]), { total: 14, shortages: [] })
  const overlapping = [aSection(bankId, { count: 6 }), aSection(bankId, { count: 2 })]
  assert.deepEqual((await check(overlapping)).shortages, [{ section: 1, asked: 2, there: 7 }])
  assert.deepEqual((await check([aSection(bankId, { difficulty: 'hard', count: 2 })])).shortages, [
    { section: 0, asked: 2, there: 1 },
  ])
  const save = (sections: PaperInput['sections'], more: Partial<PaperInput> = {}) =>
    world.call(paperCalls.savePaper, paperInput(sections, { name: '不该存下', ...more }), admin.token)
  const short = await save(overlapping)
  assert.deepEqual([short.respCode, short.field], [422, 'sections.1.count'])
  assert.match(short.respDesc, /第 2 部分/)

  await world.ask(questionCalls.disabled, { questionIds: [ids[0]!] }, admin.token)
  const named = await save([aSection(bankId, { count: 0, questionIds: [ids[0]!] })], {
    mode: 'fixed',
    passScore: 1,
  })
  assert.equal(named.respCode, 422)
  const foreignBank = await aFullBankOf(stranger)
  assert.equal((await save([aSection(foreignBank, { count: 1 })], { passScore: 1 })).respCode, 422)
  const tooHigh = await save([aSection(bankId, { count: 2 })], { passScore: 4.5 })
  assert.deepEqual([tooHigh.respCode, tooHigh.field], [422, 'passScore'])
  assert.equal((await world.ask(paperCalls.queryPaperList, { keyword: '不该存下' }, admin.token)).total, 0)
})

/** A bank of another project with a question in it. */
async function aFullBankOf(account: BuiltAccount): Promise<string> {
  const { bankId } = await world.ask(bankCalls.save, { name: '别处的题库' }, account.token)
  await world.ask(
    questionCalls.save,
    { bankId, type: 'single', parts: [{ type: 'single', stem: '题', options: ['甲', '乙'], answer: ['A'] }] },
    account.token,
  )
  return bankId
}

test('what a paper names or draws from cannot be taken away under it', async () => {
  const { bankId, ids } = await aFullBank(3)
  const sections = [aSection(bankId, { count: 0, questionIds: ids })]
  const { paperId } = await world.ask(
    paperCalls.savePaper,
    paperInput(sections, { mode: 'fixed', name: '固定卷' }),
    admin.token,
  )
  const refused = [
    await world.call(questionCalls.delete, { questionIds: ids.slice(0, 1) }, admin.token),
    await world.call(questionCalls.disabled, { questionIds: ids.slice(0, 1) }, admin.token),
    await world.call(bankCalls.delete, { bankId }, admin.token),
  ]
  for (const { respCode, respDesc } of refused) {
    assert.equal(respCode, 409)
    assert.match(respDesc, /固定卷/)
  }
  const { classId } = await aClass(world, portal)
  const examId = await anExam(world, portal, { classId, paperId, name: '期末考试' })
  const used = await world.call(paperCalls.deletePaper, { paperId }, admin.token)
  assert.equal(used.respCode, 409)
  assert.match(used.respDesc, /期末考试/)
  await world.ask(examCalls.withdraw, { examId }, admin.token)
  await world.ask(paperCalls.deletePaper, { paperId }, admin.token)
  await world.ask(bankCalls.delete, { bankId }, admin.token)
})

const examInput = (classId: string, paperId: string, more: Partial<ExamInput> = {}): ExamInput => ({
  classId,
  paperId,
  name: '结业考试',
  openFrom: null,
  openTo: null,
  attempts: 2,
  makeUpAttempts: 1,
  requiredProgress: 10_000,
  showAnswers: 'after_pass',
  leaveLimit: 3,
  ...more,
})

test('an exam is drafted, published, withdrawn, published again; a class has one', async () => {
  const { bankId } = await aFullBank(5)
  const paperId = await aPaper(world, portal, [aSection(bankId)])
  const { classId } = await aClass(world, portal)
  const { examId } = await world.ask(examCalls.saveExam, examInput(classId, paperId), admin.token)
  const statusOf = async () =>
    (await world.ask(examCalls.queryExamList, { classId }, admin.token)).list[0]!.status
  assert.equal(await statusOf(), 'draft')
  await world.ask(examCalls.publish, { examId }, admin.token)
  assert.equal(await statusOf(), 'active')
  assert.equal((await world.call(examCalls.publish, { examId }, admin.token)).respCode, 409)
  assert.equal((await world.call(examCalls.deleteExam, { examId }, admin.token)).respCode, 409)

  const second = await world.ask(examCalls.saveExam, examInput(classId, paperId), admin.token)
  const refused = await world.call(examCalls.publish, { examId: second.examId }, admin.token)
  assert.equal(refused.respCode, 409)
  await world.ask(examCalls.withdraw, { examId }, admin.token)
  await world.ask(examCalls.publish, { examId: second.examId }, admin.token)
  await world.ask(examCalls.deleteExam, { examId }, admin.token)
  const { list } = await world.ask(examCalls.queryExamList, { classId }, admin.token)
  assert.deepEqual(
    list.map((exam) => [exam.examId, exam.status, exam.total, exam.minutes]),
    [[second.examId, 'active', 10, 30]],
  )
})

test('staff of one unit read the exam of a class, with the attempts of their own learners', async () => {
  const sittable = await aSittableExam(world, portal)
  const other = await aUnit(world, portal.projectId)
  const takers = [
    await aLearner(world, portal),
    await aLearner(world, { ...portal, unitId: other }),
    await aLearner(world, { ...portal, unitId: other }),
  ]
  for (const { accountId } of takers) {
    await anEnrolment(world, portal, { accountId, classId: sittable.classId })
    await world.db`
      insert into exam_attempts (project_id, exam_id, enrolment_id, account_id, number, seed, items, sections, total, pass_score, status, deadline_at)
      select ${portal.projectId}, ${sittable.examId}, e.id, e.account_id, 1, 1, '[]', '[]', 10, 6, 'in_progress', moment() + interval '1 hour'
      from enrolments e where e.account_id = ${accountId}`
  }
  const narrow = await anAccount(world, portal, { role: 'unit' })
  const [exam] = (await world.ask(examCalls.queryExamList, { classId: sittable.classId }, narrow.token)).list
  assert.equal(exam?.status, 'active')
  assert.equal(exam.begun, 1)
  const [whole] = (await world.ask(examCalls.queryExamList, { classId: sittable.classId }, admin.token)).list
  assert.equal(whole!.begun, 3)
})

test('sixteen publications concurrently leave one active exam', async () => {
  const { bankId } = await aFullBank(5)
  const paperId = await aPaper(world, portal, [aSection(bankId)])
  const { classId } = await aClass(world, portal)
  const drafts = await Promise.all(
    Array.from({ length: 16 }, () => world.ask(examCalls.saveExam, examInput(classId, paperId), admin.token)),
  )
  const codes = await Promise.all(
    drafts.map(async ({ examId }) => (await world.call(examCalls.publish, { examId }, admin.token)).respCode),
  )
  assert.equal(codes.filter((code) => code === 200).length, 1)
  assert.equal(codes.filter((code) => code === 409).length, 15)
})

test('an exam whose bank ran short is not published', async () => {
  const { bankId, ids } = await aFullBank(5)
  const paperId = await aPaper(world, portal, [aSection(bankId)])
  const { classId } = await aClass(world, portal)
  const { examId } = await world.ask(examCalls.saveExam, examInput(classId, paperId), admin.token)
  await world.ask(questionCalls.disabled, { questionIds: [ids[0]!] }, admin.token)
  const refused = await world.call(examCalls.publish, { examId }, admin.token)
  assert.equal(refused.respCode, 422)
  const turned = await world.call(
    examCalls.saveExam,
    examInput(classId, paperId, { openFrom: '2023-05-01T20:00:00Z', openTo: '2023-05-01T21:00:00+08:00' }),
    admin.token,
  )
  assert.deepEqual([turned.respCode, turned.field], [422, 'openTo'])
})

test('both trees: branches created below each other, counted, renamed, deleted when empty', async () => {
  const save = (input: object) =>
    world.ask(examTypeCalls.saveType, input as never, admin.token).then(({ typeId }) => typeId)
  const root = await save({ kind: 'paper', name: '公需' })
  const leaf = await save({ kind: 'paper', name: '法规', parentId: root })
  const other = await save({ kind: 'exam', name: '结业' })
  const { bankId } = await aFullBank(5)
  await world.ask(paperCalls.savePaper, paperInput([aSection(bankId)], { typeId: leaf }), admin.token)
  assert.deepEqual(await world.ask(examTypeCalls.findPaperTypeTree, {}, admin.token), [
    {
      typeId: root,
      name: '公需',
      count: 0,
      children: [{ typeId: leaf, name: '法规', count: 1, children: [] }],
    },
  ])
  assert.equal((await world.ask(examTypeCalls.findExamTypeTree, {}, admin.token)).length, 1)
  await save({ typeId: other, kind: 'exam', name: '结业考试' })
  assert.equal((await world.ask(examTypeCalls.findExamTypeTree, {}, admin.token))[0]!.name, '结业考试')
  for (const typeId of [root, leaf]) {
    assert.equal((await world.call(examTypeCalls.deleteType, { typeId }, admin.token)).respCode, 409)
  }
  const crossed = await world.call(
    examTypeCalls.saveType,
    { kind: 'exam', name: 'x', parentId: root },
    admin.token,
  )
  assert.equal(crossed.respCode, 404)
  await world.ask(examTypeCalls.deleteType, { typeId: other }, admin.token)
  assert.equal((await world.ask(examTypeCalls.findExamTypeTree, {}, admin.token)).length, 0)
})

test('two branches beside each other have two names; elsewhere, in the other tree or for itself a name is free', async () => {
  const save = (input: object) => world.call(examTypeCalls.saveType, input as never, admin.token)
  const root = (await save({ kind: 'paper', name: '甲' })).attribute.typeId
  const other = (await save({ kind: 'paper', name: '乙' })).attribute.typeId
  for (const again of [{ name: '甲' }, { name: '甲', typeId: other }]) {
    const refused = await save({ kind: 'paper', ...again })
    assert.deepEqual([refused.respCode, refused.field], [409, 'name'])
    assert.match(refused.respDesc, /已有同名的分类“甲”/)
  }
  for (const free of [{ typeId: root }, { parentId: root }, { kind: 'exam' }])
    assert.equal((await save({ kind: 'paper', name: '甲', ...free })).respCode, 200)
  const raced = await Promise.all([0, 1, 2].map(() => save({ kind: 'paper', name: '丙' })))
  assert.deepEqual(raced.map((each) => each.respCode).sort(), [200, 409, 409])
})

test("another project's papers, exams and branches are absent; without the menu or a session nothing is revealed", async () => {
  const { examId, paperId, classId } = await aSittableExam(world, portal)
  const typeId = (await world.ask(examTypeCalls.saveType, { kind: 'exam', name: '枝' }, admin.token)).typeId
  const absent = '01980000-0000-7000-8000-000000000000'
  const foreign = [
    await world.call(paperCalls.deletePaper, { paperId }, stranger.token),
    await world.call(examCalls.publish, { examId }, stranger.token),
    await world.call(examCalls.withdraw, { examId }, stranger.token),
    await world.call(examCalls.deleteExam, { examId }, stranger.token),
    await world.call(examCalls.saveExam, examInput(classId, paperId), stranger.token),
    await world.call(examCalls.saveExam, { ...examInput(classId, paperId), examId }, stranger.token),
    await world.call(examTypeCalls.deleteType, { typeId }, stranger.token),
    await world.call(examCalls.publish, { examId: absent }, admin.token),
  ]
  for (const envelope of foreign) assert.deepEqual(envelope, foreign[0])
  assert.equal(foreign[0]!.respCode, 404)
  assert.equal((await world.ask(examCalls.queryExamList, { classId }, stranger.token)).total, 0)
  assert.equal((await world.ask(paperCalls.queryPaperList, {}, stranger.token)).total, 0)
  const learner = await aLearner(world, portal)
  for (const call of [examCalls.queryExamList, paperCalls.queryPaperList, examTypeCalls.findExamTypeTree]) {
    assert.equal((await world.call(call, {}, learner.token)).respCode, 403)
    assert.equal((await world.call(call, {}, null)).respCode, 401)
  }
})
