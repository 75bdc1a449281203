import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, type BuiltClass } from '../../../test/build/class.ts'
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
import { watchedAll } from '../../../test/build/study.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { classCalls } from '../../class/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { examCalls } from '../../exam/contract.ts'
import { rollUp } from '../../study/server/actions.ts'
import { transferCalls as calls } from '../contract.ts'

const menus = [
  '/train-manage/study-report',
  '/train-manage/study-report#transfer',
  '/train-manage/class',
  '/customer/exception-register',
]
let world: World
let portal: BuiltPortal
/** Moves learners. */
let mover: BuiltAccount
let colleague: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  await world.db`update roles set menus = ${menus.slice(0, 2)} where id = ${portal.roles.unit}`
  colleague = await anAccount(world, portal, { role: 'admin' })
})
const aMover = async () => (mover = await anAccount(world, portal, { role: 'admin' }))

/** Learners of a class who have watched these of its videos, all of them by default. */
async function studentsIn(
  classId: string,
  count: number,
  { itemIds, unitId }: { itemIds?: readonly string[]; unitId?: string } = {},
): Promise<string[]> {
  const all = await world.db`
    select i.id from course_items i join class_courses c using (course_id) where c.class_id = ${classId}`
  const watched = itemIds ?? all.map(({ id }) => id as string)
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const id = await anEnrolment(world, portal, {
      ...(await aLearner(world, portal, { ...(unitId && { unitId }) })),
      classId,
    })
    await watchedAll(world, id, watched)
    await world.db.begin((tx) => rollUp(tx, id))
    ids.push(id)
  }
  return ids
}
async function move(ids: readonly string[], classId: string, by = mover) {
  const { batchId } = await world.ask(
    calls.transferClass,
    { ids: [...ids], classId, reason: '换到新班' },
    by.token,
  )
  await world.portal.drainJobs()
  const { moved, refused } = await world.ask(calls.getTransferClassProgress, { batchId: batchId! }, by.token)
  return [moved, refused]
}
const problems = async (ids: readonly string[], classId: string, by = mover) =>
  (await world.ask(calls.previewTransferClass, { enrolmentIds: [...ids], classId }, by.token)).rows.map(
    ({ problem }) => problem?.en ?? null,
  )
/** Undoes the move by which a place was left. */
async function undo(fromId: string, by = mover) {
  const [record] =
    await world.db`select id from transfer_records where from_id = ${fromId} and undone_at is null`
  return world.call(
    calls.undoTransferClass,
    { recordId: record!.id as string, reason: '选错了班级' },
    by.token,
  )
}
const statusOf = async (id: string) =>
  (await world.db`select status from enrolments where id = ${id}`)[0]!.status as string
const passedToday = async (examId: string, by = mover) =>
  (await world.ask(examCalls.findImpact, { examId }, by.token)).passedToday
const hoursOf = async (enrolmentId: string) =>
  (
    await world.db`
      select c.hours_tenths from enrolments e join train_classes c on c.id = e.class_id where e.id = ${enrolmentId}`
  )[0]!.hoursTenths as number

/** Passes learners manually, so that the mover’s day has so many. */
async function passed(count: number): Promise<void> {
  const { classId } = await aClass(world, portal)
  const ids = await studentsIn(classId, count, { itemIds: [] })
  const { succeeded } = await world.ask(enrolmentCalls.passBatchClass, { ids, reason: '核对过' }, mover.token)
  assert.equal(succeeded.length, count)
}

test('an exam is not given up for nobody while those who left its class may come back', async () => {
  await aMover()
  await passed(10)
  const { classId, examId } = await aSittableExam(world, portal)
  const ids = await studentsIn(classId, 2)
  assert.deepEqual(await move(ids, (await aSittableExam(world, portal)).classId), [2, 0])
  assert.equal((await world.ask(examCalls.withdraw, { examId }, mover.token)).learners, 2)
  assert.equal((await world.call(examCalls.deleteExam, { examId }, mover.token)).respCode, 409)
  const release = (more: object = {}) => world.call(examCalls.release, { examId, ...more }, mover.token)
  assert.equal((await release()).respCode, 422, 'a reason for who approves it')
  const { approvalId } = (await release({ reason: '本期不再组织考试' })).attribute!
  // Honest use: they are back, and wait as before.
  for (const id of ids) assert.equal((await undo(id)).respCode, 200)
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['active', 'active'])
  await world.ask(approvalCalls.approve, { id: approvalId! }, colleague.token)
  await world.portal.drainJobs()
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['passed', 'passed'])
})

