import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aSittableExam } from '../../../test/build/exam.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { enrolmentCalls } from '../contract.ts'
import { passIfComplete } from './pass.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

test('the pass status of a class says what is done, what is missing, and by what it was passed', async () => {
  const { accountId, token } = await aLearner(world, portal)
  const { classId } = await aSittableExam(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId })
  const status = async () => {
    const found = await world.ask(enrolmentCalls.getMyPassClassStatus, { enrolmentId }, token)
    return [found.status, found.studyDone, found.examRequired, found.examPassed, found.passed, found.passedBy]
  }
  assert.deepEqual(await status(), ['active', false, true, false, false, null])
  await world.db`update enrolments set study_done_at = moment(), progress = 10000 where id = ${enrolmentId}`
  await world.db.begin((tx) => passIfComplete(tx, enrolmentId))
  assert.deepEqual(await status(), ['active', true, true, false, false, null], 'the exam is missing')
  await world.db`update enrolments set exam_passed = true where id = ${enrolmentId}`
  await world.db.begin((tx) => passIfComplete(tx, enrolmentId))
  assert.deepEqual(await status(), ['passed', true, true, true, true, 'rule'])
})

test('an application for a reviewed class waits and is not made twice; a class of another project is absent', async () => {
  const { accountId, token } = await aLearner(world, portal)
  const reviewed = await aClass(world, portal, { price: 0, needReview: true })
  const apply = (classId: string) => world.call(enrolmentCalls.applyMyClass, { classId }, token)
  const { enrolmentId, status } = (await apply(reviewed.classId)).attribute
  assert.equal(status, 'applied')
  const [row] = await world.db`select account_id, class_id, status from enrolments where id = ${enrolmentId}`
  assert.deepEqual({ ...row }, { accountId, classId: reviewed.classId, status: 'applied' })
  assert.equal((await apply(reviewed.classId)).respCode, 409)
  const foreign = await aClass(world, await aPortal(world), { price: 0 })
  assert.equal((await apply(foreign.classId)).respCode, 404)
})
