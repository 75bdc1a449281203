import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, type ClassInput } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { startClock } from '../../../test/build/days.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import type { InputOf } from '../../../contract/call.ts'
import { regionsAround } from '../../dictionary/rules.ts'
import { hoursCalls } from '../../hours/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { type MyPlan, planCalls, planExports, planRefusals } from '../contract.ts'
import { movePlanUnits } from './actions.ts'

const menus = ['/train-manage/train-plan-list', '/train-manage/train-plan-detail']
let world: World
let portal: BuiltPortal
let provider: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  provider = await anAccount(world, portal, { role: 'admin' })
  // Fills the hours of plans without a list, and is never among those that one button orders.
  await classOf({ hoursTenths: 200, needReview: true })
})

type Input = InputOf<typeof planCalls.save>
const fields = (more: Partial<Input> = {}): Input => ({
  name: '2023 年度计划',
  year: 2023,
  introduction: '',
  dueOn: null,
  hours: [{ classType: 'public', hoursTenths: 100 }],
  personnelCategories: [],
  regions: [],
  unitIds: [],
  requiredClassIds: [],
  classIds: [],
  ...more,
})
const save = (more: Partial<Input> = {}, by = provider) => world.ask(planCalls.save, fields(more), by.token)
const refusal = async (more: Partial<Input>, by = provider) => {
  const { respCode, field } = await world.call(planCalls.save, fields(more), by.token)
  return [respCode, field]
}
const change = (id: string, event: 'publish' | 'withdraw' | 'close', by = provider) =>
  world.call(planCalls.updateStatus, { id, event }, by.token)
const classOf = (more: ClassInput = {}) => aClass(world, portal, { year: 2023, hoursTenths: 80, ...more })

/** A published plan for the people of a new unit alone. */
async function aPublished(more: Partial<Input> = {}) {
  const unitId = await aUnit(world, portal.projectId)
  const { id } = await save({ unitIds: [unitId], ...more })
  assert.equal((await change(id, 'publish')).respCode, 200)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  return { id, unitId, manager, learner: await aLearner(world, portal, { unitId }) }
}

const mine = async ({ token }: BuiltAccount, id: string): Promise<MyPlan | undefined> =>
  (await world.ask(planCalls.findMine, {}, token)).find((plan) => plan.id === id)

const earn = ({ accountId }: BuiltAccount, hoursTenths: number, classType = 'public') => world.db`
  insert into hour_entries ${world.db({
    projectId: portal.projectId,
    accountId,
    year: 2023,
    classType,
    attribute: 'required',
    hoursTenths,
    source: 'external',
    title: '线下培训',
  })}`

const pass = (enrolmentId: string) => world.db`
  update enrolments set status = 'passed', passed_at = moment(), passed_by = 'rule' where id = ${enrolmentId}`

const people = (planId: string, by: BuiltAccount, more: object = {}) =>
  world.ask(planCalls.findPeople, { planId, ...more }, by.token)

test('a plan is written once by its key, read with its classes, and listed in each of its orders', async () => {
  const required = await classOf({ name: '必选班级' })
  const choice = await classOf({ status: 'draft' })
  const requestKey = 'plan-form-0001'
  const lists = { requiredClassIds: [required.classId], classIds: [choice.classId] }
  const made = await save({ requestKey, ...lists, dueOn: '2023-12-20' })
  assert.deepEqual(await save({ requestKey, ...lists, dueOn: '2023-12-20' }), made)
  const plan = await world.ask(planCalls.get, { id: made.id }, provider.token)
  assert.deepEqual(
    [plan.status, plan.dueOn, plan.hours, plan.requiredClassIds, plan.classIds],
    [
      'draft',
      '2023-12-20',
      [{ classType: 'public', hoursTenths: 100 }],
      [required.classId],
      [choice.classId],
    ],
  )
  assert.deepEqual(
    plan.classes.map(({ name, required: isRequired, status }) => [name, isRequired, status]),
    [
      ['必选班级', true, 'on_shelf'],
      [choice.name, false, 'draft'],
    ],
  )
  for (const sort of ['name', '-year', 'createdAt'] as const) {
    const { list } = await world.ask(
      planCalls.query,
      { keyword: '年度计划', year: 2023, sort },
      provider.token,
    )
    const row = list.find(({ id }) => id === made.id)!
    assert.deepEqual([row.required, row.choices, row.people, row.fulfilled], [1, 1, null, null])
  }
  const drafts = await world.ask(planCalls.query, { status: 'closed' }, provider.token)
  assert.ok(!drafts.list.some(({ id }) => id === made.id))
})

