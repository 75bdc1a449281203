import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import {
  aBank,
  anExam,
  aPaper,
  aQuestion,
  aSection,
  aSittableExam,
  choosing,
  voidedByTwo,
} from '../../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aJob } from '../../../../test/build/job.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { enrolmentCalls } from '../../../enrolment/contract.ts'
import { recordStudy } from '../../../enrolment/server/actions.ts'
import { expireEnrolments } from '../../../enrolment/server/jobs.ts'
import { attemptCalls } from '../../attempt/contract.ts'
import { settleExams } from '../../attempt/server/jobs.ts'
import { examCalls } from '../../contract.ts'
import { markingCalls } from '../../marking/contract.ts'
import { correctScore } from '../../marking/server/actions.ts'
import { makeUpCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  const menus = [
    '/resource-manage/add-question',
    '/train-manage/class',
    '/train-manage/study-report',
    '/cms-manage/score-manage',
    '/customer/exception-register',
  ]
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

async function aSitter(input: Parameters<typeof aSittableExam>[2] = {}) {
  const exam = await aSittableExam(world, portal, input)
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...exam })
  return { ...exam, ...learner, enrolmentId }
}
type Sitter = Awaited<ReturnType<typeof aSitter>>

const go = ({ examId, token }: Pick<Sitter, 'examId' | 'token'>) =>
  world.ask(attemptCalls.goClassExam, { examId }, token)
async function fail(sitter: Sitter) {
  const paper = await go(sitter)
  const answers = choosing(paper, '甲')
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, sitter.token)
  return paper
}
const study = ({ enrolmentId }: { enrolmentId: string }) =>
  world.db.begin(async (tx) => {
    const [item] = await tx`
      select i.id from course_items i join class_courses c using (course_id) join enrolments e using (class_id)
      where e.id = ${enrolmentId} limit 1`
    await recordStudy(tx, {
      enrolmentId,
      progress: 10_000,
      watchedSeconds: 60,
      done: true,
      lastItemId: item!.id as string,
      lastPosition: 60,
    })
  })
const grant = (ids: string[], token = admin.token) =>
  world.ask(makeUpCalls.grantMakeUp, { ids, reason: '因病缺考' }, token)
const stateOf = async ({ examId, token }: Sitter) =>
  (await world.ask(attemptCalls.findMyClassExam, { examId }, token))[0]!
const rowOf = async ({ enrolmentId }: { enrolmentId: string }) => ({
  ...(await world.db`select status, exam_score, exam_passed from enrolments where id = ${enrolmentId}`)[0]!,
})
const runExpiry = () => expireEnrolments.run(aJob(), world.app)

test('attempts used up: failed; a make-up is granted with a reason, seen by the learner, and may be passed', async () => {
  const sitter = await aSitter({ attempts: 1, makeUpAttempts: 1 })
  await study(sitter)
  await fail(sitter)
  assert.deepEqual(await rowOf(sitter), { status: 'failed', examScore: 0, examPassed: false })
  const { list } = await world.ask(enrolmentCalls.myClass, {}, sitter.token)
  assert.equal(list[0]!.status, 'failed')
  assert.equal((await stateOf(sitter)).makeUpsLeft, 1)
  assert.deepEqual((await grant([sitter.enrolmentId])).failed, [])
  const seen = await stateOf(sitter)
  assert.deepEqual([seen.state, seen.makeUp, seen.allowed, seen.used], ['open', true, 2, 1])
  assert.equal(seen.makeUpsLeft, 0)
  const [entry] = await world.db`
    select actor_id, before, after, reason from operation_logs
    where subject_id = ${sitter.enrolmentId} and action = 'enrolment.makeUp'`
  assert.deepEqual(
    { ...entry },
    {
      actorId: admin.accountId,
      before: { status: 'failed' },
      after: { status: 'active' },
      reason: '因病缺考',
    },
  )
  const paper = await go(sitter)
  assert.deepEqual([paper.number, paper.makeUp], [2, true])
  const answers = choosing(paper, '乙')
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers }, sitter.token)
  assert.equal((await rowOf(sitter)).status, 'passed')
})

