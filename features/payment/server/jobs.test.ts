import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import { aJob, runElsewhere } from '../../../test/build/job.ts'
import { until } from '../../../test/until.ts'
import type { PaymentChannel } from '../../../server/channels/payment.ts'
import { orderCalls } from '../../order/contract.ts'
import { paymentCalls } from '../contract.ts'
import { leastCodeSeconds } from '../rules.ts'
import { openCode, reconcile } from './actions.ts'
import { findOpen } from './data.ts'
import { reconcilePayments } from './jobs.ts'

let shop: Shop
before(async () => {
  shop = await aShop()
})

let passed = 0
const pass = (seconds: number) => shop.world.moveClock(`${(passed += seconds)} seconds`)
const statusOf = async (built: BuiltOrder) =>
  (await shop.rows(built.order.id)).payments.map((payment) => payment.status)
const cancel = (built: BuiltOrder) =>
  shop.world.ask(orderCalls.cancelMyOrder, { orderId: built.order.id }, built.learner.token)
const askAtOf = async (built: BuiltOrder) => {
  const [row] = await shop.world.db`select ask_at from payments where order_id = ${built.order.id}`
  return row!.askAt as string | null
}

/** The channel with another way of doing one thing. */
const otherwise = (change: Partial<PaymentChannel>): PaymentChannel => ({ ...shop.channel, ...change })

/** The session of an order's learner, for calling actions without HTTP. */
const sessionOf = (built: BuiltOrder) =>
  shop.world.portal.gate.find(built.learner.token).then((session) => session!)

test('a closed payment is queried once more when its code has expired, and never again', async () => {
  const built = await shop.order()
  await shop.code(built)
  await cancel(built)
  await shop.poll()
  assert.deepEqual(await statusOf(built), ['closed'])
  assert.notEqual(await askAtOf(built), null)
  await pass(31 * 60)
  await shop.poll()
  assert.equal(await askAtOf(built), null)
  assert.deepEqual(await statusOf(built), ['closed'])
})

test('money for a closed payment whose notice was lost is found by that last question, and goes back', async () => {
  const built = await shop.order({ price: 4200 })
  await shop.code(built)
  await cancel(built)
  await shop.poll()
  assert.deepEqual(await statusOf(built), ['closed'])
  // The platform contradicts its own closing, and sends no notice.
  await shop.world.db`
    update gateway_payments set state = 'SUCCESS', transaction_id = '42009', paid_at = moment()
    where out_trade_no = ${`${built.order.orderNo}_1`}`
  await until(async () => {
    await pass(35 * 60)
    await shop.poll()
    return (await statusOf(built))[0] === 'refunded'
  })
  const [refund] = await shop.world
    .db`select amount from gateway_refunds where out_trade_no = ${`${built.order.orderNo}_1`}`
  assert.equal(refund!.amount, 4200)
  assert.equal(await askAtOf(built), null)
  assert.equal((await shop.rows(built.order.id)).status, 'cancelled')
})

test('an order that ends while the channel opens its code gives no code: it is closed at the channel', async () => {
  const built = await shop.order()
  const slow = otherwise({
    async create(payment) {
      await cancel(built)
      await shop.poll()
      return shop.channel.create(payment)
    },
  })
  const order = openCode(
    { ...shop.world.app, channels: { ...shop.world.app.channels, payment: { wechat: slow, alipay: null } } },
    await sessionOf(built),
    { orderId: built.order.id },
    { payer: null, payerIp: '127.0.0.1', returnUrl: 'http://127.0.0.1/' },
  )
  await assert.rejects(order, /cannot be paid/)
  assert.deepEqual(await statusOf(built), ['closed'])
  const [row] = await shop.world.db`
    select state from gateway_payments where out_trade_no = ${`${built.order.orderNo}_1`}`
  assert.equal(row!.state, 'CLOSED')
})

test('in the last minute of an order its code is valid for the channel’s minimum, and the order still ends', async () => {
  const built = await shop.order()
  await shop.world.db`update orders set expires_at = moment() + interval '5 s' where id = ${built.order.id}`
  const input = { orderId: built.order.id }
  const { secondsLeft } = await shop.world.ask(paymentCalls.getOrderPayQrcode, input, built.learner.token)
  assert.ok(secondsLeft <= 5, 'it is shown as good for no longer than its order')
  const [code] = await shop.world.db`
    select extract(epoch from expires_at - created_at)::int as seconds from payments where order_id = ${built.order.id}`
  assert.equal(code!.seconds, leastCodeSeconds)
  await pass(6)
  await shop.poll()
  assert.equal((await shop.rows(built.order.id)).closedReason, 'expired')
  assert.deepEqual(await statusOf(built), ['closed'])
})

test('an answer about another payment than the queried one is ignored', async () => {
  const order = await shop.order()
  const other = await shop.order()
  await shop.code(order)
  await shop.payAt(await shop.code(other))
  const mixed = otherwise({ query: () => shop.channel.query(`${other.order.orderNo}_1`) })
  const open = (await findOpen(shop.world.db, order.order.id))!
  await assert.rejects(reconcile(shop.world.db, mixed, open), /spoke of/)
  assert.deepEqual(await statusOf(order), ['waiting'])
})

test('a run beyond its time lets no further order expire', async () => {
  const built = await shop.order()
  await runElsewhere(shop.world, reconcilePayments)
  await shop.world
    .db`update orders set expires_at = moment() - interval '1 hour' where id = ${built.order.id}`
  const stopped = aJob({ signal: AbortSignal.abort(new Error('its time is over')) })
  await assert.rejects(async () => reconcilePayments.run(stopped, shop.world.app), /its time is over/)
  assert.equal((await shop.rows(built.order.id)).status, 'unpaid')
})
