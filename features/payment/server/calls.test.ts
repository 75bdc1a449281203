import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aShop, type Shop, transactionFor } from '../../../test/build/order.ts'
import { aLearner, anAccount, aPortal } from '../../../test/build/portal.ts'
import { stopClock } from '../../../test/clock.ts'
import { until } from '../../../test/until.ts'
import { openWorld } from '../../../test/harness.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { paymentCalls, paymentRefusals } from '../contract.ts'

let shop: Shop
before(async () => {
  shop = await aShop()
})

const isPaid = async (built: { order: { id: string }; learner: { token: string } }) =>
  (await shop.world.ask(paymentCalls.isOrderPay, { orderId: built.order.id }, built.learner.token)).paid

test('scan, confirm, paid: only the notice opens the class, and the page learns of it', async () => {
  const built = await shop.order({ price: 6000 })
  const input = { orderId: built.order.id }
  const code = await shop.world.ask(paymentCalls.getOrderPayQrcode, input, built.learner.token)
  assert.equal(code.amount, 6000)
  assert.equal(code.cashierUrl, code.codeUrl)
  assert.ok(code.secondsLeft > 29 * 60 && code.secondsLeft <= 30 * 60)
  const checkout = await (await fetch(code.codeUrl)).text()
  assert.match(checkout, /¥60\.00/)
  assert.match(checkout, new RegExp(built.order.items[0]!.name))
  assert.equal(await isPaid(built), false)

  assert.match(await shop.payAt(code.codeUrl), /支付成功/)
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  assert.equal(await isPaid(built), true)
  const mine = await shop.world.ask(enrolmentCalls.myClass, {}, built.learner.token)
  assert.deepEqual(
    mine.list.map((item) => item.classId),
    [built.classId],
  )
  const [notice] = await shop.world.db`
    select n.content from payment_notices n join payments p on p.id = n.payment_id where p.order_id = ${built.order.id}`
  assert.equal((notice!.content as { amount: number }).amount, 6000)
  assert.match(await shop.payAt(code.codeUrl), /支付成功/)
  assert.deepEqual(await shop.rows(built.order.id), {
    status: 'paid',
    closedReason: null,
    enrolments: 1,
    payments: [{ status: 'succeeded', refunded: 0 }],
  })
})

test('a code is never shown as good for longer than its order', async (t) => {
  await stopClock(shop.world.db)
  t.after(() => shop.world.moveClock('0'))
  const built = await shop.order()
  const input = { orderId: built.order.id }
  const leave = (seconds: number) => shop.world.db`
    update orders set expires_at = moment() + make_interval(secs => ${seconds}) where id = ${built.order.id}`
  const ask = () => shop.world.ask(paymentCalls.getOrderPayQrcode, input, built.learner.token)
  for (const seconds of [40, 20]) {
    const [row] = await leave(seconds).then(
      () => shop.world.db<{ at: string }[]>`select expires_at as at from orders where id = ${built.order.id}`,
    )
    const code = await ask()
    assert.equal(code.secondsLeft, seconds)
    assert.equal(code.expiresAt, row!.at)
  }
  const [payment] = await shop.world.db<{ least: number }[]>`
    select extract(epoch from expires_at - created_at)::int as least from payments where order_id = ${built.order.id}`
  assert.equal(payment!.least, 75, 'at the channel it is good for as long as that opens one')
})

test('the open code is returned while it is valid, however many request it concurrently', async () => {
  const built = await shop.order()
  const codes = await Promise.all(Array.from({ length: 16 }, () => shop.code(built)))
  assert.equal(new Set(codes).size, 1)
  assert.equal((await shop.rows(built.order.id)).payments.length, 1)
})

