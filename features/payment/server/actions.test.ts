import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { type BuiltOrder, aShop, type Shop, transactionFor } from '../../../test/build/order.ts'
import { aLearner, anAccount } from '../../../test/build/portal.ts'
import { seed } from '../../../test/dice.ts'
import { shuffled } from '../../../test/tasks.ts'
import { until } from '../../../test/until.ts'
import { noticePaths } from '../../../server/channels/openPayment.ts'
import { signedHeaders } from '../../../server/channels/wechatSignature.ts'
import { orderCalls } from '../../order/contract.ts'
import { paymentCalls } from '../contract.ts'
import { pay } from '../../../sandbox/payment/actions.ts'
import { findPayment } from '../../../sandbox/payment/data.ts'
import { transactionOf } from '../../../sandbox/payment/wechatNotice.ts'
import { applyNotices } from './notices.ts'

let shop: Shop
before(async () => {
  shop = await aShop()
})

/** An order whose code is open; `pay` takes the money at the gateway, and no notice comes. */
async function anOpenOrder(input: Parameters<Shop['order']>[0] = {}) {
  const built = await shop.order(input)
  const codeUrl = await shop.code(built)
  const outTradeNo = `${built.order.orderNo}_1`
  return {
    ...built,
    codeUrl,
    outTradeNo,
    payUnheard: () => shop.world.db.begin((tx) => pay(tx, outTradeNo, { notices: 0 })),
  }
}

const statusOf = async (built: BuiltOrder) => (await shop.rows(built.order.id)).status
const paymentsOf = async (built: BuiltOrder) =>
  (await shop.rows(built.order.id)).payments.map((payment) => payment.status)

let passed = 0
/** Advances the database's clock. */
const pass = (seconds: number) => shop.world.moveClock(`${(passed += seconds)} seconds`)

/** Lets the poller work, a minute between its runs, until a payment has gone back. */
const isGivenBack = (built: BuiltOrder) =>
  until(async () => {
    await pass(60)
    await shop.poll()
    return (await paymentsOf(built))[0] === 'refunded'
  })

/** Everything of an order that money could change, as one text. */
async function fingerprint(built: BuiltOrder): Promise<string> {
  const rows = await shop.world.db`
    select (select md5(string_agg(o::text, '|')) from orders o where o.id = ${built.order.id}) as orders,
      (select md5(string_agg(i::text, '|' order by i.id)) from order_items i where i.order_id = ${built.order.id}) as items,
      (select md5(string_agg(p::text, '|' order by p.id)) from payments p where p.order_id = ${built.order.id}) as payments,
      (select count(*) from payment_notices n join payments p on p.id = n.payment_id
        where p.order_id = ${built.order.id}) as notices,
      (select count(*) from enrolments e where e.account_id = ${built.learner.accountId}) as enrolments,
      (select count(*) from operation_logs l where l.subject_id = ${built.order.id}) as entries`
  return JSON.stringify(rows)
}

test('300 notices, repeated, shuffled, forged, altered, some never sent: every order settled once, only by real payments', async () => {
  const learners = await Promise.all(Array.from({ length: 6 }, () => aLearner(shop.world, shop.portal)))
  const orders = []
  for (let i = 0; i < 60; i++) {
    orders.push(await anOpenOrder({ price: 1000 + i, learner: learners[i % learners.length]! }))
  }
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const unnoticed = orders.slice(0, 6)
  const noticed = orders.slice(6)
  for (const order of orders) await order.payUnheard()
  const reported = new Map<string, { body: string; headers: Record<string, string> }>()
  for (const { outTradeNo } of orders) {
    const transaction = transactionOf((await findPayment(shop.world.db, outTradeNo))!)
    reported.set(outTradeNo, shop.notice(`EV-${outTradeNo}`, transaction))
  }
  const deliveries: { wanted: number; body: string; headers: Record<string, string> }[] = []
  for (let i = 0; i < 240; i++) {
    const { outTradeNo } = noticed[i % noticed.length]!
    deliveries.push({ wanted: 204, ...reported.get(outTradeNo)! })
  }
  for (let i = 0; i < 30; i++) {
    const { body, headers } = reported.get(orders[i]!.outTradeNo)!
    const forged = signedHeaders(stranger, shop.keys.publicKeyId, body, Date.now())
    deliveries.push({ wanted: 401, body, headers: { ...headers, ...forged } })
    const { outTradeNo, order } = orders[i]!
    const richer = shop.notice(`EV-${i}`, transactionFor(shop, outTradeNo, order.amount * 2))
    deliveries.push(
      i % 2 === 0
        ? { wanted: 401, body: richer.body.replace('EV-', 'EX-'), headers: richer.headers }
        : // Truly signed, of another sum: what a stolen key or a mistaken platform would send.
          { wanted: 400, body: richer.body, headers: richer.headers },
    )
  }
  assert.equal(deliveries.length, 300)
  await Promise.all(
    shuffled(deliveries, seed).map(async ({ wanted, body, headers }) =>
      assert.equal(await shop.notify(body, headers), wanted),
    ),
  )
  for (const order of noticed) {
    assert.deepEqual(await shop.rows(order.order.id), {
      status: 'paid',
      closedReason: null,
      enrolments: 1,
      payments: [{ status: 'succeeded', refunded: 0 }],
    })
  }
  // Of the others no false word was believed, whenever the poller comes to them.
  const [recorded] = await shop.world.db`
    select count(*)::int as count from payment_notices n join payments p on p.id = n.payment_id
    where p.order_id = any(${unnoticed.map((order) => order.order.id)})`
  assert.equal(recorded!.count, 0)
  await pass(20)
  await shop.poll()
  for (const order of unnoticed) assert.equal(await statusOf(order), 'paid')
})

