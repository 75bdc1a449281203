import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BuiltOrder, aShop, type Shop, transactionFor } from '../../../test/build/order.ts'
import { aLearner, anAccount, aUnit, type BuiltAccount } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { commonRefusals } from '../../../contract/refusal.ts'
import { orderCalls } from '../../order/contract.ts'
import { paymentCalls } from '../../payment/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { orderHistoryCalls } from '../contract.ts'

let shop: Shop
let clerk: BuiltAccount
before(async () => {
  shop = await aShop(['/order-manage/list', '/invoice-manage/refund-list'])
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '财务' })
})

const historyOf = async ({ order }: BuiltOrder, by: BuiltAccount) =>
  (await shop.world.ask(orderHistoryCalls.find, { orderId: order.id }, by.token)).events
const kindsOf = async (built: BuiltOrder, by: BuiltAccount) =>
  (await historyOf(built, by)).map(({ kind }) => kind)
const note = (built: BuiltOrder, text: string, by = clerk) =>
  shop.world.call(orderCalls.addNote, { orderId: built.order.id, text }, by.token)

let passed = 0

test('the office reads every step of an order and its money, the learner those that are theirs', async () => {
  const built = await shop.paid()
  assert.equal((await note(built, '学员来电询问开票')).respCode, 200)
  const items = built.order.items.map(({ id: itemId }) => ({ itemId }))
  const refund = await shop.world.ask(
    refundCalls.submit,
    { orderId: built.order.id, items, reason: '报错班了' },
    clerk.token,
  )
  await until(async () => {
    await shop.world.moveClock(`${(passed += 60)} seconds`)
    await shop.poll()
    return (await kindsOf(built, clerk)).includes('refundArrived')
  })
  const all = await historyOf(built, clerk)
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['placed', 'codeOpened', 'paid', 'opened', 'note', 'refundStarted', 'refundSent', 'refundArrived'],
  )
  const [payment] = await shop.world
    .db`select transaction_id from payments where order_id = ${built.order.id}`
  const paid = all.find(({ kind }) => kind === 'paid')!
  assert.deepEqual([paid.amount, paid.channel, paid.number], [6000, 'wechat', payment!.transactionId])
  const started = all.find(({ kind }) => kind === 'refundStarted')!
  assert.deepEqual([started.number, started.person, started.text], [refund.refundNo, '财务', '报错班了'])
  const own = await historyOf(built, built.learner)
  assert.deepEqual(
    own.map(({ kind }) => kind),
    ['placed', 'paid', 'opened', 'refundStarted', 'refundSent', 'refundArrived'],
  )
  assert.ok(own.every(({ person }) => person === null))
})

test('a refund that did not go through stays in the history of the order once it was paid by bank transfer', async () => {
  const { world } = shop
  const built = await shop.order()
  const codeUrl = await shop.code(built)
  await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: 'pay', refundFault: 'ABNORMAL' }) })
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  const items = built.order.items.map(({ id: itemId }) => ({ itemId }))
  const input = { orderId: built.order.id, items, reason: '报错班了' }
  const { id, refundNo } = await world.ask(refundCalls.submit, input, clerk.token)
  const kinds = async () => (await kindsOf(built, clerk)).slice(4)
  await until(async () => {
    await world.moveClock(`${(passed += 60)} seconds`)
    await shop.poll()
    return (await kinds()).includes('refundFailed')
  })
  const before = await kinds()
  assert.deepEqual(before, ['refundStarted', 'refundSent', 'refundFailed'])
  const [today] = await world.db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const offline = { bank: '工商银行', serialNo: '20231124-7001', day: today!.day as string }
  await world.moveClock(`${(passed += 60)} seconds`)
  await world.ask(refundCalls.do, { refundId: id, offline }, clerk.token)
  assert.deepEqual(await kinds(), [...before, 'refundOffline'])
  const failed = (await historyOf(built, clerk)).find(({ kind }) => kind === 'refundFailed')!
  assert.deepEqual([failed.amount, failed.channel, failed.number], [6000, 'wechat', refundNo])
})