test('another code closes the first at the channel: it can no longer be paid, the second can', async () => {
  const built = await shop.order()
  const first = await shop.code(built)
  const second = await shop.code(built, true)
  assert.notEqual(first, second)
  assert.match(await shop.payAt(first), /已关闭/)
  assert.match(await shop.payAt(second), /支付成功/)
  await until(() => isPaid(built))
  assert.deepEqual(
    (await shop.rows(built.order.id)).payments.map((payment) => payment.status),
    ['closed', 'succeeded'],
  )
})

const codeBy = (built: { order: { id: string }; learner: { token: string } }, channel: 'wechat' | 'alipay') =>
  shop.world.call(paymentCalls.getOrderPayQrcode, { orderId: built.order.id, channel }, built.learner.token)

test('another channel closes the open code of the first, which can no longer be paid; the order says how it was paid', async () => {
  const built = await shop.order()
  const first = (await codeBy(built, 'wechat')).attribute
  const second = (await codeBy(built, 'alipay')).attribute
  assert.deepEqual([first.channel, second.channel], ['wechat', 'alipay'])
  assert.equal((await codeBy(built, 'alipay')).attribute.codeUrl, second.codeUrl)
  assert.match(await shop.payAt(first.codeUrl), /已关闭/)
  await shop.payAt(second.codeUrl)
  await shop.world.moveClock('5 seconds')
  await until(() => isPaid(built))
  const rows = await shop.world.db`
    select p.channel, p.method, p.status, o.channel as paid_by from payments p join orders o on o.id = p.order_id
    where o.id = ${built.order.id} order by p.id`
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['wechat', 'native', 'closed', 'alipay'],
      ['alipay', 'precreate', 'succeeded', 'alipay'],
    ],
  )
})

const openOnPhone = async (built: { order: { id: string }; learner: { token: string } }) =>
  (
    await shop.world.ask(
      paymentCalls.getOrderPayQrcode,
      { orderId: built.order.id, place: 'phone' },
      built.learner.token,
    )
  ).codeUrl

test('a window learns that another has closed its code', async () => {
  const { order, learner } = await shop.order({ price: 6000 })
  const look = { orderId: order.id }
  const open = async () => (await shop.world.ask(paymentCalls.isOrderPay, look, learner.token)).openPaymentId
  assert.equal(await open(), null)
  const desk = await shop.world.ask(paymentCalls.getOrderPayQrcode, { ...look, place: 'desk' }, learner.token)
  assert.equal(await open(), desk.paymentId)
  const again = await shop.world.ask(
    paymentCalls.getOrderPayQrcode,
    { ...look, place: 'desk' },
    learner.token,
  )
  assert.equal(again.paymentId, desk.paymentId)
  const phone = await shop.world.ask(
    paymentCalls.getOrderPayQrcode,
    { ...look, place: 'phone' },
    learner.token,
  )
  assert.equal(await open(), phone.paymentId)
  assert.notEqual(phone.paymentId, desk.paymentId)
})

test('on a phone the channel’s page is opened, and sends the payer back to the order', async () => {
  const built = await shop.order()
  const desk = await shop.code(built)
  const first = await openOnPhone(built)
  assert.equal(await openOnPhone(built), first, 'asked for again it is the same payment')
  assert.match(await shop.payAt(desk), /已关闭/)
  const back = new URL(first).searchParams.get('redirect_url')!
  assert.match(back, new RegExp(`/go-pay\\?orderId=${built.order.id}$`))
  const body = new URLSearchParams({ do: 'pay' })
  const paid = await fetch(first, { method: 'POST', body, redirect: 'manual' })
  assert.deepEqual([paid.status, paid.headers.get('location')], [303, back])
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  const rows = await shop.world.db`
    select method, status from payments where order_id = ${built.order.id} order by id`
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['native', 'closed'],
      ['h5', 'succeeded'],
    ],
  )
})

