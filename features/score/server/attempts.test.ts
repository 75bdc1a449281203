import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aSittableExam, choosing } from '../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { scoreMenus } from '../../../test/build/score.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { attemptCalls } from '../../exam/attempt/contract.ts'
import { markingCalls } from '../../exam/marking/contract.ts'
import { scoreCalls as calls } from '../contract.ts'
import { scoreRefusals } from '../rules.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let second: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...scoreMenus, '/train-manage/class'] })
  admin = await anAccount(world, portal, { role: 'admin', userName: '教务' })
  second = await anAccount(world, portal, { role: 'admin', userName: '复核' })
})

const reason = '复核答卷后更正'

/** A learner who sat an exam of ten questions of 2 points, with so many right; with its score once it is recorded. */
async function aSitter(right: number) {
  const { classId, examId } = await aSittableExam(world, portal)
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const answers = choosing(paper, '乙', right)
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, learner.token)
  const listed = async () => (await world.ask(calls.query, { examId }, admin.token)).list
  await until(async () => (await listed()).length > 0)
  const [score] = await listed()
  return { ...learner, examId, enrolmentId, attemptId: paper.attemptId, score: score! }
}
const entriesOf = async (id: string) =>
  (await world.ask(calls.findEntries, { id }, admin.token)).map(
    ({ points, result, source, by, reason: why }) => [points, result, source, by, why],
  )
const resultOf = async (enrolmentId: string) => {
  const [row] = await world.db<{ examScore: number; examPassed: boolean }[]>`
    select exam_score, exam_passed from enrolments where id = ${enrolmentId}`
  return { ...row! }
}

test('the result of a class exam is a score at once, published, and its correction is one of the learner’s record', async () => {
  const { score, enrolmentId, accountId, attemptId, token } = await aSitter(3)
  assert.deepEqual(await world.ask(calls.findMine, {}, token), [], 'it is of no application')
  assert.deepEqual(
    [
      score.kind,
      score.points,
      score.fullScore,
      score.passScore,
      score.result,
      score.source,
      score.isPublished,
    ],
    ['classExam', 6, 20, 12, 'failed', 'exam', true],
  )
  const update = (points: number | null) =>
    world.call(calls.update, { id: score.id, points, reason }, admin.token)
  for (const points of [20.5, 6, null]) {
    const refused = await update(points)
    assert.deepEqual([refused.respCode, refused.field], [422, 'points'], String(points))
  }
  const { approvalId } = (await update(14)).attribute as { approvalId: string }
  assert.equal((await update(15)).respCode, 409)
  const proposed = await world.ask(correctionCalls.findPageList, { accountId }, second.token)
  assert.deepEqual(
    proposed.list.map(({ id, kind, status }) => [id, kind, status]),
    [[approvalId, 'score', 'proposed']],
  )
  assert.equal((await world.call(correctionCalls.approve, { id: approvalId }, admin.token)).respCode, 403)
  assert.equal((await world.call(correctionCalls.approve, { id: approvalId }, second.token)).respCode, 200)
  assert.deepEqual(await resultOf(enrolmentId), { examScore: 14, examPassed: true })
  assert.deepEqual(await entriesOf(score.id), [
    [14, 'passed', 'correction', '复核', reason],
    [6, 'failed', 'exam', null, null],
  ])
  const passed = await world.call(calls.delete, { id: score.id, reason }, admin.token)
  assert.equal(passed.respCode, 409, 'the learner passed with it')
  await world.ask(correctionCalls.undo, { id: approvalId, reason }, second.token)
  assert.deepEqual((await entriesOf(score.id))[0]!.slice(0, 3), [6, 'failed', 'correction'])
  const [attempt] = await world.db`select score from exam_attempts where id = ${attemptId}`
  assert.equal(attempt!.score, 6)
})

test('a score of a class exam is deleted by two persons with its attempt, which may be made again', async () => {
  const { score, enrolmentId, attemptId } = await aSitter(2)
  const { approvalId } = await world.ask(calls.delete, { id: score.id, reason }, admin.token)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, second.token)).respCode, 200)
  const [attempt] = await world.db`select status from exam_attempts where id = ${attemptId}`
  assert.equal(attempt!.status, 'voided')
  assert.deepEqual(await resultOf(enrolmentId), { examScore: null, examPassed: false })
  assert.deepEqual(await entriesOf(score.id), [
    [null, 'deleted', 'correction', '复核', reason],
    [4, 'failed', 'exam', null, null],
  ])
})

test('an attempt with a score is voided by two persons, whose proposal is the one to delete the score', async () => {
  const { score, attemptId } = await aSitter(2)
  const ask = () => world.call(markingCalls.voidAttempt, { attemptId, reason }, admin.token)
  const statusOf = async () =>
    (await world.db`select status from exam_attempts where id = ${attemptId}`)[0]!.status as string
  const { approvalId } = (await ask()).attribute!
  assert.equal(await statusOf(), 'scored')
  assert.deepEqual([(await ask()).respCode, (await ask()).respDesc], [409, scoreRefusals.openAlready.zh])
  assert.equal((await world.call(calls.delete, { id: score.id, reason }, admin.token)).respCode, 409)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, admin.token)).respCode, 403)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, second.token)).respCode, 200)
  assert.equal(await statusOf(), 'voided')
  assert.deepEqual((await entriesOf(score.id))[0], [null, 'deleted', 'correction', '复核', reason])
})

test('a proposal ends with a newer entry of its score, and is offered to nobody', async () => {
  const { score, accountId, attemptId } = await aSitter(1)
  const { approvalId } = await world.ask(calls.delete, { id: score.id, reason }, admin.token)
  const change = { kind: 'score', attemptId, score: 5 } as const
  const { id } = await world.ask(correctionCalls.propose, { accountId, change, reason }, admin.token)
  await world.ask(correctionCalls.approve, { id }, second.token)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, second.token)).respCode, 409)
  const { list } = await world.ask(approvalCalls.findPageList, { id: approvalId }, second.token)
  assert.deepEqual([list[0]!.status, list[0]!.decision, list[0]!.steps], ['withdrawn', 'score.changed', []])
})

test('who may correct no records of learners corrects no score of a class exam', async () => {
  const { score } = await aSitter(1)
  const [role] = await world.db`insert into roles ${world.db({
    projectId: portal.projectId,
    roleName: '考务',
    roleSystem: 1,
    menus: ['/cms-manage/score-manage', '/cms-manage/score-manage#edit'],
  })} returning id`
  const desk = { ...portal, roles: { ...portal.roles, admin: role!.id as string } }
  const clerk = await anAccount(world, desk, { role: 'admin' })
  assert.equal(
    (await world.call(calls.update, { id: score.id, points: 8, reason }, clerk.token)).respCode,
    403,
  )
})

test('after all of this scores are what their attempts say', async () => {
  const file = new URL('../../../test/invariants/43-score-is-newest-entry.sql', import.meta.url)
  assert.deepEqual([...(await world.db.unsafe(readFileSync(file, 'utf8')))], [])
})
