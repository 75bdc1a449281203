import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { InputOf } from '../../../contract/call.ts'
import { aClass } from '../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { defaultSettings } from '../../project/rules.ts'
import { orderCalls } from '../contract.ts'
import { expireOrder, settleOrder } from './settle.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/order-manage/list'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const settle = (orderId: string, amount: number) =>
  world.db.begin((tx) => settleOrder(tx, { orderId, amount, channel: 'wechat' }))

/** Lets an order's time be over and the clock close it. */
const expire = (orderId: string) =>
  world.db.begin(async (tx) => {
    await tx`update orders set expires_at = moment() where id = ${orderId}`
    await expireOrder(tx, orderId)
  })

async function anOrder(price = 6000) {
  const learner = await aLearner(world, portal)
  const built = await aClass(world, portal, { price })
  const input = { classIds: [built.classId], expectedAmount: price }
  const order = await world.ask(orderCalls.saveOrder, input, learner.token)
  return { learner, order, classId: built.classId }
}

async function rows(orderId: string) {
  const [row] = await world.db`
    select o.status, o.closed_reason, (select count(*) from order_items i where i.order_id = o.id and i.waiting)::int as waiting,
      (select count(*) from enrolments e join order_items i on i.id = e.source_id where i.order_id = o.id)::int as enrolments
    from orders o where o.id = ${orderId}`
  return { ...row }
}

test('an order takes the server’s prices: prices in the body are ignored, another sum is refused', async () => {
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 6000 })
  const tampered = {
    classIds: [classId],
    expectedAmount: 1,
    price: 1,
    amount: 1,
    items: [{ classId, price: 1 }],
  }
  const refused = await world.call(orderCalls.saveOrder, tampered, learner.token)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /60\.00/)
  const order = await world.ask(orderCalls.saveOrder, { ...tampered, expectedAmount: 6000 }, learner.token)
  assert.equal(order.amount, 6000)
  assert.equal(order.items[0]!.payable, 6000)
  assert.ok(order.secondsLeft > 29 * 60 && order.secondsLeft <= 30 * 60)
})

test('what costs nothing is settled immediately and can be studied', async () => {
  const { order, learner, classId } = await anOrder(0)
  assert.equal(order.status, 'paid')
  assert.equal(order.channel, 'none')
  const mine = await world.ask(enrolmentCalls.myClass, {}, learner.token)
  assert.deepEqual(
    mine.list.map((item) => item.classId),
    [classId],
  )
})

test('money settles an order once; the same money again, and money for a cancelled one, is surplus', async () => {
  const { order } = await anOrder()
  assert.equal(await settle(order.id, 6000), 'settled')
  assert.equal(await settle(order.id, 6000), 'surplus')
  assert.deepEqual(await rows(order.id), { status: 'paid', closedReason: null, waiting: 0, enrolments: 1 })
  const other = await anOrder()
  await world.ask(orderCalls.cancelMyOrder, { orderId: other.order.id }, other.learner.token)
  assert.equal(await settle(other.order.id, 6000), 'surplus')
  assert.deepEqual(await rows(other.order.id), {
    status: 'cancelled',
    closedReason: 'learner',
    waiting: 0,
    enrolments: 0,
  })
})

test('64 payments of one order concurrently open one place', async () => {
  const { order } = await anOrder()
  const results = await Promise.all(Array.from({ length: 64 }, () => settle(order.id, 6000)))
  assert.equal(results.filter((result) => result === 'settled').length, 1)
  assert.equal((await rows(order.id)).enrolments, 1)
})

test('money of another sum is not taken and changes nothing', async () => {
  const { order } = await anOrder()
  const before = await rows(order.id)
  await assert.rejects(settle(order.id, 5999), RangeError)
  assert.deepEqual(await rows(order.id), before)
})

test('when the study period is over the money is surplus and the order is cancelled with the reason', async () => {
  const { order, classId } = await anOrder(5000)
  await world.db`update train_classes set study_to = moment() - interval '1 minute' where id = ${classId}`
  assert.equal(await settle(order.id, 5000), 'surplus')
  assert.deepEqual(await rows(order.id), {
    status: 'cancelled',
    closedReason: 'study_over',
    waiting: 0,
    enrolments: 0,
  })
  const [row] = await world.db`select sold, held from train_classes where id = ${classId}`
  assert.deepEqual({ ...row }, { sold: 0, held: 0 })
})