test('who passes by the undo of a transfer counts with the passes of the day', async () => {
  await aMover()
  await passed(7)
  const { classId, examId } = await aSittableExam(world, portal)
  const ids = await studentsIn(classId, 2)
  assert.deepEqual(await move(ids, (await aSittableExam(world, portal)).classId), [2, 0])
  await world.ask(examCalls.withdraw, { examId }, mover.token)
  assert.deepEqual(await world.ask(examCalls.release, { examId }, mover.token), { waiting: 0 })
  assert.equal(await passedToday(examId), 9)
  assert.equal((await undo(ids[0]!)).respCode, 200)
  assert.deepEqual([await statusOf(ids[0]!), await passedToday(examId)], ['passed', 10])
  const refused = await undo(ids[1]!)
  assert.deepEqual([refused.respCode, await statusOf(ids[1]!)], [409, 'transferred'])
  assert.match(refused.respDesc, /立即合格.*最多独自让 10 名学员.*同事/)
  assert.equal((await undo(ids[1]!, colleague)).respCode, 200)
  assert.equal(await statusOf(ids[1]!), 'passed')
})

test('a transfer is undone with the day’s passes used up where nobody passes by it', async () => {
  await aMover()
  await passed(10)
  const { classId } = await aClass(world, portal)
  const [id] = await studentsIn(classId, 1, { itemIds: [] })
  assert.deepEqual(await move([id!], (await aSittableExam(world, portal)).classId), [1, 0])
  assert.equal((await undo(id!)).respCode, 200)
  assert.equal(await statusOf(id!), 'active')
})

test('a class whose learners may come back is not changed in place, nor deleted', async () => {
  await aMover()
  const { classId } = await aClass(world, portal)
  const [id] = await studentsIn(classId, 1, { itemIds: [] })
  assert.deepEqual(await move([id!], (await aClass(world, portal)).classId), [1, 0])
  const managed = await world.ask(classCalls.getClassDetail, { id: classId }, mover.token)
  const more = { hoursTenths: 100, requiredHoursTenths: 100 }
  const revised = await world.ask(classCalls.createTrainClass, { ...managed, ...more }, mover.token)
  assert.deepEqual([revised.version, revised.id === classId], [2, false])
  const remove = () => world.ask(classCalls.deleteTrain, { ids: [classId] }, mover.token)
  assert.match((await remove()).failed[0]!.reason, /1 名学员在一天内转出.*一天后再删除/)
  assert.equal((await undo(id!)).respCode, 200)
  assert.deepEqual([await statusOf(id!), await hoursOf(id!)], ['active', 80])
  // Moved again, and left there for a day.
  await move([id!], (await aClass(world, portal)).classId)
  await world.db`update transfer_records set created_at = created_at - interval '25 hours' where from_id = ${id!}`
  assert.deepEqual((await remove()).succeeded, [classId])
})

/** A class, and a shorter one whose videos are its first; who watched those is at 47 percent. */
async function aShorter(more: Parameters<typeof aClass>[2] = {}): Promise<[BuiltClass, BuiltClass]> {
  const left = await aClass(world, portal, { price: 0, courses: [{ videos: [470] }, { videos: [530] }] })
  return [left, await aClass(world, portal, { price: 0, known: [left.courses[0]!], courses: [], ...more })]
}

test('who passes at once in the class they move into counts with the passes of the day', async () => {
  await aMover()
  const { examId } = await aSittableExam(world, portal)
  const [left, shorter] = await aShorter()
  const ids = await studentsIn(left.classId, 12, { itemIds: left.courses[0]!.itemIds })
  const [before] = await world.db`select progress, status from enrolments where id = ${ids[0]!}`
  assert.deepEqual({ ...before }, { progress: 4700, status: 'active' })
  const said = await problems(ids, shorter.classId)
  assert.deepEqual(said.slice(0, 10), Array(10).fill(null))
  assert.match(said[10]!, /meets every requirement .* pass there at once/)
  assert.deepEqual(await move(ids.slice(0, 11), shorter.classId), [10, 1])
  const [{ count } = { count: 0 }] = await world.db<{ count: number }[]>`
    select count(*)::int from enrolments where class_id = ${shorter.classId} and status = 'passed'`
  assert.deepEqual([count, await passedToday(examId)], [10, 10])
  assert.equal((await world.ask(classCalls.getClassDetail, { id: left.classId }, mover.token)).sold, 2)
  // Where something is left to study, nobody passes by the move.
  const longer = await aClass(world, portal, { price: 0, known: [left.courses[0]!], courses: [{}] })
  const electives = { courses: [{ attribute: 'elective' as const }], electiveMinTenths: 80, hoursTenths: 160 }
  const elective = await aClass(world, portal, { price: 0, known: [left.courses[0]!], ...electives })
  assert.deepEqual(await problems(ids.slice(10), longer.classId), [null, null])
  assert.deepEqual(await problems(ids.slice(10), elective.classId), [null, null])
  assert.deepEqual(await move(ids.slice(10, 11), elective.classId), [1, 0])
  assert.deepEqual(await move(ids.slice(11), shorter.classId, colleague), [1, 0])
})

test('a unit lets nobody pass by a move', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const [left, shorter] = await aShorter()
  const ids = await studentsIn(left.classId, 1, { itemIds: left.courses[0]!.itemIds, unitId })
  assert.match((await problems(ids, shorter.classId, manager))[0]!, /which a unit cannot decide/)
  assert.deepEqual(await move(ids, shorter.classId, manager), [0, 1])
  assert.equal(await statusOf(ids[0]!), 'active')
})
