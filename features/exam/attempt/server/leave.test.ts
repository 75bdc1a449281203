import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aSittableExam, choosing } from '../../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aJob } from '../../../../test/build/job.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { enrolmentCalls } from '../../../enrolment/contract.ts'
import { expireEnrolments } from '../../../enrolment/server/jobs.ts'
import { passByHand, recordStudy } from '../../../enrolment/server/actions.ts'
import { type LockedEnrolment, transition } from '../../../enrolment/server/transition.ts'
import { resumeEnrolment, suspendEnrolment } from '../../../enrolment/suspension/server/actions.ts'
import { studyCalls } from '../../../study/contract.ts'
import { attemptCalls, attemptRefusals } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount & { projectId: string }
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/study-report'] })
  admin = { ...(await anAccount(world, portal, { role: 'admin' })), projectId: portal.projectId }
})

async function aSitter(input: Parameters<typeof aSittableExam>[2] = {}) {
  const exam = await aSittableExam(world, portal, input)
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...exam })
  return { ...exam, ...learner, enrolmentId }
}
type Sitter = Awaited<ReturnType<typeof aSitter>>

const go = ({ examId, token }: Sitter) => world.call(attemptCalls.goClassExam, { examId }, token)
const rowOf = async (id: string) =>
  (await world.db`select status, exam_passed, suspended_by from enrolments where id = ${id}`)[0]!
const attemptsOf = async (enrolmentId: string) =>
  (await world.db`select status from exam_attempts where enrolment_id = ${enrolmentId} order by number`).map(
    ({ status }) => status as string,
  )
const remove = ({ enrolmentId }: Sitter) =>
  world.ask(enrolmentCalls.deleteBatchClass, { ids: [enrolmentId], reason: '报错班级' }, admin.token)

test('begun, removed, joined again: the exam begins again, and what was under way ended with the enrolment', async () => {
  const sitter = await aSitter()
  const first = (await go(sitter)).attribute
  assert.deepEqual((await remove(sitter)).failed, [])
  assert.deepEqual(await attemptsOf(sitter.enrolmentId), ['voided'])
  const { attemptId } = first
  const { token } = sitter
  for (const late of [
    await world.call(attemptCalls.saveExamAnswer, { attemptId, revision: 0, answers: {} }, token),
    await world.call(attemptCalls.reportExamLeave, { attemptId }, token),
  ])
    assert.deepEqual([late.respCode, late.respDesc], [409, attemptRefusals.voided.zh])
  const [entry] = await world.db`
    select actor_id, before, reason from operation_logs
    where subject_id = ${first.attemptId} and action = 'exam-attempt.void'`
  assert.deepEqual(
    { ...entry },
    {
      actorId: admin.accountId,
      before: { status: 'in_progress' },
      reason: '报错班级',
    },
  )
  const saved = await world.call(
    attemptCalls.saveExamAnswer,
    { attemptId: first.attemptId, revision: 0, answers: { 1: ['A'] } },
    sitter.token,
  )
  assert.equal(saved.respCode, 409)
  const { classId } = sitter
  const joined = await world.ask(enrolmentCalls.applyMyClass, { classId }, token)
  const again = await go(sitter)
  assert.equal(again.respCode, 200)
  assert.notEqual(again.attribute.attemptId, first.attemptId)
  assert.deepEqual([again.attribute.number, await attemptsOf(joined.enrolmentId)], [1, ['in_progress']])
})

test('an attempt left over from an enrolment of before never answers for the new one', async () => {
  const sitter = await aSitter()
  const first = (await go(sitter)).attribute
  // As a program of before left it: the enrolment gone, its attempt under way.
  await world.db`update enrolments set status = 'removed' where id = ${sitter.enrolmentId}`
  await world.ask(enrolmentCalls.applyMyClass, { classId: sitter.classId }, sitter.token)
  const again = await go(sitter)
  assert.deepEqual([again.respCode, again.attribute.attemptId === first.attemptId], [200, false])
})

test('nobody begins an exam for an enrolment that ends at the same moment', async () => {
  const leaving = await aSitter()
  const [begun] = await race(
    world.db,
    async (tx) => {
      const [row] =
        await tx`select id, project_id, class_id, status from enrolments where id = ${leaving.enrolmentId}`
      await transition(tx, admin, row as unknown as LockedEnrolment, 'remove', '报错班级')
    },
    () => go(leaving),
  )
  assert.equal(begun.respCode, 404)
  assert.deepEqual(await attemptsOf(leaving.enrolmentId), [])
  for (const isFirst of [true, false]) {
    const sitter = await aSitter()
    const both = [() => go(sitter), () => remove(sitter)]
    await race(
      world.db,
      (tx) => tx`select from enrolments where id = ${sitter.enrolmentId} for no key update`,
      ...(isFirst ? both : both.toReversed()),
    )
    assert.ok((await attemptsOf(sitter.enrolmentId)).every((status) => status === 'voided'))
    assert.equal((await rowOf(sitter.enrolmentId)).status, 'removed')
  }
})

