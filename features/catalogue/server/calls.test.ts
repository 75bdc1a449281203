import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { aClass, aClassCategory, aCourse, type ClassInput } from '../../../test/build/class.ts'
import { yearFromNow } from '../../../test/build/days.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeSettings,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import type { InputOf } from '../../../contract/call.ts'
import { recordStudy } from '../../enrolment/server/actions.ts'
import { resumeEnrolment, suspendEnrolment } from '../../enrolment/suspension/server/actions.ts'
import { orderCalls } from '../../order/contract.ts'
import { catalogueCalls, classOrders } from '../contract.ts'

let world: World
let portal: BuiltPortal
let learner: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  learner = await aLearner(world, portal)
})

const find = (input: InputOf<typeof catalogueCalls.findClassList>, token: string | null = learner.token) =>
  world.ask(catalogueCalls.findClassList, input, token)

test('each order pages through every class once, by key as by page', async () => {
  const year = 2011
  for (let i = 0; i < 23; i++) {
    const { classId } = await aClass(world, portal, {
      year: year - (i % 2),
      classType: 'professional',
      price: (i % 4) * 100,
      hoursTenths: 10 + (i % 5),
    })
    await world.db`update train_classes set sort = ${i % 3} where id = ${classId}`
  }
  for (const order of classOrders.filter((each) => each !== 'recommended')) {
    for (const filter of [{ classType: 'professional' }, { classType: 'professional', year }]) {
      const byPage = []
      for (let page = 1; page <= 5; page++)
        byPage.push(...(await find({ ...filter, order, limit: 5, page })).list.map((row) => row.id))
      const byKey: string[] = []
      for (let after: string | undefined; ; after = byKey.at(-1)) {
        const { list, total } = await find({ ...filter, order, limit: 5, ...(after ? { after } : {}) })
        assert.equal(total, byPage.length)
        byKey.push(...list.map((row) => row.id))
        if (list.length < 5) break
      }
      assert.deepEqual(byKey, byPage, order)
      assert.equal(new Set(byKey).size, 'year' in filter ? 12 : 23)
    }
  }
  const cheap = await find({ classType: 'professional', order: 'cheapest' })
  assert.deepEqual(
    cheap.list.map((row) => row.price),
    cheap.list.map((row) => row.price).toSorted((a, b) => a - b),
  )
})

test('recommended is what fits and brings hours, soonest and cheapest first; passed and closed come last', async () => {
  const own = await aPortal(world)
  const reader = await aLearner(world, own)
  const year = yearFromNow()
  const shared = { ...(await aCourse(world, own, { hoursTenths: 40 })), hoursTenths: 40 }
  const add = (name: string, input: ClassInput = {}) =>
    aClass(world, own, { name, year, hoursTenths: 40, price: 100, ...input })
  const over = { signUpTo: '2020-01-01T00:00:00Z' }
  const passed = await add('学过', { known: [shared], courses: [] })
  await add('已截止', over)
  await add('重复', { known: [shared], courses: [], price: 1 })
  await add('不对口', { personnelCategories: ['engineer'] })
  const dear = await add('贵')
  await add('便宜', { price: 10 })
  await add('快截止', { signUpTo: '2099-01-01T00:00:00Z', price: 900 })
  const enrolmentId = await anEnrolment(world, own, { ...reader, classId: passed.classId })
  const study = {
    enrolmentId,
    progress: 10_000,
    watchedSeconds: 600,
    done: true,
    lastItemId: passed.itemIds[0]!,
    lastPosition: 0,
  }
  await world.db.begin((tx) => recordStudy(tx, study))
  const names = async (token: string | null) =>
    (await find({ year, order: 'recommended' }, token)).list.map(({ name }) => name)
  assert.deepEqual(await names(reader.token), ['快截止', '便宜', '贵', '重复', '不对口', '已截止', '学过'])
  const suggested = await world.ask(catalogueCalls.getRecommendedClassList, { year }, reader.token)
  assert.deepEqual(
    suggested.map(({ name }) => name),
    ['快截止', '便宜', '贵', '重复'],
  )
  await world.ask(orderCalls.saveOrder, { classIds: [dear.classId], expectedAmount: 100 }, reader.token)
  const less = await world.ask(catalogueCalls.getRecommendedClassList, { year }, reader.token)
  assert.deepEqual(
    less.map(({ name }) => name),
    ['快截止', '便宜', '重复'],
    'what waits for money is asked for above',
  )
  const keyed = { year, order: 'recommended' as const, after: passed.classId }
  const reply = await world.call(catalogueCalls.findClassList, keyed, reader.token)
  assert.deepEqual([reply.respCode, reply.field], [422, 'after'])
})