test('64 identical notices concurrently have one effect and are all answered as heard', async () => {
  const order = await anOpenOrder()
  await order.payUnheard()
  const { body, headers } = shop.notice(
    'EV-64',
    transactionOf((await findPayment(shop.world.db, order.outTradeNo))!),
  )
  const answers = await Promise.all(Array.from({ length: 64 }, () => shop.notify(body, headers)))
  assert.deepEqual(new Set(answers), new Set([204]))
  assert.deepEqual(await shop.rows(order.order.id), {
    status: 'paid',
    closedReason: null,
    enrolments: 1,
    payments: [{ status: 'succeeded', refunded: 0 }],
  })
  const [actions] = await shop.world.db`
    select count(*)::int as count from operation_logs where subject_id = ${order.order.id} and action = 'order.pay'`
  assert.equal(actions!.count, 1)
})

test('a lost notice: the waiting page triggers a query, at most every few seconds', async () => {
  const order = await anOpenOrder()
  const ask = () => shop.world.ask(paymentCalls.isOrderPay, { orderId: order.order.id }, order.learner.token)
  await order.payUnheard()
  assert.equal((await ask()).paid, false)
  await pass(5)
  assert.deepEqual(await ask(), {
    paid: true,
    status: 'paid',
    amount: 6000,
    secondsLeft: 0,
    transferPending: false,
    openPaymentId: null,
  })
})

test('money for a cancelled order is recorded and refunded in full; the order stays cancelled', async () => {
  const order = await anOpenOrder({ price: 8800 })
  await order.payUnheard()
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId: order.order.id }, order.learner.token)
  const before = await shop.world
    .db`select status, closed_reason, closed_at from orders where id = ${order.order.id}`
  await shop.poll()
  await isGivenBack(order)
  assert.deepEqual(await shop.rows(order.order.id), {
    status: 'cancelled',
    closedReason: 'learner',
    enrolments: 0,
    payments: [{ status: 'refunded', refunded: 8800 }],
  })
  assert.deepEqual(
    await shop.world.db`select status, closed_reason, closed_at from orders where id = ${order.order.id}`,
    before,
  )
  const refunds = await shop.world
    .db`select amount from gateway_refunds where out_trade_no = ${order.outTradeNo}`
  assert.deepEqual(
    refunds.map((row) => row.amount),
    [8800],
  )
})

test('two codes and both paid: the first to be closed is surplus and goes back, the second settles', async () => {
  const order = await anOpenOrder()
  const second = await shop.code(order, true)
  await shop.payAt(second)
  await until(async () => (await statusOf(order)) === 'paid')
  // The platform contradicts its own closing: money came for the first code after all.
  await shop.world.db`
    update gateway_payments set state = 'SUCCESS', transaction_id = '42007', paid_at = moment()
    where out_trade_no = ${order.outTradeNo}`
  const { body, headers } = shop.notice(
    'EV-late',
    transactionOf((await findPayment(shop.world.db, order.outTradeNo))!),
  )
  assert.equal(await shop.notify(body, headers), 204)
  await isGivenBack(order)
  assert.deepEqual(await paymentsOf(order), ['refunded', 'succeeded'])
  assert.equal((await shop.rows(order.order.id)).enrolments, 1)
})

