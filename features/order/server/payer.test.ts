import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBatch } from '../../../test/build/batch.ts'
import { aShop, type BuiltOrder, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, type BuiltAccount } from '../../../test/build/portal.ts'
import { refundCalls } from '../../refund/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { orderCalls } from '../contract.ts'
import { settleOrder } from './settle.ts'

let shop: Shop
let clerk: BuiltAccount
before(async () => {
  const menus = ['/order-manage/list', '/invoice-manage/refund-list', '/student-manage/student']
  shop = await aShop([...menus, '/invoice-manage/refund-list#do'])
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

/** A batch of classes of ¥10 each. */
const batchOf = (people: readonly BuiltAccount[], classes: number) =>
  aBatch(
    shop.world,
    shop.portal,
    people,
    Array.from({ length: classes }, () => 1000),
  )

const listed = (input: object) =>
  shop.world.ask(orderCalls.findPageList, { limit: 50, ...input }, clerk.token)

test('an order says who pays it, with the name of then', async () => {
  const learner = await aLearner(shop.world, shop.portal, { name: '何必' })
  const { order } = await shop.order({ learner })
  await shop.world.db`update students set real_name = '何苦' where account_id = ${learner.accountId}`
  await shop.world.db`update accounts set user_name = '何苦' where id = ${learner.accountId}`
  const [row] = (await listed({ id: order.id })).list
  assert.deepEqual([row!.kind, row!.payerName, row!.userName], ['personal', '何必', '何苦'])
  assert.deepEqual([row!.itemCount, row!.learnerCount, row!.accountId], [1, 1, learner.accountId])
})

test('lists name the first classes and count the items; the whole order has all', async () => {
  const built = await shop.order({ price: 1000 }, [1000, 1000, 1000, 1000, 1000, 1000])
  const [row] = (await listed({ id: built.order.id })).list
  assert.ok(!('items' in row!))
  const names = built.order.items.map(({ name }) => name)
  assert.deepEqual([row!.classNames, row!.itemCount], [names.slice(0, 5), 7])
  const whole = await shop.world.ask(orderCalls.getOrderDetail, { orderId: built.order.id }, clerk.token)
  assert.deepEqual(
    whole.items.map(({ name }) => name),
    names,
  )
})

test('what a unit pays is no order of the learners in it: each finds the own classes, nobody else’s money', async () => {
  const people = [
    await aLearner(shop.world, shop.portal, { name: '任甲' }),
    await aLearner(shop.world, shop.portal, { name: '任乙' }),
  ]
  const { orderId, orderNo, classes, amount } = await batchOf(people, 1)
  const [row] = (await listed({ keyword: '任乙' })).list
  assert.deepEqual(
    [row!.orderNo, row!.payerName, row!.userName, row!.learnerCount, row!.itemCount],
    [orderNo, '第一医院', '任甲', 2, 2],
  )
  assert.equal(row!.classNames.length, 1)
  for (const { token, accountId } of people) {
    assert.equal((await shop.world.call(orderCalls.getOrderDetail, { orderId }, token)).respCode, 404)
    assert.equal((await shop.world.call(orderCalls.cancelMyOrder, { orderId }, token)).respCode, 404)
    assert.equal((await shop.world.ask(orderCalls.findMyOrderList, {}, token)).total, 0)
    const [own] = (await shop.world.ask(studentManageCalls.findOrderList, { accountId }, clerk.token)).list
    assert.deepEqual([own!.orderNo, own!.classNames.length], [orderNo, 1])
  }
  await shop.world.db.begin((tx) => settleOrder(tx, { orderId, amount, channel: 'offline' }))
  await shop.world.portal.drainJobs()
  const opened = await shop.world.db`
    select account_id, status from enrolments where class_id = ${classes[0]!.classId} order by account_id`
  assert.deepEqual(
    opened.map(({ accountId }) => accountId as string),
    people.map(({ accountId }) => accountId).sort(),
  )
  const messages = await shop.world.db`
    select from messages where account_id = any(${people.map(({ accountId }) => accountId)}) and kind = 'order.paid'`
  assert.equal(messages.length, 0)
})

test('a unit’s order that is cancelled lets all its places go', async () => {
  const people = [await aLearner(shop.world, shop.portal), await aLearner(shop.world, shop.portal)]
  const { orderId, classes } = await batchOf(people, 2)
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId }, clerk.token)
  const seats = await shop.world.db`
    select sold, held from train_classes where id = any(${classes.map(({ classId }) => classId)}::uuid[])`
  assert.deepEqual(
    seats.map(({ sold, held }) => [sold, held]),
    [
      [0, 0],
      [0, 0],
    ],
  )
})

test('the money of a unit goes back to the unit, and ends the place of whom it was for', async () => {
  const [one, two] = [await aLearner(shop.world, shop.portal), await aLearner(shop.world, shop.portal)]
  const { orderId, orderNo, amount } = await batchOf([one, two], 1)
  await shop.world.db.begin((tx) => settleOrder(tx, { orderId, amount, channel: 'offline' }))
  await shop.world.portal.drainJobs()
  const { items } = await shop.world.ask(orderCalls.getOrderDetail, { orderId }, clerk.token)
  const asked = { orderId, items: [{ itemId: items[0]!.id }], reason: '已离职' }
  const { id: refundId } = await shop.world.ask(refundCalls.submit, asked, clerk.token)
  const [day] = await shop.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const offline = { bank: '工商银行', serialNo: `ICBC${orderNo}`, day: day!.day as string }
  await shop.world.ask(refundCalls.do, { refundId, offline }, clerk.token)
  const [refund] = (await shop.world.ask(refundCalls.list, { id: refundId }, clerk.token)).list
  assert.deepEqual([refund!.status, refund!.payerName, refund!.accountId], ['succeeded', '第一医院', null])
  const places = await shop.world.db`
    select e.account_id, e.status from enrolments e join order_items i on i.id = e.source_id
    where i.order_id = ${orderId}`
  assert.equal(places.find(({ accountId }) => accountId === one.accountId)!.status, 'refunded')
  assert.equal(places.find(({ accountId }) => accountId === two.accountId)!.status, 'active')
  for (const { token } of [one, two])
    assert.equal((await shop.world.ask(refundCalls.findMyList, {}, token)).total, 0)
})

test('the schema keeps payer and kind in agreement', async () => {
  const built: BuiltOrder = await shop.order()
  const { db } = shop.world
  const { id } = built.order
  await assert.rejects(db`update orders set account_id = null where id = ${id}`, /orders_payer/)
  await assert.rejects(db`update orders set kind = 'batch' where id = ${id}`, /orders_payer/)
  await assert.rejects(
    db`update orders set payer_unit_id = ${shop.portal.unitId} where id = ${id}`,
    /orders_payer/,
  )
  await assert.rejects(db`update orders set payer_tax_no = '91' where id = ${id}`, /orders_payer_tax_no/)
  await assert.rejects(db`update orders set payer_name = '' where id = ${id}`, /orders_payer_name/)
})
