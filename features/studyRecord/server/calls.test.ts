import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Call } from '../../../contract/call.ts'
import { yearFromNow } from '../../../test/build/days.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aSittableExam } from '../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent } from '../../../test/build/study.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { attemptCalls } from '../../exam/attempt/contract.ts'
import { recordStudy } from '../../enrolment/server/actions.ts'
import { studyRecordCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/study-report'] })
  admin = await anAccount(world, portal, { role: 'admin' })
  clock = aClock(world)
})

const { explain, queryPageList, findRefusalList, findLeaseList, findAttemptList, findMyStudyReport } =
  studyRecordCalls
const ofEnrolment = [explain, queryPageList, findRefusalList, findLeaseList, findAttemptList]

test('an enrolment to the second: what counts, what was refused and why, in which windows', async () => {
  const student = await aStudent(world, portal, { videos: [60, 30] })
  const { enrolmentId } = student
  const [first, second] = student.built.itemIds
  const one = await aPlayer(world, student)
  await clock.pass(10)
  await one.beat(0, 10)
  await clock.pass(5)
  const skipped = await one.beat(40, 45)
  assert.equal(skipped.refused?.reason, 'seek_ahead')
  await one.beat(10, 10.5, { ended: true })
  await aPlayer(world, student, { itemId: second! })

  const detail = await world.ask(queryPageList, { enrolmentId }, admin.token)
  assert.deepEqual(
    detail.list.map((row) => [row.itemId, row.durationSeconds, row.ranges.length, row.refusals]),
    [
      [first, 60, 1, 1],
      [second, 30, 0, 0],
    ],
  )
  const missing = await world.ask(queryPageList, { enrolmentId, missing: true }, admin.token)
  assert.deepEqual([missing.total, missing.list.length], [2, 2])
  await world.db`update watch_coverages set completed_at = moment() where item_id = ${first!}`
  const left = await world.ask(queryPageList, { enrolmentId, missing: true }, admin.token)
  assert.deepEqual(
    left.list.map(({ itemId }) => itemId),
    [second],
  )
  await world.db`update watch_coverages set completed_at = null where item_id = ${first!}`
  const [watched] = detail.list
  assert.ok(watched!.watchedSeconds >= 10 && watched!.watchedSeconds <= 10.5)
  assert.deepEqual(watched!.ranges, [[0, watched!.watchedSeconds]])

  const why = await world.ask(explain, { enrolmentId }, admin.token)
  assert.deepEqual([why.requiredSeconds, why.doneSeconds, why.missingVideos], [90, 10, 2])
  assert.deepEqual(why.refused, [{ reason: 'seek_ahead', seconds: 5 }])

  const refused = await world.ask(findRefusalList, { enrolmentId }, admin.token)
  assert.equal(refused.total, 1)
  const [stretch] = refused.list
  assert.deepEqual(
    [stretch!.itemId, stretch!.reason, stretch!.from, stretch!.to, stretch!.times],
    [first, 'seek_ahead', 40, 45, 1],
  )

  const leases = await world.ask(findLeaseList, { enrolmentId }, admin.token)
  assert.deepEqual(
    leases.list.map((lease) => [lease.endReason, lease.acceptedSeconds]),
    [
      [null, 0],
      ['released', watched!.watchedSeconds],
    ],
  )
  const last = await world.ask(findLeaseList, { enrolmentId, page: 2, limit: 1 }, admin.token)
  assert.deepEqual([last.total, last.list.length, last.list[0]!.endReason], [2, 1, 'released'])
})

test('the attempts at an exam are listed with their score, the last first', async () => {
  const { classId, examId } = await aSittableExam(world, portal)
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const paper = await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  await world.ask(attemptCalls.submitExam, { attemptId: paper.attemptId, answers: {} }, learner.token)
  await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  const { list } = await world.ask(findAttemptList, { enrolmentId }, admin.token)
  assert.deepEqual(
    list.map((go) => [go.number, go.status, go.score, go.passed, go.submitReason]),
    [
      [2, 'in_progress', null, null, null],
      [1, 'scored', 0, false, 'learner'],
    ],
  )
})

test("a learner's year: hours required, earned, missing, and their ledger lines", async () => {
  const learner = await aLearner(world, portal, { name: '欧阳修明' })
  const built = await aClass(world, portal, { year: yearFromNow(-1), classType: 'public', hoursTenths: 120 })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...built })
  await anEnrolment(world, portal, { ...learner, ...(await aClass(world, portal, { year: 2024 })) })
  const ask = (year?: number) =>
    world.ask(findMyStudyReport, { accountId: learner.accountId, ...(year ? { year } : {}) }, admin.token)
  const before = await ask(yearFromNow(-1))
  assert.deepEqual(
    [before.realName, before.earnedTenths, before.missingTenths],
    ['欧阳修明', 0, before.requiredTenths],
  )
  assert.match(before.cardMask!, /\*/)
  assert.match(before.mobileMask!, /\*/)
  await world.db.begin((tx) =>
    recordStudy(tx, {
      enrolmentId,
      lastItemId: built.itemIds[0]!,
      lastPosition: 600,
      watchedSeconds: 600,
      progress: 10_000,
      done: true,
    }),
  )
  const after = await ask(yearFromNow(-1))
  assert.equal(after.earnedTenths, 120)
  assert.equal(after.missingTenths, before.missingTenths - 120)
  assert.equal(after.types.find((type) => type.classType === 'public')?.earnedTenths, 120)
  assert.deepEqual(
    after.entries.map((entry) => [entry.enrolmentId, entry.hoursTenths]),
    [[enrolmentId, 120]],
  )
  const now = await ask()
  assert.deepEqual(now.years, [now.year, now.year - 1, 2024])
  assert.deepEqual(now.entries, [])
})

test('what lies outside the scope is absent, and who may not is turned away', async () => {
  const beside = await aUnit(world, portal.projectId)
  const elsewhere = await aPortal(world, { menus: ['/train-manage/study-report'] })
  const learner = await aLearner(world, portal, { unitId: beside })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...(await aClass(world, portal)) })
  const code = async (call: Call, input: object, token: string | null) =>
    (await world.call(call, input, token)).respCode
  const unit = await anAccount(world, portal, { role: 'unit' })
  const own = await anAccount(world, portal, { role: 'unit', unitId: beside })
  const foreign = await anAccount(world, elsewhere, { role: 'admin' })
  const queries: [Call, object][] = [
    ...ofEnrolment.map((call): [Call, object] => [call, { enrolmentId }]),
    [findMyStudyReport, { accountId: learner.accountId }],
  ]
  for (const [call, input] of queries) {
    assert.equal(await code(call, input, own.token), 200, call.path)
    assert.equal(await code(call, input, unit.token), 404, call.path)
    assert.equal(await code(call, input, foreign.token), 404, call.path)
    assert.equal(await code(call, input, learner.token), 403, call.path)
    assert.equal(await code(call, input, null), 401, call.path)
  }
  const bad = await world.call(queryPageList, { enrolmentId: 'x' }, admin.token)
  assert.deepEqual([bad.respCode, bad.field], [422, 'enrolmentId'])
  assert.equal(await code(findMyStudyReport, { accountId: admin.accountId }, admin.token), 404)
})