test('an edit names the revision it was read at; a stale one says what changed', async () => {
  const { id } = await save()
  assert.equal((await save({ id, revision: 1, name: '新名称' })).revision, 2)
  const stale = await world.call(planCalls.save, fields({ id, revision: 1, year: 2023 }), provider.token)
  assert.deepEqual([stale.respCode, stale.stale?.[0]?.field], [409, 'name'])
  assert.deepEqual(await refusal({ id }), [422, 'revision'])
})

test('classes of another year or project, unpublished, deleted or twice are refused by their field', async () => {
  const later = await classOf({ year: 2024 })
  const elsewhere = await aClass(world, await aPortal(world), { year: 2023 })
  const gone = await classOf({ status: 'deleted' })
  const off = await classOf({ status: 'off_shelf' })
  for (const { classId } of [later, elsewhere, gone, off]) {
    assert.deepEqual(await refusal({ requiredClassIds: [classId] }), [422, 'requiredClassIds'])
    assert.deepEqual(await refusal({ classIds: [classId] }), [422, 'classIds'])
  }
  const one = await classOf({ hoursTenths: 200 })
  const twice = { requiredClassIds: [one.classId], classIds: [one.classId] }
  assert.deepEqual(await refusal(twice), [422, 'classIds'])
  const next = await classOf({ versionOf: one.classId, categoryId: one.categoryId })
  const versions = { requiredClassIds: [one.classId], classIds: [next.classId] }
  assert.deepEqual(await refusal(versions), [422, 'classIds'])
})

test('hours that the listed classes cannot fill, of no type of the project, twice or none are refused', async () => {
  const small = await classOf({ hoursTenths: 60 })
  const other = await classOf({ hoursTenths: 400, classType: 'specialized' })
  const list = { classIds: [small.classId, other.classId] }
  assert.deepEqual(await refusal(list), [422, 'hours'])
  const enough = await classOf({ hoursTenths: 40 })
  await save({ classIds: [...list.classIds, enough.classId] })
  await save({ requiredClassIds: [small.classId] })
  const hours = (classType: string) => ({ classType, hoursTenths: 10 })
  for (const wrong of [[hours('none')], [hours('public'), hours('public')], []])
    assert.deepEqual(await refusal({ hours: wrong }), [422, 'hours'])
})

test('an audience is of regions and units that the project has', async () => {
  const foreign = await aUnit(world, (await aPortal(world)).projectId)
  assert.deepEqual(await refusal({ unitIds: [foreign] }), [422, 'unitIds'])
  assert.deepEqual(await refusal({ regions: ['999999'] }), [422, 'regions'])
})

test('a plan is published, withdrawn and closed; what is closed is not changed, and only a draft is deleted', async () => {
  const { id } = await save()
  assert.equal((await change(id, 'close')).respCode, 409)
  assert.equal((await change(id, 'publish')).attribute?.status, 'published')
  assert.equal((await change(id, 'publish')).respCode, 409)
  const { respCode } = await world.call(planCalls.delete, { id }, provider.token)
  assert.equal(respCode, 409)
  assert.equal((await change(id, 'withdraw')).attribute?.status, 'draft')
  await change(id, 'publish')
  assert.equal((await change(id, 'close')).attribute?.status, 'closed')
  assert.equal((await change(id, 'withdraw')).respCode, 409)
  const late = await world.call(planCalls.save, fields({ id, revision: 1 }), provider.token)
  assert.deepEqual(
    [late.respCode, late.respDesc],
    [409, planRefusals.closed.zh.replace('{name}', '2023 年度计划')],
  )
  const draft = await save()
  await world.ask(planCalls.delete, { id: draft.id }, provider.token)
  assert.equal((await world.call(planCalls.get, { id: draft.id }, provider.token)).respCode, 404)
  const [log] = await world.db`
    select count(*)::int as n from operation_logs where subject_id = ${draft.id} and action = 'trainPlan.delete'`
  assert.equal(log!.n, 1)
})