test('why the places of a paid order cannot be opened is told by its own word', async () => {
  const { db } = world
  const spoils: Record<string, (of: Awaited<ReturnType<typeof anOrder>>) => Promise<unknown>> = {
    place_gone: async ({ order, classId }) => {
      await db`update order_items set holds_seat = false where order_id = ${order.id}`
      await db`update train_classes set held = 0, sold = 1, quota = 1 where id = ${classId}`
    },
    joined: ({ learner, classId }) => db`
      insert into enrolments (project_id, account_id, class_id, source, status)
      values (${portal.projectId}, ${learner.accountId}, ${classId}, 'free', 'active')`,
    applied: ({ learner, classId }) => db`
      insert into enrolments (project_id, account_id, class_id, source, status)
      values (${portal.projectId}, ${learner.accountId}, ${classId}, 'apply', 'applied')`,
    class_gone: ({ classId }) => db`update train_classes set status = 'deleted' where id = ${classId}`,
  }
  for (const [reason, spoil] of Object.entries(spoils)) {
    const built = await anOrder(5000)
    await spoil(built)
    assert.equal(await settle(built.order.id, 5000), 'surplus')
    const { status, closedReason } = await rows(built.order.id)
    assert.deepEqual([status, closedReason], ['cancelled', reason])
  }
})

test('one form is one order, however often it is sent concurrently', async () => {
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 1000 })
  const input = { classIds: [classId], expectedAmount: 1000, requestKey: 'form-2023-1' }
  const sent = await Promise.all(
    Array.from({ length: 16 }, () => world.ask(orderCalls.saveOrder, input, learner.token)),
  )
  assert.equal(new Set(sent.map((order) => order.id)).size, 1)
  const again = await world.call(orderCalls.saveOrder, { ...input, requestKey: 'form-2023-2' }, learner.token)
  assert.equal(again.respCode, 409)
  assert.match(again.respDesc, /待付款/)
})

test('a request key identifies one request: with other classes or another sum it is refused', async () => {
  const learner = await aLearner(world, portal)
  const [one, two] = [
    await aClass(world, portal, { price: 700 }),
    await aClass(world, portal, { price: 700 }),
  ]
  const requestKey = 'form-2023-3'
  const ask = (classIds: string[], expectedAmount: number) =>
    world.call(orderCalls.saveOrder, { classIds, expectedAmount, requestKey }, learner.token)
  const first = await ask([one.classId, two.classId], 1400)
  const again = await ask([two.classId, one.classId], 1400)
  assert.equal(again.attribute!.id, first.attribute!.id)
  for (const [classIds, amount] of [
    [[one.classId], 1400],
    [[two.classId], 700],
    [[one.classId, two.classId], 1500],
  ] as const) {
    const other = await ask([...classIds], amount)
    assert.deepEqual([other.respCode, other.field], [409, 'requestKey'])
    assert.match(other.respDesc, /内容不同/)
  }
  assert.equal((await world.ask(orderCalls.findMyOrderList, {}, learner.token)).total, 1)
})

test('waivers are counted by the day in China, not by the last 24 hours', async () => {
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const waive = async () => {
    const { order } = await anOrder()
    return world.call(orderCalls.freeOrder, { orderId: order.id, reason: '困难职工减免' }, clerk.token)
  }
  const dayBefore = Array.from({ length: defaultSettings.freeOrdersADay }, (_, i) => i)
  for (const _ of dayBefore) assert.equal((await waive()).attribute, null)
  await world.db`
    update sole_decisions set created_at = date_trunc('day', moment(), 'Asia/Shanghai') - interval '1 second'
    where operator_id = ${clerk.accountId}`
  assert.deepEqual([(await waive()).attribute, (await waive()).respCode], [null, 200])
  await world.db`
    update sole_decisions set created_at = date_trunc('day', moment(), 'Asia/Shanghai')
    where operator_id = ${clerk.accountId}`
  assert.ok((await waive()).attribute?.approvalId, 'a second person is asked')
})

test('joined, unpublished or unknown classes cannot be ordered', async () => {
  const { learner, classId } = await anOrder(0)
  const joined = await world.call(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 0 },
    learner.token,
  )
  assert.match(joined.respDesc, /已加入/)
  const draft = await aClass(world, portal, { price: 100, status: 'off_shelf' })
  const off = await world.call(
    orderCalls.saveOrder,
    { classIds: [draft.classId], expectedAmount: 100 },
    learner.token,
  )
  assert.deepEqual([off.respCode, off.field, joined.field], [409, 'classIds', 'classIds'])
  const elsewhere = await aClass(world, await aPortal(world), { price: 100 })
  const foreign = await world.call(
    orderCalls.saveOrder,
    { classIds: [elsewhere.classId], expectedAmount: 100 },
    learner.token,
  )
  assert.equal(foreign.respCode, 404)
})

