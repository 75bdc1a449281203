import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aCourseCategory, aSavedCourse, aVideoRow } from '../../../test/build/course.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { anAccount, aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import type { Db, Tx } from '../../../server/db.ts'
import { mintScope } from '../../../server/session.ts'
import { openEnrolment } from '../../enrolment/server/actions.ts'
import { orderCalls } from '../../order/contract.ts'
import { courseCategoryCalls } from '../category/contract.ts'
import { courseCalls } from '../contract.ts'
import { lockCourse } from './data.ts'

const { query, get, save } = courseCalls
const remove = courseCalls.delete

let world: World
let portal: BuiltPortal
let admin: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/resource-manage/course'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
})

const videos = (n: number) => Promise.all(Array.from({ length: n }, () => aVideoRow(world, portal)))
const fields = { name: '安全生产', hoursTenths: 45, attribute: 'elective' as const }
const itemsOf = (resourceIds: string[]) =>
  resourceIds.map((resourceId, i) => ({ resourceId, title: `${i + 1}讲` }))
const joined = async (courseId: string) => {
  const { classId } = await aClass(world, portal, { courses: [] })
  await world.db`insert into class_courses ${world.db({ classId, courseId, sort: 0 })}`
  const { accountId } = await aLearner(world, portal)
  return { classId, enrolmentId: await anEnrolment(world, portal, { accountId, classId }) }
}
const rowsOf = async (courseId: string) =>
  (
    await world.db`select id, resource_id, title from course_items where course_id = ${courseId} order by sort`
  ).map((row) => [row.resourceId, row.title])

test('a course is made with its videos in order and found again', async () => {
  const categoryId = await aCourseCategory(world, admin, { name: '公共课程' })
  const [a, b, c] = (await videos(3)) as [string, string, string]
  const introduction = '讲清三件事'
  const { id } = await world.ask(
    save,
    { ...fields, categoryId, teacherName: '李老师', introduction, items: itemsOf([b, a, c]) },
    admin,
  )
  const detail = await world.ask(get, { id }, admin)
  assert.deepEqual(
    detail.items.map((item) => [item.resourceId, item.title, item.durationSeconds]),
    [
      [b, '1讲', 600],
      [a, '2讲', 600],
      [c, '3讲', 600],
    ],
  )
  const { name, hoursTenths, attribute, teacherName, categoryName, durationSeconds, isFixed } = detail
  assert.deepEqual(
    [name, hoursTenths, attribute, teacherName, categoryName, durationSeconds, isFixed, detail.introduction],
    ['安全生产', 45, 'elective', '李老师', '公共课程', 1800, false, introduction],
  )
  const { list } = await world.ask(query, { keyword: '李老' }, admin)
  assert.deepEqual(
    list.map((row) => [row.id, row.items, row.usedBy]),
    [[id, 3, 0]],
  )
})

test('videos that stay keep their place in what was watched, whatever else changes', async () => {
  const [a, b, c] = (await videos(3)) as [string, string, string]
  const id = await aSavedCourse(world, admin, { resourceIds: [a, b] })
  const [shared] = (await world.ask(get, { id }, admin)).items.filter((item) => item.resourceId === b)
  const items = [
    { resourceId: c, title: '新' },
    { resourceId: b, title: '旧' },
  ]
  await world.ask(save, { id, revision: 1, ...fields, items }, admin)
  const after = (await world.ask(get, { id }, admin)).items
  assert.deepEqual(
    after.map((item) => [item.resourceId, item.title]),
    [
      [c, '新'],
      [b, '旧'],
    ],
  )
  assert.equal(after[1]!.id, shared!.id)
})

test('what a course may not hold', async () => {
  const [a] = (await videos(1)) as [string]
  const elsewhere = await aPortal(world)
  const foreign = await aVideoRow(world, elsewhere)
  const gone = await aVideoRow(world, portal)
  await world.db`update resources set status = 'deleted' where id = ${gone}`
  const waiting = await aVideoRow(world, portal)
  await world.db`update resources set direct = false where id = ${waiting}`
  const { total } = await world.ask(query, {}, admin)
  for (const items of [[], itemsOf([a, a]), itemsOf([foreign]), itemsOf([gone]), itemsOf([a, waiting])]) {
    const refused = await world.call(save, { ...fields, items }, admin)
    assert.deepEqual([refused.respCode, refused.field], [422, 'items'])
  }
  for (const [wrong, field] of [
    [{ name: ' ' }, 'name'],
    [{ hoursTenths: 0 }, 'hoursTenths'],
    [{ attribute: 'optional' }, 'attribute'],
    [{ items: [{ resourceId: a, title: '' }] }, 'items.0.title'],
  ] as const) {
    const refused = await world.call(save, { ...fields, items: itemsOf([a]), ...(wrong as object) }, admin)
    assert.deepEqual([refused.respCode, refused.field], [422, field])
  }
  assert.equal((await world.ask(query, {}, admin)).total, total)
})