test('a plan whose classes have left its year or fill its hours no longer is not published', async () => {
  const one = await classOf({ hoursTenths: 100 })
  const { id } = await save({ classIds: [one.classId] })
  await world.db`update train_classes set year = 2024 where id = ${one.classId}`
  assert.match((await change(id, 'publish')).respDesc, /已不是 2023 年度/)
  await world.db`update train_classes set year = 2023, hours_tenths = 10, required_hours_tenths = 10 where id = ${one.classId}`
  assert.match((await change(id, 'publish')).respDesc, /填不满/)
  assert.equal((await world.ask(planCalls.get, { id }, provider.token)).status, 'draft')
})

test('hours without a list of classes are published once the published classes of the year can fill them', async () => {
  const classType = 'vocational'
  const { id } = await save({ year: 2022, hours: [{ classType, hoursTenths: 100 }] })
  const refused = async () => {
    const { respCode, field } = await change(id, 'publish')
    assert.deepEqual([respCode, field], [409, 'hours'])
    assert.equal((await world.ask(planCalls.get, { id }, provider.token)).status, 'draft')
  }
  await classOf({ classType, hoursTenths: 100, year: 2021 })
  await classOf({ classType, hoursTenths: 100, year: 2022, status: 'draft' })
  await classOf({ hoursTenths: 100, year: 2022 })
  await refused()
  await classOf({ classType, hoursTenths: 60, year: 2022 })
  await refused()
  const required = await classOf({ classType, hoursTenths: 40, year: 2022 })
  assert.equal((await change(id, 'publish')).respCode, 200)
  assert.equal((await change(id, 'withdraw')).respCode, 200)
  await save({
    id,
    revision: 1,
    year: 2022,
    hours: [{ classType, hoursTenths: 110 }],
    requiredClassIds: [required.classId],
  })
  // The required one is published as well, and counts once.
  await refused()
})

test('the copy for the next year takes the classes of that year by name and type, and its preview names the rest', async () => {
  const named = (name: string, year: number, more: ClassInput = {}) => classOf({ name, year, ...more })
  const dated = await named('2023 年安全', 2023)
  const plain = await named('写作', 2023)
  const lost = await named('只有今年', 2023)
  const other = await named('同名异类', 2023)
  const nextDated = await named('2024 年安全', 2024)
  const nextPlain = await named('写作', 2024, { status: 'draft' })
  await named('同名异类', 2024, { classType: 'specialized' })
  const unitId = await aUnit(world, portal.projectId)
  const { id } = await save({
    personnelCategories: ['health'],
    unitIds: [unitId],
    dueOn: '2020-02-29',
    hours: [{ classType: 'public', hoursTenths: 200 }],
    introduction: '<p>2023 年的安排</p>',
    requiredClassIds: [dated.classId],
    classIds: [plain.classId, lost.classId, other.classId],
  })
  const preview = await world.ask(planCalls.previewCopy, { id }, provider.token)
  assert.deepEqual([preview.name, preview.year, preview.dueOn], ['2024 年度计划', 2024, '2021-02-28'])
  assert.deepEqual(
    [
      preview.introduction,
      preview.personnelCategories,
      preview.regions,
      preview.units.map((unit) => unit.id),
    ],
    ['<p>2024 年的安排</p>', ['health'], [], [unitId]],
  )
  assert.deepEqual(
    preview.classes.map((one) => [one.name, one.required, one.to?.classId ?? null]),
    [
      ['2023 年安全', true, nextDated.classId],
      ['写作', false, nextPlain.classId],
      ['只有今年', false, null],
      ['同名异类', false, null],
    ],
  )
  assert.deepEqual(preview.unfilled, [{ classType: 'public', hoursTenths: 40 }])
  const requestKey = 'plan-copy-0001'
  const copy = await world.ask(planCalls.copy, { id, requestKey }, provider.token)
  assert.deepEqual(await world.ask(planCalls.copy, { id, requestKey }, provider.token), copy)
  const plan = await world.ask(planCalls.get, { id: copy.id }, provider.token)
  assert.deepEqual(
    [plan.status, plan.year, plan.requiredClassIds, plan.classIds, plan.introduction, plan.unitIds],
    ['draft', 2024, [nextDated.classId], [nextPlain.classId], '<p>2024 年的安排</p>', [unitId]],
  )
  assert.equal((await change(copy.id, 'publish')).respCode, 409)
  const elsewhere = await world.call(planCalls.copy, { id: copy.id, requestKey }, provider.token)
  assert.deepEqual([elsewhere.respCode, elsewhere.field], [409, 'requestKey'])
})