test('no more make-ups than the exam allows, none without failing, none beyond the end or the scope', async () => {
  const [sitter, fresh] = [await aSitter({ attempts: 1, makeUpAttempts: 1 }), await aSitter()]
  await fail(sitter)
  await grant([sitter.enrolmentId])
  await fail(sitter)
  const refused = await grant([sitter.enrolmentId, fresh.enrolmentId])
  assert.deepEqual(refused.succeeded, [])
  assert.match(refused.failed[0]!.reason, /最多补考 1 次/)
  await world.db`update exams set make_up_attempts = 2 where id = ${sitter.examId}`
  await world.db`update enrolments set expires_at = moment() - interval '1 day' where id = ${sitter.enrolmentId}`
  assert.match((await grant([sitter.enrolmentId])).failed[0]!.reason, /先延长期限/)
  const later = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const extended = { ids: [sitter.enrolmentId], expiresAt: later, reason: '补考' }
  assert.deepEqual(
    (await world.ask(enrolmentCalls.extendBatchClass, extended, admin.token)).failed,
    [],
    'one who failed can be given more time',
  )
  const foreign = await aPortal(world, { menus: ['/train-manage/study-report'] })
  const other = await anAccount(world, foreign, { role: 'admin' })
  assert.equal((await grant([sitter.enrolmentId], other.token)).succeeded.length, 0)
  assert.deepEqual((await grant([sitter.enrolmentId])).succeeded, [sitter.enrolmentId])
})

test('after its exam was replaced, one who failed sits the new one without a make-up being counted', async () => {
  const sitter = await aSitter({ attempts: 1, makeUpAttempts: 0 })
  await fail(sitter)
  const { classId, paperId } = sitter
  const nextId = await anExam(world, portal, { classId, paperId, status: 'draft', attempts: 1 })
  // The job that opens those who failed comes later than the make-up.
  await world.db.unsafe(`
    create function put_off() returns trigger language plpgsql as $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger put_off before insert on jobs for each row when (new.type = 'exam.reopen-failed')
      execute function put_off()`)
  await world.ask(examCalls.publish, { examId: nextId, replace: true }, admin.token)
  await world.db.unsafe('drop trigger put_off on jobs')
  assert.deepEqual((await grant([sitter.enrolmentId])).failed, [])
  assert.equal((await go({ examId: nextId, token: sitter.token })).makeUp, false)
  const [count] =
    await world.db`select count(*)::int as count from exam_make_ups where enrolment_id = ${sitter.enrolmentId}`
  assert.equal(count!.count, 0)
})

test('a void leaves no stale score, and gives the attempt back to one who failed', async () => {
  const sitter = await aSitter({ attempts: 2 })
  const first = await go(sitter)
  const answers = choosing(first, '乙', 4)
  await world.ask(attemptCalls.submitExam, { attemptId: first.attemptId, answers }, sitter.token)
  await fail(sitter)
  assert.deepEqual(await rowOf(sitter), { status: 'failed', examScore: 8, examPassed: false })
  const voided = { attemptId: first.attemptId, reason: '系统故障' }
  await voidedByTwo(world, voided, admin, await anAccount(world, portal, { role: 'admin' }))
  assert.deepEqual(await rowOf(sitter), { status: 'active', examScore: 0, examPassed: false })
  const seen = await stateOf(sitter)
  assert.deepEqual([seen.state, seen.best, seen.used], ['open', 0, 1])
})

test('a corrected score takes the failure with it, and brings it', async () => {
  const sitter = await aSitter({ attempts: 1 })
  const { attemptId } = await fail(sitter)
  const by = { accountId: admin.accountId, projectId: portal.projectId }
  const correct = (score: number) =>
    world.db.begin((tx) => correctScore(tx, by, { attemptId, score, reason: '复核' }))
  await correct(20)
  assert.deepEqual(await rowOf(sitter), { status: 'active', examScore: 20, examPassed: true })
  await correct(2)
  assert.deepEqual(await rowOf(sitter), { status: 'failed', examScore: 2, examPassed: false })
})

