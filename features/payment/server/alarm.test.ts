import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJob } from '../../../test/build/job.ts'
import { aShop } from '../../../test/build/order.ts'
import { anAccount, aUnit } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { messageCalls } from '../../message/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'

test('a channel that gives no answer alarms staff once, and a paid order is told to its learner', async () => {
  const shop = await aShop(['/order-manage/list'])
  const { world, portal } = shop
  const admin = await anAccount(world, portal, { role: 'admin' })
  const built = await shop.order()
  const codeUrl = await shop.code(built)
  const kindsOf = async (token: string) =>
    (await world.ask(messageCalls.findMine, {}, token)).list.map(({ kind }) => kind)
  await runJob(world, 'message.watch')
  assert.deepEqual(await kindsOf(admin.token), [])
  shop.silence(true)
  await world.db`update payments set ask_at = moment() where order_id = ${built.order.id}`
  await shop.poll()
  for (let i = 0; i < 2; i++) await runJob(world, 'message.watch')
  assert.deepEqual(await kindsOf(admin.token), ['message.paymentAlarm'])
  shop.silence(false)
  assert.deepEqual(await kindsOf(built.learner.token), [])
  await shop.payAt(codeUrl)
  // Unless the notice of the payment came before the poll.
  await world.db`update payments set ask_at = moment() where order_id = ${built.order.id} and ask_at is not null`
  await shop.poll()
  await until(async () => (await kindsOf(built.learner.token)).length > 0)
  assert.deepEqual(await kindsOf(built.learner.token), ['order.paid'])
})

test('a payment without a result waits for who settles orders, with its list, until the channel answers', async () => {
  const shop = await aShop(['/order-manage/list', '/invoice-manage/refund-list'])
  const { world, portal } = shop
  const [finance, service] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'unit' }),
  ]
  const list = '/order-manage/list'
  await world.db`update roles set menus = ${[list, `${list}#free`]} where id = ${portal.roles.unit}`
  const beside = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  const workOf = (token: string) => world.ask(workQueueCalls.findMine, {}, token)
  const silent = async (token: string) =>
    (await world.ask(orderCalls.findPageList, { attention: 'silent' }, token)).list.map(({ id }) => id)
  const ask = async (orderId: string) => {
    await world.db`update payments set ask_at = moment() where order_id = ${orderId}`
    await shop.poll()
  }
  const built = await shop.order()
  const { order } = built
  await shop.code(built)
  await shop.code(await shop.order())
  shop.silence(true)
  await ask(order.id)
  const [work] = await workOf(finance.token)
  assert.deepEqual(
    [work!.code, work!.count, work!.overdueDays, work!.address],
    ['payment.silent', 1, 0, `${list}?attention=silent`],
  )
  assert.deepEqual(await silent(finance.token), [order.id])
  assert.deepEqual([(await workOf(service.token)).length, await silent(service.token)], [1, [order.id]])
  assert.deepEqual([await workOf(beside.token), await silent(beside.token)], [[], []], 'of another unit')
  await world.db`update roles set menus = ${[list]} where id = ${portal.roles.unit}`
  world.portal.gate.forget()
  assert.deepEqual(await workOf(service.token), [], 'who may not settle an order')
  shop.silence(false)
  await ask(order.id)
  assert.deepEqual([await workOf(finance.token), await silent(finance.token)], [[], []])
})

test('work that waits for longer than a day is overdue, and the oldest of it comes first', async () => {
  const shop = await aShop(['/order-manage/list', '/invoice-manage/refund-list'])
  const { world, portal } = shop
  const finance = await anAccount(world, portal, { role: 'admin' })
  const { order } = await shop.order()
  const paid = await shop.paid()
  const failure = 'no answer'
  await world.db`
    insert into payments (project_id, order_id, channel, method, out_trade_no, description, amount, failure, expires_at, ask_at)
    values (${portal.projectId}, ${order.id}, 'wechat', 'native', ${order.orderNo}, 'x', ${order.amount}, ${failure},
      moment() + interval '1 hour', moment() + interval '1 hour')`
  const [row] = await world.db`
    insert into refunds (project_id, order_id, account_id, kind, refund_no, amount, status, applicant_id, reason)
    values (${portal.projectId}, ${paid.order.id}, ${paid.learner.accountId}, 'learner', 'R1', 1, 'applied',
      ${paid.learner.accountId}, 'asked') returning id`
  const seen = async () =>
    (await world.ask(workQueueCalls.findMine, {}, finance.token)).map(({ code, overdueDays }) => [
      code,
      overdueDays,
    ])
  const age = (refund: number, payment: number) =>
    world.db.begin(async (tx) => {
      await tx`update refunds set created_at = moment() - make_interval(hours => ${refund}) where id = ${row!.id}`
      await tx`update payments set created_at = moment() - make_interval(hours => ${payment}) where order_id = ${order.id}`
    })
  await age(23, 1)
  const fresh = [
    ['payment.silent', 0],
    ['refund.review', 0],
  ]
  assert.deepEqual(await seen(), fresh)
  await age(25, 1)
  assert.deepEqual(await seen(), [
    ['refund.review', 1],
    ['payment.silent', 0],
  ])
  await age(25, 50)
  assert.deepEqual(await seen(), [
    ['payment.silent', 2],
    ['refund.review', 1],
  ])
})