test('once learners have joined, videos, hours and attribute stand; titles and order may change', async () => {
  const [a, b, c] = (await videos(3)) as [string, string, string]
  const id = await aSavedCourse(world, admin, { name: '在学', resourceIds: [a, b] })
  await joined(id)
  const as = { id, revision: 1, name: '在学', hoursTenths: 80, attribute: 'required' as const }
  for (const wrong of [
    { ...as, items: itemsOf([a]) },
    { ...as, items: itemsOf([a, b, c]) },
    { ...as, items: itemsOf([a, c]) },
    { ...as, items: itemsOf([a, b]), hoursTenths: 90 },
    { ...as, items: itemsOf([a, b]), attribute: 'elective' as const },
  ]) {
    const refused = await world.call(save, wrong, admin)
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, /含“在学”的班级已有学员、订单/)
  }
  const items = [
    { resourceId: b, title: '先看这个' },
    { resourceId: a, title: '再看这个' },
  ]
  await world.ask(save, { ...as, name: '改了名', items }, admin)
  assert.deepEqual(await rowsOf(id), [
    [b, '先看这个'],
    [a, '再看这个'],
  ])
  assert.equal((await world.ask(get, { id }, admin)).isFixed, true)
})

test('watched time remains after the course was removed from the class', async () => {
  const [a, b] = (await videos(2)) as [string, string]
  const id = await aSavedCourse(world, admin, { resourceIds: [a, b] })
  const { classId, enrolmentId } = await joined(id)
  const [item] = (await world.ask(get, { id }, admin)).items
  await world.db`update enrolments set last_item_id = ${item!.id} where id = ${enrolmentId}`
  await world.db`delete from class_courses where class_id = ${classId}`
  const refused = await world.call(save, { id, revision: 1, ...fields, items: itemsOf([b]) }, admin)
  assert.equal(refused.respCode, 409)
})

/** A course of two videos, a class without courses and a learner who is in none. */
async function aContest() {
  const resourceIds = (await videos(2)) as [string, string]
  const courseId = await aSavedCourse(world, admin, { resourceIds })
  const { classId } = await aClass(world, portal, { courses: [] })
  const { accountId } = await aLearner(world, portal)
  const { projectId } = portal
  return {
    courseId,
    /** The class takes the course. */
    take: (db: Db) => db`insert into class_courses ${db({ classId, courseId, sort: 0 })}`,
    join: (tx: Tx) =>
      openEnrolment(tx, { projectId, accountId, classId, source: 'free', sourceId: null, by: null }),
    lock: (tx: Tx) => lockCourse(tx, mintScope({ projectId, unitPath: null, accountId: null }), courseId),
    /** A change that learners of the course forbid. */
    shorten: () =>
      world.call(
        save,
        { id: courseId, revision: 1, ...fields, items: itemsOf(resourceIds.slice(0, 1)) },
        admin,
      ),
  }
}

test('a change waits for a learner who is joining, and is refused', async () => {
  const { courseId, take, join, shorten } = await aContest()
  await take(world.db)
  const [change] = await race(world.db, join, shorten)
  assert.equal(change.respCode, 409)
  assert.equal((await rowsOf(courseId)).length, 2)
})

test('a learner who joins waits for a change under way', async () => {
  const { courseId, take, join, lock } = await aContest()
  await take(world.db)
  await race(world.db, lock, () => world.db.begin(join))
  assert.equal((await world.ask(get, { id: courseId }, admin)).isFixed, true)
})

test('a change and a removal wait for a class that takes the course', async () => {
  const changed = await aContest()
  const [change] = await race(
    world.db,
    async (tx) => {
      await changed.take(tx)
      await changed.join(tx)
    },
    changed.shorten,
  )
  assert.equal(change.respCode, 409)
  const removed = await aContest()
  const [removal] = await race(world.db, removed.take, () =>
    world.call(remove, { id: removed.courseId }, admin),
  )
  assert.equal(removal.respCode, 409)
})