test('a code that was closed early is told with the time of that, as soon as it is', async () => {
  const built = await shop.order()
  await shop.code(built)
  await shop.world.moveClock(`${(passed += 60)} seconds`)
  await shop.code(built, true)
  const steps = (await historyOf(built, clerk)).slice(1)
  assert.deepEqual(
    steps.map(({ kind, number }) => [kind, number]),
    [
      ['codeOpened', `${built.order.orderNo}_1`],
      ['codeClosed', `${built.order.orderNo}_1`],
      ['codeOpened', `${built.order.orderNo}_2`],
    ],
  )
  assert.ok(Date.parse(steps[1]!.at) - Date.parse(steps[0]!.at) < 300_000, 'not when it would have run out')
})

test('a refund that failed and was sent again keeps both requests, also once it arrived', async () => {
  const { world } = shop
  const built = await shop.order()
  const codeUrl = await shop.code(built)
  await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: 'pay', refundFault: 'CLOSED' }) })
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  const items = built.order.items.map(({ id: itemId }) => ({ itemId }))
  const input = { orderId: built.order.id, items, reason: '报错班了' }
  const { id, refundNo } = await world.ask(refundCalls.submit, input, clerk.token)
  const steps = async () => (await historyOf(built, clerk)).slice(5)
  const reached = async (last: string) =>
    until(async () => {
      await world.moveClock(`${(passed += 60)} seconds`)
      await shop.poll()
      return (await steps()).at(-1)!.kind === last
    })
  await reached('refundFailed')
  const before = await steps()
  await world.ask(refundCalls.do, { refundId: id }, clerk.token)
  assert.deepEqual((await steps()).slice(0, before.length), before, 'what happened stays')
  await reached('refundArrived')
  assert.deepEqual(
    (await steps()).map(({ kind, number, person }) => [kind, kind === 'refundArrived' || number, person]),
    [
      ['refundSent', refundNo, '财务'],
      ['refundFailed', refundNo, null],
      ['refundSent', `${refundNo}_2`, '财务'],
      ['refundArrived', true, null],
    ],
  )
})

test('an order that was cancelled and paid too late says so, and that the money went back', async () => {
  const built = await shop.order()
  const codeUrl = await shop.code(built)
  shop.silence(true)
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId: built.order.id }, built.learner.token)
  // The channel says to the second when money moved.
  await shop.world.moveClock(`${(passed += 60)} seconds`)
  await shop.payAt(codeUrl)
  shop.silence(false)
  await until(async () => {
    await shop.world.moveClock(`${(passed += 60)} seconds`)
    await shop.poll()
    return (await kindsOf(built, built.learner)).includes('refundArrived')
  })
  const own = await historyOf(built, built.learner)
  assert.deepEqual(
    own.map(({ kind }) => kind),
    ['placed', 'cancelled', 'surplus', 'refundSent', 'refundArrived'],
  )
  assert.equal(own[1]!.text, 'learner')
})

test('nobody reads or notes an order beyond their scope', async () => {
  const built = await shop.order()
  const stranger = await aLearner(shop.world, shop.portal)
  const unitId = await aUnit(shop.world, shop.portal.projectId)
  const manager = await anAccount(shop.world, shop.portal, { role: 'unit', unitId })
  for (const { token } of [stranger, manager]) {
    const answer = await shop.world.call(orderHistoryCalls.find, { orderId: built.order.id }, token)
    assert.equal(answer.respCode, commonRefusals.notFound.code)
  }
  assert.equal((await note(built, '不是我的订单', manager)).respCode, 403)
  assert.equal((await note(built, '不能写', built.learner)).respCode, 403)
  assert.equal((await note(built, ' ')).respCode, 422)
  assert.equal((await shop.world.db`select from order_notes where order_id = ${built.order.id}`).length, 0)
})