test('money for a waived order goes back, and for a place that is gone too', async () => {
  const admin = await anAccount(shop.world, shop.portal, { role: 'admin' })
  const waived = await anOpenOrder()
  await waived.payUnheard()
  await shop.world.ask(
    orderCalls.freeOrder,
    { orderId: waived.order.id, reason: '困难职工减免' },
    admin.token,
  )
  const full = await anOpenOrder()
  await shop.world.db`update train_classes set study_to = moment() where id = ${full.classId}`
  await full.payUnheard()
  await isGivenBack(waived)
  await isGivenBack(full)
  assert.equal(await statusOf(waived), 'free')
  const rows = await shop.rows(full.order.id)
  assert.deepEqual([rows.status, rows.closedReason, rows.enrolments], ['cancelled', 'study_over', 0])
})

test('an order expires only after the channel was queried: money without a notice settles it', async () => {
  const paid = await anOpenOrder()
  const unpaid = await anOpenOrder()
  const never = await shop.order()
  await paid.payUnheard()
  await pass(3600)
  await shop.poll()
  assert.equal(await statusOf(paid), 'paid')
  for (const built of [unpaid, never]) {
    const rows = await shop.rows(built.order.id)
    assert.deepEqual([rows.status, rows.closedReason], ['cancelled', 'expired'])
  }
  assert.deepEqual(await paymentsOf(unpaid), ['closed'])
  assert.match(await shop.payAt(unpaid.codeUrl), /已关闭/)
})

test('while the channel is silent nothing expires and nothing is lost; when it is back all is brought to an end', async () => {
  const order = await anOpenOrder()
  await order.payUnheard()
  shop.silence(true)
  await pass(3600)
  await shop.poll()
  assert.equal(await statusOf(order), 'unpaid')
  const [row] = await shop.world.db`select failure from payments where order_id = ${order.order.id}`
  assert.equal(row!.failure, 'no answer')
  shop.silence(false)
  await pass(3600)
  await shop.poll()
  assert.equal(await statusOf(order), 'paid')
})

test('a true notice that does not fit changes nothing: sum, currency, number, app, another transaction', async () => {
  const order = await anOpenOrder({ price: 6000 })
  const { outTradeNo } = order
  const fits = (changes: object) => transactionFor(shop, outTradeNo, 6000, changes)
  const before = await fingerprint(order)
  const misfits = [
    fits({ amount: { total: 5999, currency: 'CNY' } }),
    fits({ amount: { total: 6001, currency: 'CNY' } }),
    fits({ amount: { total: 6000, currency: 'USD' } }),
    fits({ out_trade_no: `${order.order.orderNo}-9` }),
    fits({ appid: 'wx0' }),
  ]
  for (const [i, transaction] of misfits.entries()) {
    const { body, headers } = shop.notice(`EV-misfit-${i}`, transaction)
    assert.equal(await shop.notify(body, headers), 400)
  }
  const foreign = shop.notice('EV-foreign', fits({ mchid: '1' }))
  assert.equal(await shop.notify(foreign.body, foreign.headers), 401)
  assert.equal(await fingerprint(order), before)
  const right = shop.notice('EV-right', fits({}))
  assert.equal(await shop.notify(right.body, right.headers), 204)
  const paid = await fingerprint(order)
  const late = [fits({ transaction_id: '4299' }), fits({ amount: { total: 6001, currency: 'CNY' } })]
  for (const [i, transaction] of late.entries()) {
    const { body, headers } = shop.notice(`EV-late-${i}`, transaction)
    assert.equal(await shop.notify(body, headers), 400)
  }
  assert.equal(await fingerprint(order), paid)
})

test('what is no notice at all is refused: no body, too long a body, no headers', async () => {
  assert.equal(await shop.notify('', {}), 401)
  assert.equal(await shop.notify('x'.repeat(70_000), { 'content-type': 'application/json' }), 413)
  const { body } = shop.notice('EV-bare', {})
  assert.equal(await shop.notify(body, { 'content-type': 'application/json' }), 401)
})

test('after all of this the books balance, with ourselves and with the platform', async () => {
  const folder = new URL('../../../test/invariants/', import.meta.url)
  for (const file of readdirSync(folder).filter((name) => /^(01|02|05|06|07|15|17)-/.test(name))) {
    const rows = await shop.world.db.unsafe(readFileSync(new URL(file, folder), 'utf8'))
    assert.deepEqual([...rows], [], file)
  }
  const apart = await shop.world.db`
    select g.out_trade_no from gateway_payments g join payments p using (out_trade_no)
    where g.transaction_id is distinct from p.transaction_id and g.transaction_id is not null
      or (p.status in ('succeeded', 'surplus', 'refunding', 'refunded')) <> (g.state in ('SUCCESS', 'REFUND'))
        and p.transaction_id not like '42' || p.out_trade_no`
  assert.deepEqual([...apart], [])
})