test('what an unpaid order was placed for stays as it is until the order is cancelled', async () => {
  const resourceIds = await videos(2)
  const id = await aSavedCourse(world, admin, { resourceIds })
  const { classId } = await aClass(world, portal, { courses: [], price: 6000 })
  await world.db`insert into class_courses ${world.db({ classId, courseId: id, sort: 0 })}`
  const { token } = await aLearner(world, portal)
  const input = { classIds: [classId], expectedAmount: 6000 }
  const { id: orderId } = await world.ask(orderCalls.saveOrder, input, token)
  const change = (revision: number) =>
    world.call(save, { id, revision, ...fields, items: itemsOf(resourceIds.slice(0, 1)) }, admin)
  const refused = await change(1)
  assert.deepEqual([refused.respCode, /已有学员、订单/.test(refused.respDesc)], [409, true])
  assert.equal((await world.ask(get, { id }, admin)).isFixed, true)
  await world.ask(orderCalls.cancelMyOrder, { orderId }, token)
  assert.equal((await change(1)).respCode, 200)
})

test('a course of a class stays; another goes', async () => {
  const [a] = (await videos(1)) as [string]
  const id = await aSavedCourse(world, admin, { name: '要删', resourceIds: [a] })
  const made = await aClass(world, portal, { name: '一个班', courses: [] })
  await world.db`insert into class_courses ${world.db({ classId: made.classId, courseId: id, sort: 0 })}`
  const held = await world.call(remove, { id }, admin)
  assert.equal(held.respCode, 409)
  assert.match(held.respDesc, /“要删”正被“一个班”使用/)
  assert.deepEqual(
    (await world.ask(get, { id }, admin)).classes.map((one) => one.name),
    ['一个班'],
  )
  assert.equal((await world.ask(query, { keyword: '要删', used: 'yes' }, admin)).total, 1)
  await world.db`update train_classes set status = 'deleted' where id = ${made.classId}`
  assert.equal((await world.ask(query, { keyword: '要删', used: 'no' }, admin)).total, 1)
  await world.ask(remove, { id }, admin)
  assert.equal((await world.call(get, { id }, admin)).respCode, 404)
  const [action] =
    await world.db`select count(*) as n from operation_logs where subject_id = ${id} and action = 'course.delete'`
  assert.equal(action!.n, 1)
})

test('folders of courses count their courses and hold them', async () => {
  const above = await aCourseCategory(world, admin, { name: '上级' })
  const below = await aCourseCategory(world, admin, { name: '下级', parentId: above })
  const id = await aSavedCourse(world, admin, { resourceIds: await videos(1), categoryId: below })
  assert.deepEqual(
    (await world.ask(query, { categoryId: above }, admin)).list.map((row) => row.id),
    [id],
  )
  const tree = await world.ask(courseCategoryCalls.tree, {}, admin)
  const node = tree.find((one) => one.id === above)!
  assert.deepEqual([node.members, node.children[0]!.members], [0, 1])
  assert.equal((await world.call(courseCategoryCalls.delete, { id: below }, admin)).respCode, 409)
  await world.ask(courseCategoryCalls.drag, { id: below, parentId: null, beforeId: above }, admin)
  const moved = (await world.ask(courseCategoryCalls.tree, {}, admin)).map((one) => one.id)
  assert.ok(moved.indexOf(below) < moved.indexOf(above))
  await world.ask(remove, { id }, admin)
  await world.ask(courseCategoryCalls.delete, { id: below }, admin)
})

test('another project’s course is not there; without the menu entry there is nothing', async () => {
  const [a] = (await videos(1)) as [string]
  const id = await aSavedCourse(world, admin, { resourceIds: [a] })
  const categoryId = await aCourseCategory(world, admin, { name: '只在这里' })
  const elsewhere = await aPortal(world, { menus: ['/resource-manage/course'] })
  const foreign = (await anAccount(world, elsewhere, { role: 'admin' })).token
  const unit = (await anAccount(world, portal, { role: 'unit' })).token
  const learner = (await aLearner(world, portal)).token
  for (const [call, input] of [
    [get, { id }],
    [save, { id, revision: 1, ...fields, items: itemsOf([a]) }],
    [remove, { id }],
  ] as const) {
    assert.equal((await world.call(call, input as never, foreign)).respCode, 404)
    assert.equal((await world.call(call, input as never, unit)).respCode, call === get ? 404 : 403)
    assert.equal((await world.call(call, input as never, learner)).respCode, 403)
    assert.equal((await world.call(call, input as never, null)).respCode, 401)
  }
  assert.equal((await world.call(save, { ...fields, items: itemsOf([a]) }, unit)).respCode, 403)
  const stolen = { ...fields, categoryId, items: itemsOf([await aVideoRow(world, elsewhere)]) }
  assert.equal((await world.call(save, stolen, foreign)).respCode, 404)
  assert.equal((await world.ask(query, {}, foreign)).total, 0)
  assert.deepEqual(await world.ask(courseCategoryCalls.tree, {}, foreign), [])
})