test('nobody voids an attempt of their own, grants themselves a make-up or decides about their place', async () => {
  const sitter = await aSitter({ attempts: 1, makeUpAttempts: 1 })
  const { attemptId } = await fail(sitter)
  const staff = await anAccount(world, portal, { role: 'admin' })
  await world.db`
    insert into account_links ${world.db({ accountId: sitter.accountId, linkedId: staff.accountId, proof: Buffer.from('x') })}`
  const own = '这是您本人的学习记录，请由其他同事处理'
  const voided = await world.call(markingCalls.voidAttempt, { attemptId, reason: '系统故障' }, staff.token)
  assert.deepEqual([voided.respCode, voided.respDesc], [409, own])
  const granted = await grant([sitter.enrolmentId], staff.token)
  assert.deepEqual(
    granted.failed.map(({ reason }) => reason),
    [own],
  )
  const { enrolmentId } = sitter
  const removed = await world.ask(
    enrolmentCalls.deleteBatchClass,
    { ids: [enrolmentId], reason: '误加入' },
    staff.token,
  )
  assert.deepEqual(
    removed.failed.map(({ reason }) => reason),
    [own],
  )
  assert.deepEqual(await rowOf(sitter), { status: 'failed', examScore: 0, examPassed: false })
})

/** A learner who handed in an essay in time, in a class that has ended since. */
async function anEssayist() {
  const bankId = await aBank(world, portal)
  await aQuestion(world, portal, bankId, { type: 'essay', part: { type: 'essay' } })
  const paperId = await aPaper(world, portal, [aSection(bankId, { type: 'essay', count: 1, scoreEach: 10 })])
  const { classId } = await aClass(world, portal, { price: 0 })
  const examId = await anExam(world, portal, { classId, paperId })
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, classId })
  await study({ enrolmentId })
  const { attemptId } = await go({ examId, token: learner.token })
  await world.ask(attemptCalls.submitExam, { attemptId, answers: { 1: ['作答'] } }, learner.token)
  await world.db`update enrolments set expires_at = moment() - interval '1 second' where id = ${enrolmentId}`
  await runExpiry()
  return { enrolmentId, attemptId }
}

test('an essay handed in before the end and marked after it passes; one that fails ends then', async () => {
  const [good, bad] = [await anEssayist(), await anEssayist()]
  const mark = ({ attemptId }: { attemptId: string }, score: number) =>
    world.ask(markingCalls.saveMarking, { attemptId, marks: [{ no: 1, score }] }, admin.token)
  await mark(good, 9)
  assert.equal((await rowOf(good)).status, 'passed')
  await mark(bad, 1)
  await runExpiry()
  assert.equal((await rowOf(bad)).status, 'expired')
})

test('an application nobody decided ends with its class, and its seat is free', async () => {
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 0, needReview: true, quota: 1 })
  const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
  await runExpiry()
  assert.equal((await rowOf({ enrolmentId })).status, 'applied')
  await world.db`update train_classes set study_to = moment() - interval '1 second' where id = ${classId}`
  await runExpiry()
  assert.equal((await rowOf({ enrolmentId })).status, 'rejected')
  const [row] = await world.db`select sold from train_classes where id = ${classId}`
  assert.equal(row!.sold, 0)
})

test('what was done here is a path of the lifecycle, with no more attempts than allowed', async () => {
  await settleExams.run(aJob(), world.app)
  const folder = new URL('../../../../test/invariants/', import.meta.url)
  for (const name of globSync('{10,17,22}-*.sql', { cwd: folder })) {
    const rows = await world.db.unsafe(readFileSync(new URL(name, folder), 'utf8'))
    assert.deepEqual([...rows], [], name)
  }
})