test('of notices that arrive together each comes to what it would come to alone', async () => {
  const { db } = shop.world
  const [fit, late, poor, gone, heard] = [
    await anOpenOrder({ price: 1100 }),
    await anOpenOrder({ price: 1200 }),
    await anOpenOrder({ price: 1300 }),
    await anOpenOrder({ price: 1400 }),
    await anOpenOrder({ price: 1500 }),
  ]
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId: late.order.id }, late.learner.token)
  await db`
    update train_classes set study_to = moment() - interval '1 day', study_from = null where id = ${gone.classId}`
  const factOf = ({ outTradeNo, order }: (typeof all)[number], changes: object = {}) => ({
    outTradeNo,
    transactionId: `42${outTradeNo}`,
    state: 'succeeded' as const,
    amount: order.amount,
    currency: 'CNY',
    app: null,
    paidAt: null,
    ...changes,
  })
  const through = { channel: 'wechat', merchantId: null } as const
  const all = [fit, late, poor, gone, heard]
  const heardOf = (of: (typeof all)[number], changes: object = {}) => ({
    through,
    outTradeNo: of.outTradeNo,
    notice: { id: 'together', event: 'TRANSACTION.SUCCESS', payment: factOf(of, changes), refund: null },
  })
  assert.deepEqual(await db.begin((tx) => applyNotices(tx, [heardOf(heard)])), ['settled'])
  const stranger = { ...heardOf(fit), outTradeNo: 'nobody_1' }
  const batch = [
    heardOf(fit),
    heardOf(late),
    heardOf(poor, { amount: 1 }),
    heardOf(gone),
    heardOf(heard),
    stranger,
  ]
  const outcomes = await db.begin((tx) => applyNotices(tx, batch))
  assert.deepEqual(outcomes, ['settled', 'surplus', 'mismatch', 'surplus', 'known', 'unknown'])
  assert.deepEqual(await Promise.all(all.map(statusOf)), ['paid', 'cancelled', 'unpaid', 'cancelled', 'paid'])
  const [opened, ...others] = await Promise.all(
    all.map(async (of) => (await shop.rows(of.order.id)).enrolments),
  )
  assert.deepEqual([opened, ...others], [1, 0, 0, 0, 1])
  const counts = await db`
    select array(select count(*)::int from payment_notices n where n.payment_id = p.id) as notices,
      p.refunding::int, (select count(*)::int from operation_logs l where l.subject_id = p.id::text
        and l.action in ('payment.succeeded', 'payment.surplus')) as entries
    from payments p where p.order_id = any(${all.map(({ order }) => order.id)}::uuid[]) order by p.amount`
  assert.deepEqual(
    counts.map(({ notices, refunding, entries }) => [notices[0], refunding, entries]),
    [
      [1, 0, 1],
      [1, 1200, 1],
      [0, 0, 0],
      [1, 1400, 1],
      [1, 0, 1],
    ],
  )
})

test('a notice that cannot be taken is refused, and those that came with it are settled', async () => {
  const { db } = shop.world
  const orders = await Promise.all(Array.from({ length: 8 }, () => anOpenOrder()))
  const bad = orders[3]!
  await db.unsafe(`
    create function no_place() returns trigger language plpgsql as $$ begin raise exception 'no place'; end $$;
    create trigger no_place before insert on enrolments for each row
      when (new.account_id = '${bad.learner.accountId}') execute function no_place()`)
  const answers = await Promise.all(
    orders.map(({ outTradeNo, order }) => {
      const { body, headers } = shop.notice(
        `EV-${outTradeNo}`,
        transactionFor(shop, outTradeNo, order.amount),
      )
      return shop.notify(body, headers)
    }),
  )
  await db`drop trigger no_place on enrolments`
  await until(async () => {
    const seen =
      await db`select from exception_logs where place = ${noticePaths.wechat} and message ~ 'no place'`
    return seen.length > 0
  })
  assert.deepEqual(
    answers,
    orders.map((order) => (order === bad ? 500 : 204)),
  )
  for (const order of orders) assert.equal(await statusOf(order), order === bad ? 'unpaid' : 'paid')
})