test('a learner sees what is asked, earned, booked and missing, and the fewest hours that fill it', async () => {
  const required = await classOf({ hoursTenths: 30, price: 1000 })
  const large = await classOf({ hoursTenths: 80, price: 100 })
  const fitting = await classOf({ hoursTenths: 50, price: 9000 })
  const booked = await classOf({ hoursTenths: 20, price: 0 })
  const { id, learner } = await aPublished({
    hours: [{ classType: 'public', hoursTenths: 130 }],
    requiredClassIds: [required.classId],
    classIds: [large.classId, fitting.classId, booked.classId],
  })
  await earn(learner, 40)
  await anEnrolment(world, portal, { accountId: learner.accountId, classId: booked.classId })
  const plan = (await mine(learner, id))!
  assert.deepEqual(plan.types, [
    {
      classType: 'public',
      askedTenths: 130,
      earnedTenths: 40,
      pendingTenths: 20,
      waitingTenths: 0,
      missingTenths: 90,
    },
  ])
  assert.deepEqual(
    plan.toOrder.map((one) => [one.classId, one.required, one.payable]),
    [
      [required.classId, true, 1000],
      [fitting.classId, false, 9000],
    ],
  )
  assert.deepEqual([plan.fulfilled, plan.unfilled], [false, []])
  assert.deepEqual(
    plan.classes.map(({ state, obstacle }) => [state, obstacle]),
    [['open', null]],
  )
})

test('what an unpaid order has is waited for and not ordered twice; the order stays when the plan is closed', async () => {
  const one = await classOf({ hoursTenths: 100, price: 700 })
  await classOf({ hoursTenths: 100, price: 900 })
  const { id, learner } = await aPublished({ requiredClassIds: [one.classId] })
  const { toOrder } = (await mine(learner, id))!
  const classIds = toOrder.map(({ classId }) => classId)
  assert.deepEqual(classIds, [one.classId])
  const { fitting: before } = await world.ask(hoursCalls.getMyClassHour, { year: 2023 }, learner.token)
  const order = await world.ask(orderCalls.saveOrder, { classIds, expectedAmount: 700 }, learner.token)
  const ordered = (await mine(learner, id))!
  assert.deepEqual(
    [ordered.toOrder, ordered.types[0]!.waitingTenths, ordered.types[0]!.missingTenths],
    [[], 100, 100],
  )
  const { fitting } = await world.ask(hoursCalls.getMyClassHour, { year: 2023 }, learner.token)
  assert.equal(fitting, before - 1, 'what is ordered is no class to look for')
  assert.deepEqual(ordered.classes[0]!.state, 'ordered')
  assert.equal((await change(id, 'close')).respCode, 200)
  assert.equal(await mine(learner, id), undefined)
  const after = await world.ask(orderCalls.getOrderDetail, { orderId: order.id }, learner.token)
  assert.deepEqual([after.status, after.amount], ['unpaid', 700])
})