test('a unit’s manager sees the steps of an order of the unit, and neither reads nor writes the notes about it', async () => {
  const { world, portal } = shop
  const built = await shop.order()
  await world.db`update roles set menus = ${['/order-manage/list']} where id = ${portal.roles.unit}`
  const manager = await anAccount(world, portal, { role: 'unit' })
  assert.equal((await note(built, '单位欠费，勿告知')).respCode, 200)
  assert.deepEqual(await kindsOf(built, manager), ['placed'])
  assert.deepEqual(await kindsOf(built, clerk), ['placed', 'note'])
  assert.equal((await note(built, '不能写', manager)).respCode, 403)
})

test('the provider reads who ended a payment and settled a difference, and why; neither unit nor learner does', async () => {
  const built = await shop.order()
  await shop.code(built)
  const number = `${built.order.orderNo}_1`
  const { body, headers } = shop.notice('other', transactionFor(shop, number, 5999))
  assert.equal(await shop.notify(body, headers), 400)
  const found = await shop.world.ask(paymentCalls.findUnsettled, { orderId: built.order.id }, clerk.token)
  const settled = { differenceId: found.differences[0]!.id, reason: '已退回付款人' }
  await shop.world.ask(paymentCalls.settleDifference, settled, clerk.token)
  const events = await historyOf(built, clerk)
  const step = (of: string) => {
    const { person, text, amount, number: told } = events.find(({ kind }) => kind === of)!
    return [person, text, amount, told]
  }
  assert.deepEqual(step('differenceSettled'), ['财务', '已退回付款人', 5999, `42${number}`])
  assert.deepEqual(step('paymentEnded'), ['财务', '已退回付款人', 6000, number])
  await shop.world.db`update payments set expires_at = moment() where order_id = ${built.order.id}`
  assert.ok(!(await kindsOf(built, clerk)).includes('codeClosed'), 'it is told once')
  assert.deepEqual(await kindsOf(built, built.learner), ['placed'])
  const { world, portal } = shop
  await world.db`update roles set menus = ${['/order-manage/list']} where id = ${portal.roles.unit}`
  const manager = await anAccount(world, portal, { role: 'unit' })
  assert.deepEqual(await kindsOf(built, manager), ['placed', 'codeOpened'])
})

test('orders are found by channel, by our number of a payment and by the channel’s', async () => {
  const built = await shop.paid()
  const waiting = await shop.order()
  const [payment] = await shop.world.db`
    select out_trade_no, transaction_id from payments where order_id = ${built.order.id}`
  const found = async (input: object) =>
    (await shop.world.ask(orderCalls.findPageList, { limit: 50, ...input }, clerk.token)).list
  for (const keyword of [payment!.outTradeNo as string, payment!.transactionId as string]) {
    const [order, ...others] = await found({ keyword })
    assert.deepEqual(
      [order?.id, order?.transactionId, others.length],
      [built.order.id, payment!.transactionId, 0],
    )
  }
  const ids = (await found({ channel: 'wechat' })).map(({ id }) => id)
  assert.ok(ids.includes(built.order.id) && !ids.includes(waiting.order.id))
  assert.deepEqual(
    (await found({ id: waiting.order.id })).map(({ id }) => id),
    [waiting.order.id],
  )
})

test('an invoice can be for what was paid, less what goes back', async () => {
  const learner = await aLearner(shop.world, shop.portal)
  const built = await shop.paid({ learner }, [6000, 4000])
  const waiting = await shop.order({ learner })
  const left = async () =>
    (await shop.world.ask(orderCalls.queryCanAddInvoiceOrderList, {}, learner.token)).list.map(
      ({ id, invoiceable }) => [id, invoiceable],
    )
  const { amount, items } = built.order
  assert.deepEqual(await left(), [[built.order.id, amount]])
  shop.silence(true)
  await shop.world.ask(
    refundCalls.submit,
    { orderId: built.order.id, items: [{ itemId: items[0]!.id }], reason: '不再需要' },
    clerk.token,
  )
  shop.silence(false)
  assert.deepEqual(await left(), [[built.order.id, amount - items[0]!.payable]])
  assert.equal(waiting.order.status, 'unpaid')
})