test('who comes back from paying on a phone before the notice is told of no failure, then that the order is paid', async () => {
  const built = await shop.order()
  const first = await openOnPhone(built)
  await shop.world.db`
    update gateway_payments set state = 'SUCCESS', transaction_id = '42000003', paid_at = moment()
    where out_trade_no = ${`${built.order.orderNo}_1`}`
  assert.equal(await openOnPhone(built), first)
  await shop.world.db`update payments set expires_at = moment() where order_id = ${built.order.id}`
  const answer = await shop.world.call(
    paymentCalls.getOrderPayQrcode,
    { orderId: built.order.id, place: 'phone' },
    built.learner.token,
  )
  assert.deepEqual([answer.respCode, answer.respDesc], [409, paymentRefusals.notPayable.zh])
  assert.equal((await shop.rows(built.order.id)).status, 'paid')
})

test('an address is good for five minutes; after them the channel has closed it, and there is another', async () => {
  const built = await shop.order()
  const input = { orderId: built.order.id, place: 'phone' as const }
  const first = await shop.world.ask(paymentCalls.getOrderPayQrcode, input, built.learner.token)
  assert.ok(first.secondsLeft > 290 && first.secondsLeft <= 300, String(first.secondsLeft))
  await shop.world.db`update payments set expires_at = moment() where order_id = ${built.order.id}`
  const second = await shop.world.ask(paymentCalls.getOrderPayQrcode, input, built.learner.token)
  assert.notEqual(second.codeUrl, first.codeUrl)
  assert.deepEqual(
    (await shop.rows(built.order.id)).payments.map(({ status }) => status),
    ['closed', 'waiting'],
  )
})

test('the demo’s checkout sends nobody to another site', async () => {
  const built = await shop.order()
  const address = new URL(await openOnPhone(built))
  for (const elsewhere of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
    address.searchParams.set('redirect_url', elsewhere)
    const body = new URLSearchParams({ do: 'cancel' })
    const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
    assert.equal(answer.headers.get('location'), `${address.pathname}?cancelled=1`, elsewhere)
  }
})

test('a code that was paid is not left for another channel: the order is paid', async () => {
  const built = await shop.order()
  await codeBy(built, 'wechat')
  await shop.world.db`
    update gateway_payments set state = 'SUCCESS', transaction_id = '42000002', paid_at = moment()
    where out_trade_no = ${`${built.order.orderNo}_1`}`
  assert.equal((await codeBy(built, 'alipay')).respCode, 409)
  const { status, payments } = await shop.rows(built.order.id)
  assert.deepEqual([status, payments.length], ['paid', 1])
})

test('two windows that choose two channels at once leave one open code', async () => {
  const built = await shop.order()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => codeBy(built, i % 2 === 0 ? 'wechat' : 'alipay')),
  )
  for (const { respCode, respDesc } of answers) assert.ok(respCode === 200 || respCode === 409, respDesc)
  const { payments } = await shop.rows(built.order.id)
  assert.equal(payments.filter(({ status }) => status === 'waiting').length, 1)
})

test('a true notice of one channel says nothing of a payment through the other', async () => {
  const built = await shop.order({ price: 3100 })
  await codeBy(built, 'alipay')
  const { body, headers } = shop.notice('EV-cross', transactionFor(shop, `${built.order.orderNo}_1`, 3100))
  assert.equal(await shop.notify(body, headers), 400)
  assert.equal((await shop.rows(built.order.id)).status, 'unpaid')
})

test('a code that was paid meanwhile is not replaced: the order is paid', async () => {
  const built = await shop.order()
  const codeUrl = await shop.code(built)
  // The payment arrives without a notice, and the learner requests another code.
  await shop.world.db`
    update gateway_payments set state = 'SUCCESS', transaction_id = '42000001', paid_at = moment()
    where out_trade_no = ${`${built.order.orderNo}_1`}`
  const input = { orderId: built.order.id, renew: true }
  const again = await shop.world.call(paymentCalls.getOrderPayQrcode, input, built.learner.token)
  assert.equal(again.respCode, 409)
  assert.equal((await shop.rows(built.order.id)).status, 'paid')
  assert.match(await shop.payAt(codeUrl), /支付成功/)
})

