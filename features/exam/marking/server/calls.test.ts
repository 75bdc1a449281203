import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aBank, anExam, aPaper, aQuestion, aSection, aSittableExam } from '../../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { attemptCalls } from '../../attempt/contract.ts'
import { markingCalls } from '../contract.ts'

const menus = ['/resource-manage/add-question', '/train-manage/class']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

/** An exam of one judgement (2 points) and two essays (5 points each), submitted with the judgement right. */
async function aSubmittedEssay() {
  const bankId = await aBank(world, portal)
  await aQuestion(world, portal, bankId, { part: { type: 'judge', answer: ['A'] } })
  for (const i of [1, 2])
    await aQuestion(world, portal, bankId, { part: { type: 'essay', answer: [`要点 ${i}`] } })
  const paperId = await aPaper(world, portal, [
    aSection(bankId, { type: 'judge', count: 1 }),
    aSection(bankId, { type: 'essay', count: 2, scoreEach: 5 }),
  ])
  const { classId } = await aClass(world, portal, { price: 0 })
  const examId = await anExam(world, portal, { classId, paperId })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const { attemptId } = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const answers = { 1: ['A'], 2: ['论述一'], 3: ['论述二'] }
  await world.ask(attemptCalls.submitExam, { attemptId, answers }, learner.token)
  return { ...learner, examId, attemptId, enrolmentId }
}
const resultOf = ({ attemptId, token }: { attemptId: string; token: string }) =>
  world.ask(attemptCalls.getExamResult, { attemptId }, token)

test('attempts are found by learner, result, states and days, each of which may be left open', async () => {
  const { examId, attemptId } = await aSubmittedEssay()
  const count = async (filter: object) =>
    (await world.ask(markingCalls.findAttemptList, { examId, ...filter }, admin.token)).total
  const { list } = await world.ask(markingCalls.findAttemptList, { examId }, admin.token)
  const { learner, startedAt, submittedAt } = list[0]!
  const later = (moment: string) => new Date(Date.parse(moment) + 1).toISOString()
  assert.equal(await count({ keyword: learner.slice(1) }), 1)
  assert.equal(await count({ keyword: '没有这个人' }), 0)
  assert.equal(await count({ status: ['marking', 'scored'] }), 1)
  assert.equal(await count({ status: ['scored'] }), 0)
  assert.equal(await count({ startedFrom: startedAt, startedTo: later(startedAt) }), 1)
  assert.equal(await count({ startedTo: startedAt }), 0)
  assert.equal(await count({ submittedFrom: submittedAt! }), 1)
  assert.equal(await count({ submittedFrom: later(submittedAt!) }), 0)
  assert.equal(await count({ passed: 'yes' }), 0)
  const marks = [2, 3].map((no) => ({ no, score: 5 }))
  await world.ask(markingCalls.saveMarking, { attemptId, marks }, admin.token)
  assert.deepEqual([await count({ passed: 'yes' }), await count({ passed: 'no' })], [1, 0])
  const wrong = await world.call(
    markingCalls.findAttemptList,
    { examId, status: ['gone' as 'scored'] },
    admin.token,
  )
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'status.0'])
})

test('essays are marked one after the other; the last one makes the score, and the enrolment knows', async () => {
  const sitter = await aSubmittedEssay()
  const { attemptId, examId } = sitter
  const { list } = await world.ask(markingCalls.findAttemptList, { examId, status: ['marking'] }, admin.token)
  assert.deepEqual(
    list.map((attempt) => [attempt.attemptId, attempt.objective, attempt.score]),
    [[attemptId, 2, null]],
  )
  const paper = await world.ask(markingCalls.getMarking, { attemptId }, admin.token)
  assert.deepEqual(
    paper.items.map(({ given, mark }) => [given[0], mark]),
    [
      ['A', 2],
      ['论述一', null],
      ['论述二', null],
    ],
  )
  assert.match(paper.items[1]!.answer[0]!, /^要点/)
  const half = await world.ask(
    markingCalls.saveMarking,
    { attemptId, marks: [{ no: 2, score: 4.5 }] },
    admin.token,
  )
  assert.deepEqual(half, { status: 'marking', score: null })
  const done = await world.ask(
    markingCalls.saveMarking,
    { attemptId, marks: [{ no: 3, score: 1 }] },
    admin.token,
  )
  assert.deepEqual(done, { status: 'scored', score: 7.5 })
  const result = await resultOf(sitter)
  assert.deepEqual([result.score, result.passed, result.state], [7.5, false, 'open'])
  const [enrolment] = await world.db`select exam_score from enrolments where id = ${sitter.enrolmentId}`
  assert.equal(enrolment!.examScore, 7.5)
  const again = await world.call(
    markingCalls.saveMarking,
    { attemptId, marks: [{ no: 3, score: 5 }] },
    admin.token,
  )
  assert.equal(again.respCode, 409)
})