test('the passport names the end of a plan where that is before the ends of classes, until it is over', async () => {
  const until = async ({ token }: BuiltAccount) =>
    (await world.ask(hoursCalls.getMyClassHour, { year: 2023 }, token)).studyUntil
  const clock = await startClock(world, '2023-11-30 12:00')
  const manager = await anAccount(world, portal, { role: 'admin' })
  const unitId = await aUnit(world, portal.projectId)
  const { id } = await save({ unitIds: [unitId], dueOn: '2023-12-20' }, manager)
  await change(id, 'publish', manager)
  assert.equal(await until(await aLearner(world, portal, { unitId })), '2023-12-20T15:59:59.000Z')
  assert.equal(await until(await aLearner(world, portal)), '2023-12-31T15:59:59.000Z', 'the plan of others')
  await clock.pass(21 * 86_400)
  assert.equal(await until(await aLearner(world, portal, { unitId })), '2023-12-31T15:59:59.000Z')
  await world.moveClock('0')
})

test('the passport and the plan of a year name the same missing, studied and waiting hours', async () => {
  const [waiting, studied] = [await classOf({ price: 100 }), await classOf({ hoursTenths: 50 })]
  const { id, learner } = await aPublished({
    hours: [{ classType: 'public', hoursTenths: 300 }],
    requiredClassIds: [studied.classId],
  })
  await earn(learner, 40)
  await anEnrolment(world, portal, { accountId: learner.accountId, classId: studied.classId })
  await world.ask(orderCalls.saveOrder, { classIds: [waiting.classId], expectedAmount: 100 }, learner.token)
  const plan = (await mine(learner, id))!
  const passport = await world.ask(hoursCalls.getMyClassHour, { year: 2023 }, learner.token)
  const [{ askedTenths, ...planned }] = plan.types as [MyPlan['types'][number]]
  const { requiredTenths, ...ofYear } = passport.types.find(({ classType }) => classType === 'public')!
  assert.deepEqual([planned, askedTenths], [ofYear, requiredTenths])
  assert.deepEqual([ofYear.missingTenths, ofYear.pendingTenths, ofYear.waitingTenths], [260, 50, 80])
})

test('an approved class that waits for its money is not ordered again', async () => {
  const one = await classOf({ hoursTenths: 100, price: 700, needReview: true })
  const { id, learner } = await aPublished({ requiredClassIds: [one.classId] })
  const enrolmentId = await anEnrolment(world, portal, { ...learner, classId: one.classId })
  await world.db`update enrolments set status = 'approved', pay_until = moment() + interval '1 day' where id = ${enrolmentId}`
  const plan = (await mine(learner, id))!
  assert.deepEqual(
    [plan.classes[0]!.state, plan.types[0]!.waitingTenths, plan.toOrder],
    ['approved', 100, []],
  )
})

test('a plan closed while its classes are ordered takes no order with it', async () => {
  const one = await classOf({ hoursTenths: 100, price: 700 })
  const { id, learner } = await aPublished({ requiredClassIds: [one.classId] })
  const input = { classIds: [one.classId], expectedAmount: 700 }
  const [order, closed] = await Promise.all([
    world.ask(orderCalls.saveOrder, input, learner.token),
    change(id, 'close'),
  ])
  assert.deepEqual([order.status, closed.respCode], ['unpaid', 200])
})