test('another learner’s order is not found, exactly as one that does not exist', async () => {
  const { order } = await anOrder()
  const other = await aLearner(world, portal)
  const absent = { orderId: '00000000-0000-7000-8000-000000000000' }
  for (const call of [orderCalls.getOrderDetail, orderCalls.cancelMyOrder]) {
    const foreign = await world.call(call, { orderId: order.id }, other.token)
    assert.equal(foreign.respCode, 404)
    assert.deepEqual(foreign, await world.call(call, absent, other.token))
  }
  assert.equal((await rows(order.id)).status, 'unpaid')
})

test('an illegal step is refused with 409 and changes nothing', async () => {
  const { order, learner } = await anOrder()
  await settle(order.id, 6000)
  const before = await rows(order.id)
  const cancelled = await world.call(orderCalls.cancelMyOrder, { orderId: order.id }, learner.token)
  assert.equal(cancelled.respCode, 409)
  assert.equal(cancelled.respDesc, '当前状态为“已付款”，不能进行“取消”')
  const english = await world.call(orderCalls.cancelMyOrder, { orderId: order.id }, learner.token, 'en')
  assert.equal(english.respDesc, 'Cannot cancel: the status is “Paid”')
  const freed = await world.call(orderCalls.freeOrder, { orderId: order.id, reason: '困难职工' }, admin.token)
  assert.equal(freed.respCode, 409)
  await expire(order.id)
  assert.deepEqual(await rows(order.id), before)
})

test('an order that was given more time does not end with those whose time is over', async () => {
  const { order } = await anOrder()
  await world.db.begin((tx) => expireOrder(tx, order.id))
  assert.equal((await rows(order.id)).status, 'unpaid')
})

test('a waiver needs a reason, opens the places, and is no payment', async () => {
  const { order, learner } = await anOrder()
  const bare = await world.call(orderCalls.freeOrder, { orderId: order.id } as never, admin.token)
  assert.equal(bare.field, 'reason')
  const own = await world.call(orderCalls.freeOrder, { orderId: order.id, reason: '我要免单' }, learner.token)
  assert.equal(own.respCode, 403)
  await world.ask(orderCalls.freeOrder, { orderId: order.id, reason: '困难职工减免' }, admin.token)
  assert.deepEqual(await rows(order.id), { status: 'free', closedReason: null, waiting: 0, enrolments: 1 })
  const [row] = await world.db`select paid_at, remark from orders where id = ${order.id}`
  assert.deepEqual({ ...row }, { paidAt: null, remark: '困难职工减免' })
  const [log] = await world.db`
    select reason, actor_id from operation_logs where subject_id = ${order.id} and action = 'order.free'`
  assert.deepEqual({ ...log }, { reason: '困难职工减免', actorId: admin.accountId })
})

test('a unit manager sees and cancels only orders of the subtree', async () => {
  const beside = await aUnit(world, portal.projectId)
  const learner = await aLearner(world, portal, { unitId: beside })
  const { classId } = await aClass(world, portal, { price: 100 })
  const order = await world.ask(
    orderCalls.saveOrder,
    { classIds: [classId], expectedAmount: 100 },
    learner.token,
  )
  const manager = await anAccount(world, portal, { role: 'unit' })
  const foreign = await world.call(orderCalls.cancelMyOrder, { orderId: order.id }, manager.token)
  assert.equal(foreign.respCode, 404)
  const seen = await world.ask(orderCalls.findPageList, { keyword: order.orderNo }, manager.token)
  assert.equal(seen.total, 0)
  const all = await world.ask(orderCalls.findPageList, { keyword: order.orderNo }, admin.token)
  assert.equal(all.list[0]!.id, order.id)
  const own = await anAccount(world, portal, { role: 'unit', unitId: beside })
  const byName = async () =>
    (await world.ask(orderCalls.findPageList, { keyword: '张小明' }, own.token)).list.map(({ id }) => id)
  assert.deepEqual(await byName(), [order.id])
  await world.db`update students set unit_id = ${portal.unitId} where account_id = ${learner.accountId}`
  await world.db`update accounts set unit_id = ${portal.unitId} where id = ${learner.accountId}`
  assert.deepEqual(await byName(), [order.id], 'the order stays where it was placed')
  await world.ask(orderCalls.cancelMyOrder, { orderId: order.id }, own.token)
  assert.equal((await rows(order.id)).closedReason, 'operator')
})