test('only essays are marked, within their points; what is refused changes nothing', async () => {
  const { attemptId } = await aSubmittedEssay()
  for (const mark of [
    { no: 1, score: 1 },
    { no: 4, score: 1 },
    { no: 2, score: 5.5 },
    { no: 2, score: 0.3 },
  ]) {
    const refused = await world.call(
      markingCalls.saveMarking,
      { attemptId, marks: [{ no: 3, score: 1 }, mark] },
      admin.token,
    )
    assert.deepEqual([refused.respCode, refused.field], [422, 'marks'])
  }
  const { items } = await world.ask(markingCalls.getMarking, { attemptId }, admin.token)
  assert.deepEqual(
    items.map(({ mark }) => mark),
    [2, null, null],
  )
})

test('a void attempt no longer counts and may be made again, unless the learner passed by it', async () => {
  const sitter = await aSubmittedEssay()
  const { attemptId, examId } = sitter
  await world.ask(markingCalls.voidAttempt, { attemptId, reason: '考场断电' }, admin.token)
  assert.equal((await resultOf(sitter)).status, 'voided')
  const again = await world.ask(attemptCalls.goClassExam, { examId }, sitter.token)
  assert.equal(again.number, 2)
  const [listed] = await world.ask(attemptCalls.findMyClassExam, { examId }, sitter.token)
  assert.equal(listed!.used, 1)
  const twice = await world.call(markingCalls.voidAttempt, { attemptId, reason: '考场断电' }, admin.token)
  assert.equal(twice.respCode, 409)

  const passed = await aSubmittedEssay()
  const full = [2, 3].map((no) => ({ no, score: 5 }))
  await world.ask(markingCalls.saveMarking, { attemptId: passed.attemptId, marks: full }, admin.token)
  const refused = await world.call(
    markingCalls.voidAttempt,
    { attemptId: passed.attemptId, reason: '误操作' },
    admin.token,
  )
  assert.equal(refused.respCode, 409)
  assert.equal((await resultOf(passed)).passed, true)
})

test('nobody voids an attempt whose result is known and not on record yet', async () => {
  const { attemptId } = await aSubmittedEssay()
  await world.db`update exam_attempts set status = 'scored', score = 2, manual = 0, passed = false where id = ${attemptId}`
  const early = await world.call(markingCalls.voidAttempt, { attemptId, reason: '考场断电' }, admin.token)
  assert.deepEqual([early.respCode, early.respDesc], [409, '成绩正在登记，请过一会儿再试'])
})

test("another unit's and another project's attempts are absent; learners may not mark", async () => {
  const { attemptId, examId, token } = await aSubmittedEssay()
  const stranger = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const own = await anAccount(world, portal, { role: 'unit' })
  const absent = await world.call(markingCalls.getMarking, { attemptId: examId }, admin.token)
  assert.equal(absent.respCode, 404)
  for (const account of [stranger, manager]) {
    assert.deepEqual(await world.call(markingCalls.getMarking, { attemptId }, account.token), absent)
    for (const refused of [
      await world.call(markingCalls.saveMarking, { attemptId, marks: [{ no: 2, score: 1 }] }, account.token),
      await world.call(markingCalls.voidAttempt, { attemptId, reason: '原因' }, account.token),
    ]) {
      assert.equal(refused.respCode, 404)
    }
    assert.equal((await world.ask(markingCalls.findAttemptList, { examId }, account.token)).total, 0)
  }
  assert.equal((await world.ask(markingCalls.findAttemptList, { examId }, own.token)).total, 1)
  assert.equal((await world.call(markingCalls.getMarking, { attemptId }, token)).respCode, 403)
  assert.equal((await world.call(markingCalls.getMarking, { attemptId }, null)).respCode, 401)
})

test('an attempt under way is looked at without points and cannot be marked', async () => {
  const { examId, classId } = await aSittableExam(world, portal)
  const learner = await aLearner(world, portal)
  await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const { attemptId } = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const refused = await world.call(
    markingCalls.saveMarking,
    { attemptId, marks: [{ no: 1, score: 1 }] },
    admin.token,
  )
  assert.equal(refused.respCode, 409)
})