test('without a list any published class of the year fills the hours; what cannot be ordered is named', async () => {
  const classType = 'vocational'
  await classOf({ classType, hoursTenths: 200, needReview: true })
  const { id, learner } = await aPublished({ hours: [{ classType, hoursTenths: 100 }] })
  const none = (await mine(learner, id))!
  assert.deepEqual([none.toOrder, none.unfilled], [[], [{ classType, hoursTenths: 100 }]])
  await classOf({ classType, hoursTenths: 200, year: 2024 })
  await classOf({ classType, hoursTenths: 200, personnelCategories: ['none'] })
  const small = await classOf({ classType, hoursTenths: 60, price: 50 })
  const plan = (await mine(learner, id))!
  assert.deepEqual(
    plan.toOrder.map(({ classId }) => classId),
    [small.classId],
  )
  assert.deepEqual(plan.unfilled, [{ classType, hoursTenths: 40 }])
})

test('a required class that is unpublished is shown with its obstacle, its newer version is ordered instead', async () => {
  const classType = 'professional'
  const one = await classOf({ classType, hoursTenths: 100 })
  const hours = [{ classType, hoursTenths: 100 }]
  const { id, learner } = await aPublished({ hours, requiredClassIds: [one.classId] })
  await world.db`update train_classes set status = 'off_shelf' where id = ${one.classId}`
  const off = (await mine(learner, id))!
  assert.deepEqual([off.classes[0]!.obstacle, off.toOrder.map(({ classId }) => classId)], ['off_shelf', []])
  const next = await classOf({ versionOf: one.classId, categoryId: one.categoryId, classType })
  const plan = (await mine(learner, id))!
  assert.deepEqual([plan.classes[0]!.classId, plan.toOrder[0]!.classId], [next.classId, next.classId])
})

test('a plan is for its audience: category, region with those in it, and units with those below', async () => {
  const { id, unitId, learner } = await aPublished()
  const stranger = await aLearner(world, portal, {})
  assert.equal(await mine(stranger, id), undefined)
  const below = await aUnit(world, portal.projectId, unitId)
  assert.ok(await mine(await aLearner(world, portal, { unitId: below }), id))
  const set = (values: object) =>
    world.db`update train_plans set ${world.db(values as never)} where id = ${id}`
  await set({ personnelCategories: ['health'] })
  assert.equal(await mine(learner, id), undefined)
  await world.db`update students set personnel_category = 'health' where account_id = ${learner.accountId}`
  assert.ok(await mine(learner, id))
  await set({ regions: ['320000'] })
  assert.equal(await mine(learner, id), undefined)
  await world.db`update units set region = '320106' where id = ${unitId}`
  assert.ok(await mine(learner, id))
  for (const code of ['320106', '320000', 'east', '3201061', '000000']) {
    const [row] = await world.db`select regions_around(${code}) as codes`
    assert.deepEqual([...new Set(row!.codes as string[])], regionsAround(code), code)
  }
})

test('a unit sees how many of its people have fulfilled a plan, and who is behind', async () => {
  const required = await classOf({ hoursTenths: 10 })
  const { id, unitId, manager, learner } = await aPublished({ requiredClassIds: [required.classId] })
  const done = await aLearner(world, portal, { unitId, name: '李完成' })
  const enrolment = await anEnrolment(world, portal, { accountId: done.accountId, classId: required.classId })
  await earn(done, 100)
  await pass(enrolment)
  const half = await aLearner(world, portal, { unitId, name: '王一半' })
  await earn(half, 100)
  const { list } = await world.ask(planCalls.query, {}, manager.token)
  assert.deepEqual(
    list.filter((row) => row.id === id).map((row) => [row.people, row.fulfilled]),
    [[3, 1]],
  )
  const plan = await world.ask(planCalls.get, { id }, manager.token)
  assert.deepEqual([plan.people, plan.fulfilled], [3, 1])
  const behind = await people(id, manager, { state: 'behind' })
  assert.deepEqual(
    behind.list.map((row) => [row.accountId, row.missingTenths, row.missingClasses]),
    [
      [learner.accountId, 100, 1],
      [half.accountId, 0, 1],
    ],
  )
  assert.equal((await people(id, manager, { state: 'fulfilled' })).list[0]!.realName, '李完成')
  assert.equal((await people(id, manager, { keyword: '王一半' })).total, 1)
  for (const [who, isDone] of [
    [done, true],
    [half, false],
  ] as const)
    assert.equal((await mine(who, id))!.fulfilled, isDone)
  const sheet = await world.portal.http.inject({
    method: 'POST',
    url: `/api${planExports.exportPeople.path}`,
    headers: { token: manager.token },
    payload: { planId: id, state: 'behind' },
  })
  assert.equal(sheet.statusCode, 200)
  assert.match(String(sheet.headers['content-type']), /sheet/)
})

