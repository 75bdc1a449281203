import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, aClassCategory } from '../../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { haveTerms } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { approvalCalls } from '../../../approval/contract.ts'
import { cartCalls } from '../../../cart/contract.ts'
import { catalogueCalls } from '../../../catalogue/contract.ts'
import { enrolmentCalls } from '../../../enrolment/contract.ts'
import { orderCalls } from '../../../order/contract.ts'
import { unitCalls } from '../../contract.ts'
import { type Terms, trainTypeCalls } from '../contract.ts'
import { defaultTerms, isLowered } from '../rules.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let colleague: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/unit-manage/list', '/customer/exception-register'] })
  await world.db`
    update roles set menus = '{/unit-manage/list,/unit-manage/list#terms}' where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
  colleague = await anAccount(world, portal, { role: 'admin' })
})

/** Changes terms; a colleague approves lower ones. */
async function update(unitId: string, terms: Partial<Terms> | null, classType = 'public', by = admin) {
  const reply = await world.call(
    trainTypeCalls.updateUnitTrainType,
    { unitId, classType, terms: terms && { ...defaultTerms, ...terms } },
    by.token,
  )
  const { approvalId } = reply.attribute ?? {}
  if (approvalId) await world.ask(approvalCalls.approve, { id: approvalId }, colleague.token)
  return reply
}
const batch = (unitIds: string[], classTypes: string[], change: Partial<Terms> | null) =>
  world.call(trainTypeCalls.batchUpdateUnitTrainType, { unitIds, classTypes, change }, admin.token)
const termsOf = (unitId: string, classType = 'public') =>
  world.ask(trainTypeCalls.getUnitTrainTypeDetail, { unitId, classType }, admin.token)

/** A unit with a learner, below the portal's unit by default. */
async function aBuyer(parentId: string | null = portal.unitId) {
  const unitId = await aUnit(world, portal.projectId, parentId)
  return { unitId, learner: await aLearner(world, portal, { unitId }) }
}
const order = (learner: BuiltAccount, classIds: string[], expectedAmount: number) =>
  world.call(orderCalls.saveOrder, { classIds, expectedAmount }, learner.token)

test('a unit has its own terms, else those of the nearest one above, else the portal’s', async () => {
  const { unitId } = await aBuyer()
  const above = portal.unitId
  assert.deepEqual([(await termsOf(unitId)).fromId, (await termsOf(unitId)).priceMode], [null, 'listed'])
  await update(above, { priceMode: 'discount', rate: 9000 })
  const inherited = await termsOf(unitId)
  assert.deepEqual([inherited.fromId, inherited.rate], [above, 9000])
  await update(unitId, { paymentMode: 'personal' })
  const own = await termsOf(unitId)
  assert.deepEqual([own.fromId, own.rate, own.paymentMode], [unitId, null, 'personal'])
  const { total, list } = await world.ask(trainTypeCalls.findPageList, { unitId }, admin.token)
  assert.equal(total, list.length)
  assert.deepEqual(
    list
      .filter((row) => row.classType === 'public' || row.classType === 'vocational')
      .map((row) => row.fromId),
    [unitId, null],
  )
  await update(unitId, null)
  assert.equal((await termsOf(unitId)).fromId, above)
  const actions = await world.db`
    select action from operation_logs where subject_id = ${unitId} order by created_at, id`
  assert.deepEqual(
    actions.map((action) => action.action),
    ['unit.terms', 'approval.propose', 'approval.approve', 'unit.inheritTerms', 'approval.apply'],
  )
  await update(above, null)
})

test('many units are changed together, each keeping what the change does not name; one out of sight and none is', async () => {
  const [one, two] = [await aBuyer(), await aBuyer()]
  await update(one.unitId, { priceMode: 'discount', rate: 8000 })
  const both = [one.unitId, two.unitId]
  const changed = await batch(both, ['public', 'specialized'], { paymentMode: 'group' })
  assert.equal(changed.attribute.changed, 4)
  assert.deepEqual(
    [(await termsOf(one.unitId)).rate, (await termsOf(one.unitId)).paymentMode],
    [8000, 'group'],
  )
  assert.equal((await termsOf(two.unitId)).priceMode, 'listed')
  const foreign = await aPortal(world)
  const refused = await batch([...both, foreign.unitId], ['public'], { open: false })
  assert.equal(refused.respCode, 404)
  assert.equal((await termsOf(one.unitId)).open, true)
  assert.equal((await batch(both, ['public', 'specialized'], null)).attribute.changed, 4)
  assert.equal((await termsOf(one.unitId)).fromId, null)
})

test('terms that contradict themselves, of an unknown type or with a foreign category are refused with the field', async () => {
  const { unitId } = await aBuyer()
  const elsewhere = await aPortal(world)
  const foreign = await aClassCategory(world, elsewhere)
  for (const [terms, field] of [
    [{ priceMode: 'discount' }, 'terms.rate'],
    [{ priceMode: 'hourly' }, 'terms.hourPrice'],
    [{ validFrom: '2023-02-01', validTo: '2023-01-01' }, 'terms.validTo'],
    [{ priceMode: 'discount', rate: 10_001 }, 'terms.rate'],
    [{ categoryIds: [foreign] }, 'terms.categoryIds'],
  ] as const) {
    const refused = await update(unitId, terms as Partial<Terms>)
    assert.deepEqual([refused.respCode, refused.field], [422, field])
  }
  assert.equal((await update(unitId, {}, 'nothing')).field, 'classType')
  assert.equal((await termsOf(unitId)).fromId, null)
})

test('a unit’s manager reads the terms of the own branch and changes none', async () => {
  const { unitId } = await aBuyer()
  const beside = await aBuyer(null)
  const head = await anAccount(world, portal, { role: 'unit', unitId })
  const { list } = await world.ask(trainTypeCalls.findPageList, {}, head.token)
  assert.deepEqual([...new Set(list.map((row) => row.unitId))], [unitId])
  assert.equal((await update(unitId, { open: false }, 'public', head)).respCode, 403)
  assert.equal((await update(beside.unitId, { open: false }, 'public', head)).respCode, 403)
  const types = await world.ask(trainTypeCalls.getSelectList, { unitId }, head.token)
  assert.deepEqual(types.find((type) => type.classType === 'public')!.open, true)
  assert.equal(
    (await world.call(trainTypeCalls.getSelectList, { unitId: beside.unitId }, head.token)).respCode,
    404,
  )
  assert.equal((await world.call(trainTypeCalls.findPageList, {}, beside.learner.token)).respCode, 403)
})

test('learners see, and can join, only what their unit is open for: class types and categories with all below', async () => {
  const { unitId, learner } = await aBuyer()
  const stranger = (await aBuyer(null)).learner
  const classOf = async (input: object) =>
    (await aClass(world, portal, { classType: 'public', year: 2011, ...input })).classId
  const open = await aClassCategory(world, portal, { classType: 'public' })
  const inner = await aClassCategory(world, portal, { classType: 'public' })
  await world.db`update class_categories set parent_id = ${open} where id = ${inner}`
  const shown = await classOf({ categoryId: inner })
  const hidden = await classOf({
    categoryId: await aClassCategory(world, portal, { classType: 'public' }),
    price: 0,
  })
  const other = await classOf({ classType: 'specialized' })
  await update(unitId, { categoryIds: [open] })
  await update(unitId, { open: false }, 'specialized')
  const seenBy = async (reader: BuiltAccount | null) => {
    const { list, total } = await world.ask(
      catalogueCalls.findClassList,
      { year: 2011 },
      reader?.token ?? null,
    )
    assert.equal(total, list.length)
    return list.map((one) => one.id).sort()
  }
  assert.deepEqual(await seenBy(learner), [shown])
  assert.deepEqual(await seenBy(stranger), [shown, hidden, other].sort())
  assert.deepEqual(await seenBy(null), [shown, hidden, other].sort())
  const recommended = await world.ask(
    catalogueCalls.getRecommendedClassList,
    { year: 2011, limit: 50 },
    learner.token,
  )
  assert.deepEqual(
    recommended.map((one) => one.id),
    [shown],
  )
  const detail = await world.ask(catalogueCalls.findClassDetail, { id: hidden }, learner.token)
  assert.equal(detail.unitObstacle, 'unit_closed')
  assert.match((await order(learner, [hidden], 0)).respDesc, /您的单位没有开通/)
  const applied = await world.call(enrolmentCalls.applyMyClass, { classId: hidden }, learner.token)
  assert.match(applied.respDesc, /您的单位没有开通/)
  const joined = await world.ask(cartCalls.oneClickJoin, { classIds: [hidden] }, learner.token)
  assert.match(joined.refused[0]!.reason, /您的单位没有开通/)
  const choices = await world.ask(
    trainTypeCalls.findUnitClassCategory,
    { unitId, classType: 'public' },
    admin.token,
  )
  const allowed = (nodes: typeof choices): string[] =>
    nodes.flatMap((node) => [...(node.allowed ? [node.id] : []), ...allowed(node.children)])
  assert.deepEqual(allowed(choices).sort(), [open, inner].sort())
})

test('the server takes the discount into catalogue, cart and the order’s snapshot, rounding down once a line', async () => {
  const { unitId, learner } = await aBuyer()
  const dearest = (one: { price: number }, other: { price: number }) => other.price - one.price
  const classes = await Promise.all(
    [9999, 333].map(async (price) => (await aClass(world, portal, { classType: 'public', price })).classId),
  )
  await update(unitId, { priceMode: 'discount', rate: 8500 })
  const seen = await world.ask(catalogueCalls.findClassDetail, { id: classes[0]! }, learner.token)
  assert.equal(seen.price, 8499)
  await world.ask(cartCalls.save, { classIds: classes }, learner.token)
  const cart = await world.ask(cartCalls.find, {}, learner.token)
  assert.deepEqual(
    cart.list.toSorted(dearest).map((item) => [item.price, item.discount, item.payable, item.priceSeen]),
    [
      [9999, 1500, 8499, 8499],
      [333, 50, 283, 283],
    ],
  )
  assert.equal(cart.amount, 8782)
  const stale = await order(learner, classes, 10_332)
  assert.deepEqual([stale.respCode, stale.field], [409, 'expectedAmount'])
  const made = (await order(learner, classes, 8782)).attribute
  assert.equal(made.amount, 8782)
  assert.deepEqual(
    made.items.toSorted(dearest).map((item) => [item.price, item.discount, item.payable]),
    [
      [9999, 1500, 8499],
      [333, 50, 283],
    ],
  )
  await update(unitId, null)
  const [placed] = await world.db`select amount from orders where id = ${made.id}`
  assert.equal(placed!.amount, 8782)
  const dear = (await aClass(world, portal, { classType: 'public', price: 10_000, hoursTenths: 85 })).classId
  await update(unitId, { priceMode: 'hourly', hourPrice: 333 })
  assert.equal((await order(learner, [dear], 2830)).attribute.amount, 2830)
  const gift = (await aClass(world, portal, { classType: 'public', price: 5000 })).classId
  await update(unitId, { priceMode: 'discount', rate: 0 })
  const free = await world.ask(cartCalls.oneClickJoin, { classIds: [gift] }, learner.token)
  assert.equal(free.joined.length, 1)
})

test('where the unit pays as a group, or its time is not now, nobody buys personally and the refusal says why', async () => {
  const { unitId, learner } = await aBuyer()
  const { classId } = await aClass(world, portal, { classType: 'public', price: 100 })
  const [today] = await world.db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const day = today!.day as string
  const tried = async (terms: Partial<Terms>) => {
    await update(unitId, terms)
    const reply = await order(learner, [classId], 100)
    const added = await world.call(cartCalls.save, { classIds: [classId] }, learner.token)
    assert.equal(added.respDesc, reply.respDesc)
    return reply.respDesc
  }
  assert.match(await tried({ paymentMode: 'group' }), /由您的单位集体付款，不能个人购买/)
  assert.match(await tried({ validFrom: '2099-01-01' }), /还没有到/)
  assert.match(await tried({ validTo: '2020-01-01' }), /已过/)
  await update(unitId, { paymentMode: 'group' })
  const { classId: free } = await aClass(world, portal, { classType: 'public', price: 0 })
  assert.equal((await order(learner, [free], 0)).respCode, 200)
  await update(unitId, { validFrom: day, validTo: day, paymentMode: 'personal' })
  assert.equal((await order(learner, [classId], 100)).respCode, 200)
})

test('people of a disabled unit sign up for nothing new and pay what they ordered', async () => {
  const { unitId, learner } = await aBuyer()
  const [ordered, wanted] = await Promise.all(
    [1, 2].map(async () => (await aClass(world, portal, { classType: 'public', price: 100 })).classId),
  )
  const made = (await order(learner, [ordered!], 100)).attribute
  await world.ask(unitCalls.disableUnit, { unitId }, admin.token)
  assert.match((await order(learner, [wanted!], 100)).respDesc, /您的单位已停用/)
  const placed = await world.ask(orderCalls.getOrderDetail, { orderId: made.id }, learner.token)
  assert.equal(placed.status, 'unpaid')
})

test('terms undercut others where they may give a class a lower price, whatever the class', async () => {
  const discount = (rate: number) => ({ priceMode: 'discount', rate }) as const
  const hourly = (hourPrice: number) => ({ priceMode: 'hourly', hourPrice }) as const
  const categoryId = await aClassCategory(world, portal)
  const cases: [Partial<Terms>, Partial<Terms> | null, boolean][] = [
    [{}, discount(1000), false],
    [discount(10_000), {}, false],
    [discount(9000), {}, true],
    [discount(9000), null, true],
    [discount(9000), discount(8000), false],
    [discount(8000), discount(9000), true],
    [hourly(500), {}, true],
    [hourly(500), hourly(500), false],
    [hourly(400), hourly(500), true],
    [hourly(400), discount(100), true],
    [discount(9000), hourly(1), true],
    [discount(9000), { ...discount(9000), open: false }, true],
    [{ ...discount(9000), open: false }, discount(9000), false],
    [discount(9000), { ...discount(9000), validTo: '2023-06-30' }, true],
    [{ ...discount(9000), validFrom: '2023-01-01' }, { ...discount(9000), validFrom: '2023-02-01' }, true],
    [{ ...discount(9000), validTo: '2023-06-30' }, discount(9000), false],
    [discount(9000), { ...discount(9000), categoryIds: [categoryId] }, true],
    [{ ...discount(9000), categoryIds: [categoryId] }, discount(9000), false],
    [{ validTo: null }, { validTo: '2023-06-30' }, false],
  ]
  for (const [terms, others, expected] of cases) {
    const [unitId, otherId] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
    await haveTerms(world, unitId, terms)
    await haveTerms(world, otherId, others)
    const [row] = await world.db`
      select undercuts(${unitId}, ${otherId}) as less, undercuts(${unitId}, null) as below_listed`
    assert.equal(row!.less, expected, JSON.stringify([terms, others]))
    assert.equal(isLowered({ ...defaultTerms, ...others }, { ...defaultTerms, ...terms }, []), expected)
    if (others === null) assert.equal(row!.belowListed, expected)
  }
})
