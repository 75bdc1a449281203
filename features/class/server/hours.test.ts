import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { aClassCategory, aCourse } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeSettings,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import type { InputOf } from '../../../contract/call.ts'
import { catalogueCalls } from '../../catalogue/contract.ts'
import { classCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let categoryId: string
/** Courses of 45 minutes of video an hour: one required hour, two elective ones. */
let courseIds: string[]
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class'] })
  admin = await anAccount(world, portal, { role: 'admin' })
  categoryId = await aClassCategory(world, portal)
  const courses = [
    await aCourse(world, portal, { hoursTenths: 10, videos: [2700] }),
    await aCourse(world, portal, { hoursTenths: 10, attribute: 'elective', videos: [2700] }),
    await aCourse(world, portal, { hoursTenths: 10, attribute: 'elective', videos: [2700] }),
  ]
  courseIds = courses.map((course) => course.courseId)
})

type Fields = InputOf<typeof classCalls.createTrainClass>
const fields = (change: Partial<Fields> = {}): Fields => ({
  categoryId,
  name: '选修班',
  year: yearFromNow(),
  hoursTenths: 30,
  requiredHoursTenths: 10,
  electiveMinTenths: 10,
  introduction: '',
  price: 0,
  originalPrice: 0,
  signUpFrom: null,
  signUpTo: null,
  studyFrom: null,
  studyTo: null,
  validDays: 365,
  quota: null,
  personnelCategories: [],
  regions: [],
  needReview: false,
  certificateTemplateId: null,
  trialResourceIds: [],
  refundable: true,
  sort: 0,
  courseIds,
  ...change,
})
const create = async (change: Partial<Fields> = {}) =>
  (await world.ask(classCalls.createTrainClass, fields(change), admin.token)).id
const get = (id: string) => world.ask(classCalls.getClassDetail, { id }, admin.token)
const publish = async (id: string) =>
  (await world.ask(classCalls.updateOnShelf, { ids: [id], onShelf: true }, admin.token)).failed[0]?.reason

test('hours that contradict the courses are refused with their field; left out they are divided as the courses are', async () => {
  for (const [change, field] of [
    [{ requiredHoursTenths: 31 }, 'requiredHoursTenths'],
    [{ hoursTenths: 40 }, 'requiredHoursTenths'],
    [{ electiveMinTenths: 21 }, 'electiveMinTenths'],
    [{ courseIds: courseIds.slice(1), requiredHoursTenths: 0, hoursTenths: 20 }, 'electiveMinTenths'],
  ] as const) {
    const reply = await world.call(
      classCalls.createTrainClass,
      fields(change as Partial<Fields>),
      admin.token,
    )
    assert.equal(reply.respCode, 422)
    assert.match(reply.respDesc, new RegExp(field))
  }
  const { requiredHoursTenths, electiveMinTenths, ...rest } = fields()
  const { id } = await world.ask(classCalls.createTrainClass, rest, admin.token)
  const made = await get(id)
  assert.deepEqual([made.requiredHoursTenths, made.electiveMinTenths], [10, 0])
})

test('copies carry the hours; under learners other hours make a version of the same class', async () => {
  const id = await create()
  const copy = await world.ask(classCalls.copyTrainClass, { id }, admin.token)
  const copied = await get(copy.id)
  assert.deepEqual([copied.requiredHoursTenths, copied.electiveMinTenths], [10, 10])
  assert.equal(await publish(id), undefined)
  await anEnrolment(world, portal, { ...(await aLearner(world, portal)), classId: id })
  const next = await world.ask(
    classCalls.createTrainClass,
    { id, revision: 1, ...fields({ electiveMinTenths: 0 }) },
    admin.token,
  )
  assert.deepEqual([next.id === id, next.version], [false, 2])
  assert.deepEqual([(await get(id)).electiveMinTenths, (await get(next.id)).electiveMinTenths], [10, 0])
  const roots =
    await world.db`select id, root_id from train_classes where id in (${id}, ${next.id}, ${copy.id})`
  assert.deepEqual(
    new Map(roots.map((row) => [row.id, row.rootId])),
    new Map([
      [id, id],
      [next.id, id],
      [copy.id, copy.id],
    ]),
  )
})

test('a class that requires electives is not published where they are hidden, and keeps them where they are hidden later', async () => {
  await changeSettings(world, portal.projectId, { hideElective: true })
  const id = await create()
  assert.match((await publish(id))!, /隐藏了选修课程/)
  await changeSettings(world, portal.projectId, { hideElective: false })
  assert.equal(await publish(id), undefined)
  await changeSettings(world, portal.projectId, { hideElective: true })
  const detail = await world.ask(catalogueCalls.findClassDetail, { id })
  assert.deepEqual(
    detail.courses.map((course) => course.attribute),
    ['required', 'elective', 'elective'],
  )
  assert.deepEqual([detail.requiredHoursTenths, detail.electiveMinTenths], [10, 10])
  const free = await create({ electiveMinTenths: 0 })
  assert.equal(await publish(free), undefined)
  await changeSettings(world, portal.projectId, { hideElective: false })
})

test('hours beyond the videos bar publishing only where the project sets a tolerance', async () => {
  const short = { videos: [1800], hoursTenths: 10 }
  const { courseId } = await aCourse(world, portal, short)
  const change = { courseIds: [courseId], hoursTenths: 10, requiredHoursTenths: 10, electiveMinTenths: 0 }
  const [first, second] = [await create(change), await create(change)]
  assert.equal(await publish(first), undefined)
  await changeSettings(world, portal.projectId, { hourTolerance: 10 })
  assert.match((await publish(second))!, /1\.0 学时，视频内容只够 0\.6 学时，超出了允许的 10%/)
  // One that is published already stays so, and its other fields can be changed.
  const reply = await world.call(
    classCalls.createTrainClass,
    { id: first, revision: 1, ...fields(change), price: 100, originalPrice: 100 },
    admin.token,
  )
  assert.equal(reply.respCode, 200)
  await changeSettings(world, portal.projectId, { hourTolerance: 70 })
  assert.equal(await publish(second), undefined)
  await changeSettings(world, portal.projectId, { hourTolerance: null })
})