test('people who are behind are reminded once a day, named or by filter; who is not is refused with the reason', async () => {
  const { id, unitId, manager, learner } = await aPublished()
  const done = await aLearner(world, portal, { unitId })
  await earn(done, 100)
  const clock = await startClock(world, '2023-06-01 10:00')
  const remind = () =>
    world.ask(planCalls.remind, { planId: id, ids: [learner.accountId, done.accountId] }, manager.token)
  const first = await remind()
  assert.deepEqual(first.succeeded, [learner.accountId])
  assert.match(first.failed[0]!.reason, /已完成/)
  assert.match((await remind()).failed.find((one) => one.id === learner.accountId)!.reason, /今天已提醒/)
  await clock.pass(86_400)
  assert.deepEqual((await remind()).succeeded, [learner.accountId])
  await world.moveClock('0')
  const [sent] = await world.db`
    select count(*)::int as n from messages where account_id = ${learner.accountId} and kind = 'trainPlan.reminder'`
  assert.equal(sent!.n, 2)
  const other = await aPublished()
  const wrong = await world.call(
    planCalls.remind,
    { planId: id, filter: { planId: other.id } },
    manager.token,
  )
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'filter'])
  const begun = await world.ask(
    planCalls.remind,
    { planId: id, filter: { planId: id, state: 'behind' } },
    manager.token,
  )
  assert.ok(begun.batchId)
  await change(id, 'withdraw')
  const kept = await world.call(planCalls.delete, { id }, provider.token)
  assert.deepEqual([kept.respCode, kept.respDesc.includes('已提醒过 1 名学员')], [409, true])
})

test('units see plans that were published for them, change none, and read nobody of others', async () => {
  const { id, manager, learner } = await aPublished()
  const draft = await save()
  const stranger = await aPublished()
  const get = async (planId: string, by: BuiltAccount) =>
    (await world.call(planCalls.get, { id: planId }, by.token)).respCode
  assert.deepEqual(
    [await get(id, manager), await get(draft.id, manager), await get(id, stranger.manager)],
    [200, 404, 404],
  )
  assert.equal((await world.call(planCalls.save, fields({ id, revision: 1 }), manager.token)).respCode, 403)
  assert.equal((await change(id, 'close', manager)).respCode, 403)
  assert.equal((await world.call(planCalls.findPeople, { planId: id }, stranger.manager.token)).respCode, 404)
  const all = await save()
  await change(all.id, 'publish')
  const refused = await world.ask(
    planCalls.remind,
    { planId: all.id, ids: [learner.accountId] },
    stranger.manager.token,
  )
  assert.deepEqual([refused.succeeded, refused.failed.length], [[], 1])
  assert.equal(refused.failed[0]!.name, null)
  const elsewhere = await aPortal(world, { menus })
  const foreign = await anAccount(world, elsewhere, { role: 'admin' })
  for (const call of [planCalls.get, planCalls.delete, planCalls.previewCopy, planCalls.copy])
    assert.equal((await world.call(call, { id }, foreign.token)).respCode, 404, call.path)
  assert.equal((await world.call(planCalls.findMine, {}, manager.token)).respCode, 403)
})

test('a plan for a unit that is merged is for the unit it is merged into', async () => {
  const { id, unitId } = await aPublished()
  const to = await aUnit(world, portal.projectId)
  await world.db.begin((tx) => movePlanUnits(tx, unitId, to))
  assert.deepEqual((await world.ask(planCalls.get, { id }, provider.token)).unitIds, [to])
})