test('chips: keyword, free, hours, category with what is below, personnel category', async () => {
  const top = await aClassCategory(world, portal)
  const below = await aClassCategory(world, portal, { parentId: top })
  const year = 2012
  const data = await aClass(world, portal, {
    year,
    name: '数据安全与个人信息保护实务',
    hoursTenths: 80,
    categoryId: top,
  })
  const free = await aClass(world, portal, {
    year,
    name: '职业道德与学术诚信',
    hoursTenths: 60,
    price: 0,
    categoryId: below,
  })
  const medical = await aClass(world, portal, {
    year,
    name: '急救',
    hoursTenths: 100,
    personnelCategories: ['卫生'],
  })
  const ids = async (input: object) => (await find({ year, ...input })).list.map((row) => row.id)
  assert.deepEqual(await ids({ keyword: '信息保护' }), [data.classId])
  assert.deepEqual(await ids({ keyword: '救' }), [medical.classId])
  assert.deepEqual(await ids({ keyword: '没有的' }), [])
  assert.deepEqual(await ids({ free: true }), [free.classId])
  assert.deepEqual(await ids({ hoursFrom: 60, hoursTo: 100 }), [data.classId, free.classId])
  assert.deepEqual(await ids({ categoryId: top }), [data.classId, free.classId])
  assert.deepEqual(await ids({ categoryId: below }), [free.classId])
  assert.deepEqual(await ids({ personnelCategory: '工程' }), [data.classId, free.classId])
  assert.equal((await find({ year, personnelCategory: '卫生' })).total, 3)
})

test('what is suitable is what is meant for the learner who reads, counted for each by itself', async () => {
  const year = 2014
  const everybody = await aClass(world, portal, { year })
  const medical = await aClass(world, portal, { year, personnelCategories: ['卫生'] })
  const far = await aClass(world, portal, { year, regions: ['650000'] })
  const nurse = await aLearner(world, portal)
  await world.db`update students set personnel_category = '卫生' where account_id = ${nurse.accountId}`
  const suitable = async (token: string | null) => {
    const { total, list } = await find({ year, suitable: true }, token)
    return { total, ids: list.map((row) => row.id) }
  }
  assert.deepEqual(await suitable(learner.token), { total: 1, ids: [everybody.classId] })
  assert.deepEqual(await suitable(nurse.token), { total: 2, ids: [everybody.classId, medical.classId] })
  assert.equal((await suitable(null)).total, 3, 'a visitor is in no category yet')
  const shown = await find({ year, suitable: false })
  assert.deepEqual(
    shown.list.map((row) => row.id).toSorted(),
    [everybody, medical, far].map((one) => one.classId).toSorted(),
  )
})

test('only published classes of the portal are shown, and hidden kinds are not', async () => {
  const other = await aPortal(world, { settings: { hideSpecializedMajorType: true } })
  const reader = await aLearner(world, other)
  const shown = await aClass(world, other, { classType: 'specialized' })
  for (const status of ['draft', 'off_shelf', 'deleted'] as const) await aClass(world, other, { status })
  const hidden = await aClassCategory(world, other, { classType: 'specialized' })
  await world.db`update class_categories set kind = 'major' where id = ${hidden}`
  await aClass(world, other, { classType: 'specialized', categoryId: hidden })
  assert.deepEqual(
    (await find({}, reader.token)).list.map((row) => row.id),
    [shown.classId],
  )
})

test('a class shows the reader’s own status, and nobody else’s', async () => {
  const year = 2013
  const built = await aClass(world, portal, { year, quota: 3 })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...built })
  const [mine] = (await find({ year })).list
  assert.deepEqual(mine!.joined, {
    enrolmentId,
    status: 'active',
    progress: 0,
    suspended: false,
    refunding: false,
  })
  assert.equal(mine!.placesLeft, 2)
  const [theirs] = (await find({ year }, (await aLearner(world, portal)).token)).list
  assert.equal(theirs!.joined, null)
  for (const [cause, refunding] of [
    ['refund:1', true],
    ['staff:1', false],
  ] as const) {
    const suspension = { enrolmentId, cause, reason: '原因' }
    await world.db.begin((tx) => suspendEnrolment(tx, null, suspension))
    const [paused] = (await find({ year })).list
    assert.deepEqual([paused!.joined!.suspended, paused!.joined!.refunding], [true, refunding], cause)
    await world.db.begin((tx) => resumeEnrolment(tx, null, suspension))
  }
})

test('what a visitor put aside is found by its ids, without what is hidden, gone or of another portal', async () => {
  const year = 2015
  const mine = [await aClass(world, portal, { year }), await aClass(world, portal, { year })]
  const gone = await aClass(world, portal, { year, status: 'off_shelf' })
  const elsewhere = await aClass(world, await aPortal(world), { year })
  const ids = [...mine, gone, elsewhere].map((one) => one.classId)
  const { list } = await find({ ids, limit: 50 }, null)
  assert.deepEqual(list.map((row) => row.id).toSorted(), ids.slice(0, 2).toSorted())
  assert.equal((await find({ ids: [] }, null)).total, 0)
})