test('orders are found by several states, by the days they were placed and paid, and by their amount', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const learner = await aLearner(world, portal, { unitId })
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const ids: string[] = []
  for (const price of [100, 2_500, 5_000]) {
    const { classId } = await aClass(world, portal, { price })
    const order = await world.ask(
      orderCalls.saveOrder,
      { classIds: [classId], expectedAmount: price },
      learner.token,
    )
    ids.push(order.id)
  }
  const [, middle, dear] = ids
  await world.db`update orders set status = 'paid', created_at = '2020-05-01T08:00:00Z', paid_at = '2020-05-03T08:00:00Z' where id = ${middle!}`
  await world.ask(orderCalls.freeOrder, { orderId: dear!, reason: '困难职工减免' }, admin.token)
  await world.db`update orders set created_at = '2020-05-02T08:00:00Z' where id = ${dear!}`
  const found = async (input: InputOf<typeof orderCalls.findPageList>) => {
    const { list } = await world.ask(orderCalls.findPageList, input, manager.token)
    return list.map(({ id }) => ids.indexOf(id)).sort()
  }
  assert.deepEqual(await found({ status: ['paid', 'free'] }), [1, 2])
  assert.deepEqual(await found({ status: ['unpaid'] }), [0])
  assert.deepEqual(await found({ from: '2020-05-01T08:00:00Z', to: '2020-05-02T08:00:00Z' }), [1])
  assert.deepEqual(await found({ paidFrom: '2020-05-03T08:00:00Z' }), [1])
  assert.deepEqual(await found({ paidFrom: '2020-05-03T08:00:01Z' }), [])
  assert.deepEqual(await found({ paidTo: '2020-05-03T08:00:01Z' }), [1])
  assert.deepEqual(await found({ paidTo: '2020-05-03T08:00:00Z' }), [])
  assert.deepEqual(await found({ amountFrom: 2_500, amountTo: 5_000 }), [1, 2])
  assert.deepEqual(await found({ amountFrom: 2_501, amountTo: 4_999 }), [])
  assert.deepEqual(await found({ amountTo: 100 }), [0])
  const none = await world.call(orderCalls.findPageList, { status: [] }, admin.token)
  assert.equal(none.respCode, 422)
})

test('a learner’s list has his own orders, newest first, by status', async () => {
  const { learner, order } = await anOrder()
  const { classId } = await aClass(world, portal, { price: 0 })
  await world.ask(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 0 }, learner.token)
  const all = await world.ask(orderCalls.findMyOrderList, {}, learner.token)
  assert.equal(all.total, 2)
  assert.equal(all.list[1]!.id, order.id)
  const unpaid = await world.ask(orderCalls.findMyOrderList, { status: 'unpaid' }, learner.token)
  assert.deepEqual(
    unpaid.list.map((item) => item.id),
    [order.id],
  )
})

test('what was paid today and this month and what is unpaid is added up within the scope', async () => {
  const own = await aPortal(world, { menus: ['/order-manage/list'] })
  const beside = await aUnit(world, own.projectId)
  const finance = await anAccount(world, own, { role: 'admin' })
  const manager = await anAccount(world, own, { role: 'unit' })
  const { classId } = await aClass(world, own, { price: 6000 })
  const orderIn = async (unitId: string) => {
    const { token } = await aLearner(world, own, { unitId })
    return (await world.ask(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 6000 }, token)).id
  }
  const [today, earlier, longAgo] = [
    await orderIn(own.unitId),
    await orderIn(beside),
    await orderIn(own.unitId),
  ]
  await orderIn(own.unitId)
  for (const id of [today, earlier, longAgo]) await settle(id, 6000)
  const start = (unit: string) => world.db`date_trunc(${unit}, moment(), 'Asia/Shanghai')`
  await world.db`update orders set paid_at = ${start('month')} where id = ${earlier}`
  await world.db`update orders set paid_at = ${start('month')} - interval '1 ms' where id = ${longAgo}`
  const totals = await world.ask(orderCalls.getTotals, {}, finance.token)
  assert.deepEqual(
    [totals.paidThisMonth, totals.unpaid],
    [
      { count: 2, amount: 12_000 },
      { count: 1, amount: 6000 },
    ],
  )
  await world.db`update orders set paid_at = ${start('day')} - interval '1 ms' where id = ${earlier}`
  const { paidToday } = await world.ask(orderCalls.getTotals, {}, finance.token)
  assert.deepEqual(paidToday, { count: 1, amount: 6000 })
  const narrow = await world.ask(orderCalls.getTotals, {}, manager.token)
  assert.deepEqual([narrow.paidToday.count, narrow.unpaid.count], [1, 1])
  assert.deepEqual(narrow.expiring, { count: 0, amount: 0 })
  await world.db`update orders set expires_at = moment() + interval '9 minutes' where status = 'unpaid'`
  const { expiring } = await world.ask(orderCalls.getTotals, {}, finance.token)
  assert.deepEqual(expiring, { count: 1, amount: 6000 })
  const listed = await world.ask(orderCalls.findPageList, { attention: 'expiring' }, finance.token)
  assert.deepEqual(
    listed.list.map(({ status, amount }) => [status, amount]),
    [['unpaid', 6000]],
  )
})