test('what is paid, cancelled or over takes no money, and another learner’s order is not found', async () => {
  const paid = await shop.order({ price: 0 })
  const cancelled = await shop.order()
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId: cancelled.order.id }, cancelled.learner.token)
  for (const built of [paid, cancelled]) {
    const input = { orderId: built.order.id }
    const refused = await shop.world.call(paymentCalls.getOrderPayQrcode, input, built.learner.token)
    assert.equal(refused.respCode, 409)
    assert.deepEqual((await shop.rows(built.order.id)).payments, [])
  }
  const late = await shop.order()
  await shop.world.db`update orders set expires_at = moment() where id = ${late.order.id}`
  const over = await shop.world.call(
    paymentCalls.getOrderPayQrcode,
    { orderId: late.order.id },
    late.learner.token,
  )
  assert.equal(over.respCode, 409)
  assert.match(over.respDesc, /付款时间已过/)

  const other = await aLearner(shop.world, shop.portal)
  const built = await shop.order()
  const absent = { orderId: '00000000-0000-7000-8000-000000000000' }
  for (const call of [paymentCalls.getOrderPayQrcode, paymentCalls.isOrderPay]) {
    const foreign = await shop.world.call(call, { orderId: built.order.id }, other.token)
    assert.equal(foreign.respCode, 404)
    assert.deepEqual(foreign, await shop.world.call(call, absent, other.token))
    assert.equal((await shop.world.call(call, absent)).respCode, 401)
    const manager = await anAccount(shop.world, shop.portal, { role: 'admin' })
    assert.equal((await shop.world.call(call, absent, manager.token)).respCode, 403)
    const wrong = await shop.world.call(call, { orderId: 'x' }, other.token)
    assert.deepEqual([wrong.respCode, wrong.field], [422, 'orderId'])
  }
  assert.deepEqual((await shop.rows(built.order.id)).payments, [])
})

test('without a channel the code is refused in one sentence and everything else works', async () => {
  const world = await openWorld()
  const portal = await aPortal(world)
  const { token } = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 100 })
  const order = await world.ask(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 100 }, token)
  const refused = await world.call(paymentCalls.getOrderPayQrcode, { orderId: order.id }, token)
  assert.equal(refused.respCode, 503)
  assert.match(refused.respDesc, /尚未开通/)
  assert.equal((await world.ask(paymentCalls.isOrderPay, { orderId: order.id }, token)).status, 'unpaid')
  const notice = await world.portal.http.inject({
    method: 'POST',
    url: '/api/pay/wechat-notice',
    payload: '{}',
  })
  assert.equal(notice.statusCode, 404)
  await world.ask(orderCalls.cancelMyOrder, { orderId: order.id }, token)
})

test('a channel that does not answer is reported, and the order waits unchanged', async () => {
  const built = await shop.order()
  const ask = () =>
    shop.world.call(paymentCalls.getOrderPayQrcode, { orderId: built.order.id }, built.learner.token)
  shop.silence(true)
  const refused = await ask()
  shop.silence(false)
  assert.equal(refused.respCode, 503)
  assert.match(refused.respDesc, /请勿重复支付/)
  assert.equal((await shop.rows(built.order.id)).status, 'unpaid')
  assert.equal((await ask()).respCode, 200)
})

test('the gateway and its checkout page exist only in demo mode', async () => {
  const world = await openWorld({ environment: { demo: false } })
  for (const url of [
    '/dev/wechatpay/cashier/abc',
    '/dev/wechatpay/v3/pay/transactions/out-trade-no/abcdef',
  ]) {
    const gone = await world.portal.http.inject({ url })
    assert.equal(gone.statusCode, 404)
    assert.doesNotMatch(gone.body, /SIGN_ERROR|收银台/)
    const there = await shop.world.portal.http.inject({ url })
    assert.match(there.body, /SIGN_ERROR|收银台/)
  }
})