const cause = 'refund:1'
const hold = (enrolmentId: string) =>
  world.db.begin((tx) => suspendEnrolment(tx, admin, { enrolmentId, cause, reason: '退款办理中' }))
const resume = (enrolmentId: string, by = cause) =>
  world.db.begin((tx) => resumeEnrolment(tx, admin, { enrolmentId, cause: by, reason: '退款未通过' }))
const finish = ({ enrolmentId }: Sitter) =>
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
    return item!.id as string
  })
const runExpiry = () => world.db.begin(() => expireEnrolments.run(aJob(), world.app))

test('a suspended enrolment begins no exam, plays no video, does not pass; resumed, what was complete passes', async () => {
  const sitter = await aSitter()
  const { enrolmentId, token } = sitter
  const paper = (await go(sitter)).attribute
  await hold(enrolmentId)
  await hold(enrolmentId)
  const itemId = await finish(sitter)
  const lease = await world.call(studyCalls.getVideoToken, { enrolmentId, itemId }, token)
  assert.deepEqual([lease.respCode, /已暂停/.test(lease.respDesc)], [409, true])
  const { attemptId } = paper
  await world.ask(attemptCalls.submitExam, { attemptId, answers: choosing(paper, '乙') }, token)
  assert.deepEqual(await rowOf(enrolmentId), { status: 'active', examPassed: true, suspendedBy: cause })
  await assert.rejects(
    world.db.begin((tx) => passByHand(tx, enrolmentId, { by: admin, reason: '特批' })),
    /Study is paused/,
  )
  await assert.rejects(resume(enrolmentId, 'refund:2'), /not paused for that reason/)
  await resume(enrolmentId)
  assert.deepEqual(await rowOf(enrolmentId), { status: 'passed', examPassed: true, suspendedBy: null })
  const entries = await world.db`
    select action from operation_logs where subject_id = ${enrolmentId} and action in ('enrolment.suspend', 'enrolment.resume')
    order by created_at, id`
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['enrolment.suspend', 'enrolment.resume'],
  )

  const untouched = await aSitter()
  await hold(untouched.enrolmentId)
  const refused = await go(untouched)
  assert.deepEqual([refused.respCode, /已暂停/.test(refused.respDesc)], [409, true])
  const [listed] = await world.ask(attemptCalls.findMyClassExam, {}, untouched.token)
  assert.equal(listed!.state, 'suspended')
  await resume(untouched.enrolmentId)
  assert.equal((await go(untouched)).respCode, 200)
})

test('the last attempt of a suspended enrolment fails it when it is resumed, not before', async () => {
  const sitter = await aSitter({ attempts: 1 })
  const { enrolmentId, token } = sitter
  const paper = (await go(sitter)).attribute
  await hold(enrolmentId)
  const { attemptId } = paper
  await world.ask(attemptCalls.submitExam, { attemptId, answers: choosing(paper, '甲') }, token)
  assert.deepEqual(await rowOf(enrolmentId), { status: 'active', examPassed: false, suspendedBy: cause })
  await resume(enrolmentId)
  assert.deepEqual(await rowOf(enrolmentId), { status: 'failed', examPassed: false, suspendedBy: null })
})

test('a beat of a suspended enrolment earns nothing, with a reason', async () => {
  const sitter = await aSitter()
  const { enrolmentId, token } = sitter
  const [item] = await world.db`
    select i.id from course_items i join class_courses c using (course_id) where c.class_id = ${sitter.classId} limit 1`
  const { leaseToken } = await world.ask(
    studyCalls.getVideoToken,
    { enrolmentId, itemId: item!.id as string },
    token,
  )
  await hold(enrolmentId)
  const beat = await world.ask(studyCalls.videoTask, { leaseToken, sequence: 1, from: 0, to: 1 }, token)
  assert.deepEqual([beat.acceptedSeconds, beat.refused?.reason], [0, 'not_enrolled'])
})

test('the end of a suspended enrolment comes when it is resumed', async () => {
  const sitter = await aSitter()
  const { enrolmentId } = sitter
  await hold(enrolmentId)
  await world.db`update enrolments set expires_at = moment() - interval '1 second' where id = ${enrolmentId}`
  await runExpiry()
  assert.equal((await rowOf(enrolmentId)).status, 'active')
  const { list } = await world.ask(enrolmentCalls.myClass, {}, sitter.token)
  assert.equal(list[0]!.status, 'active')
  await resume(enrolmentId)
  assert.equal((await rowOf(enrolmentId)).status, 'expired')
})

test('leaving ends a suspension with everything else', async () => {
  const sitter = await aSitter()
  await hold(sitter.enrolmentId)
  await remove(sitter)
  assert.deepEqual(await rowOf(sitter.enrolmentId), {
    status: 'removed',
    examPassed: false,
    suspendedBy: null,
  })
  await assert.rejects(hold(sitter.enrolmentId), /the status is/)
})