test('a stranger may look: the list and the detail of the first portal', async () => {
  const [first] = await world.db`select id from projects where status = 'active' order by id limit 1`
  assert.equal(first!.id, portal.projectId)
  const built = await aClass(world, portal, { year: 2014 })
  assert.equal((await find({ year: 2014 }, null)).list[0]!.joined, null)
  const detail = await world.ask(catalogueCalls.findClassDetail, { id: built.classId }, null)
  assert.equal(detail.name, built.name)
})

test('the detail shows courses and videos; trials play only where they are allowed', async () => {
  const built = await aClass(world, portal, {
    courses: [{ name: '总论', videos: [60, 120] }, { attribute: 'elective' }],
  })
  const [trial] = built.resourceIds
  await world.db`update train_classes set trial_resource_ids = array[${trial!}::uuid] where id = ${built.classId}`
  const detail = await world.ask(catalogueCalls.findClassDetail, { id: built.classId }, learner.token)
  assert.deepEqual(
    detail.courses.map((course) => [course.attribute, course.items.map((item) => item.durationSeconds)]),
    [
      ['required', [60, 120]],
      ['elective', [600]],
    ],
  )
  const [first, second] = detail.courses[0]!.items
  assert.ok(first!.trialUrl?.startsWith(`/media/video/${trial}?`))
  assert.equal(second!.trialUrl, null)
  await changeSettings(world, portal.projectId, { trySeeVideo: false })
  const closed = await world.ask(catalogueCalls.findClassDetail, { id: built.classId }, learner.token)
  assert.equal(closed.courses[0]!.items[0]!.trialUrl, null)
})

test('an unpublished class is absent except for those who joined, and one of another portal for everyone', async () => {
  const built = await aClass(world, portal)
  await anEnrolment(world, portal, { ...learner, ...built })
  await world.db`update train_classes set status = 'off_shelf' where id = ${built.classId}`
  const look = async (id: string, token: string | null) =>
    (await world.call(catalogueCalls.findClassDetail, { id }, token)).respCode
  assert.equal(await look(built.classId, learner.token), 200)
  assert.equal(await look(built.classId, null), 404)
  const elsewhere = await aClass(world, await aPortal(world))
  assert.equal(await look(elsewhere.classId, learner.token), 404)
})

test('base and major types of public and specialized classes are hidden each by its own setting', async () => {
  for (const type of ['public', 'specialized'] as const) {
    for (const kind of ['base', 'major'] as const) {
      const other = await aPortal(world)
      const visible = async () => {
        const { list } = await world.ask(
          catalogueCalls.findClassList,
          { limit: 50 },
          (await aLearner(world, other)).token,
        )
        return list.map((row) => row.categoryName).toSorted()
      }
      for (const classType of ['public', 'specialized']) {
        for (const each of ['base', 'major']) {
          const categoryId = await aClassCategory(world, other, { classType, name: `${classType} ${each}` })
          await world.db`update class_categories set kind = ${each} where id = ${categoryId}`
          await aClass(world, other, { classType, categoryId })
        }
      }
      const all = await visible()
      const word = (text: string) => text[0]!.toUpperCase() + text.slice(1)
      await changeSettings(world, other.projectId, { [`hide${word(type)}${word(kind)}Type`]: true })
      assert.deepEqual(
        all.filter((name) => name !== `${type} ${kind}`),
        await visible(),
      )
      assert.equal(all.length, 4)
    }
  }
})

test('the detail leaves out electives where the project hides them', async () => {
  const other = await aPortal(world)
  const { classId } = await aClass(world, other, { courses: [{}, { attribute: 'elective' }] })
  const { token } = await aLearner(world, other)
  const attributes = async () =>
    (await world.ask(catalogueCalls.findClassDetail, { id: classId }, token)).courses.map(
      (one) => one.attribute,
    )
  assert.deepEqual(await attributes(), ['required', 'elective'])
  await changeSettings(world, other.projectId, { hideElective: true })
  assert.deepEqual(await attributes(), ['required'])
})

test('bad input is named', async () => {
  for (const [input, field] of [
    [{ year: 1 }, 'year'],
    [{ limit: 51 }, 'limit'],
    [{ page: 5000 }, 'page'],
    [{ order: 'best' }, 'order'],
    [{ categoryId: 'x' }, 'categoryId'],
    [{ after: 'x' }, 'after'],
    [{ ids: ['x'] }, 'ids.0'],
    [{ ids: Array.from({ length: 100 }, () => randomUUID()) }, 'ids'],
  ] as const) {
    const envelope = await world.call(catalogueCalls.findClassList, input as never, learner.token)
    assert.deepEqual([envelope.respCode, envelope.field], [422, field])
  }
})
