import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import { runJob } from '../../../test/build/job.ts'
import { anAccount, aPortal } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import type { PaymentChannel, ProviderRefund } from '../../../server/channels/payment.ts'
import { messageCalls } from '../../message/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { paymentCalls } from '../../payment/contract.ts'
import { refundCalls } from '../contract.ts'
import { sendRefund } from './actions.ts'
import { claimDue, lockRefund } from './data.ts'

let shop: Shop
before(async () => {
  shop = await aShop(['/order-manage/list', '/invoice-manage/refund-list'])
})

let passed = 0
const pass = (seconds: number) => shop.world.moveClock(`${(passed += seconds)} seconds`)

interface Row {
  status: string
  failure: string | null
  amount: number
  refundNo: string
  channelNo: string
  providerNo: string | null
  askAt: string | null
  payment: string
  refunded: number
  refunding: number
}

/** The refunds of an order with what its payments count of them. */
const refundsOf = async ({ order }: BuiltOrder): Promise<Row[]> => [
  ...(await shop.world.db<Row[]>`
    select r.status, r.failure, r.amount, r.refund_no, r.channel_no, r.provider_no, r.ask_at, p.status as payment,
      p.refunded, p.refunding
    from refunds r join payments p on p.id = r.payment_id where r.order_id = ${order.id} order by r.id`),
]

/** A cancelled order that was paid all the same; the channel is silent, so that nothing was sent back. */
async function aSurplus(price = 5000): Promise<BuiltOrder> {
  shop.silence(false)
  const built = await shop.order({ price })
  const codeUrl = await shop.code(built)
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId: built.order.id }, built.learner.token)
  shop.silence(true)
  await shop.payAt(codeUrl)
  // Before the channel answers again, for the next: this one is not sent by accident.
  await until(async () => (await refundsOf(built))[0]?.failure === 'silent')
  return built
}

/** Sends the refund of an order to a channel that answers as `answer` says. */
async function send(
  { order }: BuiltOrder,
  answer: (refundNo: string, amount: number) => Omit<ProviderRefund, 'code'>,
): Promise<void> {
  const [row] = await shop.world.db`select id from refunds where order_id = ${order.id}`
  const refund = await shop.world.db.begin((tx) => lockRefund(tx, row!.id as string))
  const channel: PaymentChannel = {
    ...shop.channel,
    refund: async ({ refundNo, amount }) => ({ ...answer(refundNo, amount), code: null }),
  }
  await sendRefund(shop.world.db, channel, refund!)
}

test('surplus money is on its way back from the moment it came, and back once the channel says so', async () => {
  const built = await aSurplus(4300)
  const [open] = await refundsOf(built)
  assert.deepEqual(
    [open!.status, open!.amount, open!.payment, open!.refunded, open!.refunding],
    ['processing', 4300, 'surplus', 0, 4300],
  )
  const told = () =>
    shop.world.db<{ kind: string; amount: number }[]>`
      select kind, (params ->> 'amount')::int as amount from messages
      where account_id = ${built.learner.accountId} and kind like 'refund.%' order by id`
  assert.deepEqual([...(await told())], [{ kind: 'refund.surplus', amount: 4300 }])
  shop.silence(false)
  await until(async () => {
    await pass(60)
    await shop.poll()
    return (await refundsOf(built))[0]!.status === 'succeeded'
  })
  const [done] = await refundsOf(built)
  assert.deepEqual([done!.payment, done!.refunded, done!.refunding, done!.askAt], ['refunded', 4300, 0, null])
  assert.match(done!.providerNo!, /^5030/)
})

test('surplus money is listed with the channel it came through, which may not be its order’s', async () => {
  const { world } = shop
  shop.silence(false)
  const built = await shop.order({ price: 3100 })
  const { learner, order } = built
  const input = { orderId: order.id, channel: 'alipay' } as const
  const late = await world.ask(paymentCalls.getOrderPayQrcode, input, learner.token)
  const first = await shop.code(built)
  // Neither code is closed once the other was paid.
  shop.silence(true)
  await shop.payAt(first)
  await until(async () => (await shop.rows(order.id)).status === 'paid')
  await shop.payAt(late.codeUrl)
  const admin = await anAccount(world, shop.portal, { role: 'admin' })
  await until(async () => (await refundsOf(built)).length === 1)
  const seen = async () => [
    ...(await world.ask(refundCalls.list, { orderId: order.id }, admin.token)).list,
    ...(await world.ask(refundCalls.findMyList, { orderId: order.id }, learner.token)).list,
  ]
  assert.deepEqual(
    (await seen()).map(({ kind, channel }) => [kind, channel]),
    [
      ['surplus', 'alipay'],
      ['surplus', 'alipay'],
    ],
  )
  shop.silence(false)
})

test('an answer of another sum or number does not count', async () => {
  const built = await aSurplus()
  for (const lie of [
    (refundNo: string, amount: number) => ({ refundNo, amount: amount - 1 }),
    (refundNo: string, amount: number) => ({ refundNo: `${refundNo}X`, amount }),
  ]) {
    const asked = send(built, (...given) => ({ ...lie(...given), providerNo: null, state: 'succeeded' }))
    await assert.rejects(asked, /something else/)
    const [row] = await refundsOf(built)
    assert.deepEqual([row!.status, row!.refunding], ['processing', 5000])
  }
  await send(built, (refundNo, amount) => ({ refundNo, amount, providerNo: '5', state: 'succeeded' }))
  assert.equal((await refundsOf(built))[0]!.status, 'succeeded')
})

test('a refund that the channel closed, or that came back to it, has failed: nobody asks again, the money stays promised', async () => {
  for (const state of ['closed', 'abnormal'] as const) {
    const built = await aSurplus()
    await send(built, (refundNo, amount) => ({ refundNo, amount, providerNo: '5', state }))
    const [row] = await refundsOf(built)
    assert.deepEqual(
      [row!.status, row!.failure, row!.askAt, row!.refunded, row!.refunding],
      ['failed', state, null, 0, 5000],
    )
  }
  const admin = await anAccount(shop.world, shop.portal, { role: 'admin' })
  await runJob(shop.world, 'message.watch')
  const { list } = await shop.world.ask(messageCalls.findMine, {}, admin.token)
  assert.deepEqual(
    list.map(({ kind }) => kind),
    ['message.refundAlarm'],
  )
})

test('no sum of refunds exceeds what came', async () => {
  const built = await aSurplus()
  await assert.rejects(
    shop.world.db`update payments set refunding = refunding + 1 where order_id = ${built.order.id}`,
    /payments_check/,
  )
})

test('the same money is opened for its return once', async () => {
  const built = await aSurplus()
  await assert.rejects(
    shop.world.db`
      insert into refunds (project_id, order_id, account_id, payment_id, kind, refund_no, amount, status, channel_no, attempts, ask_at)
      select project_id, order_id, account_id, payment_id, kind, refund_no || 'X', amount, status, channel_no || 'X', 1, ask_at
      from refunds where order_id = ${built.order.id}`,
    /refunds_surplus/,
  )
})

test('a refund without a final answer is asked about again after the shortest delay, then ever less often', async () => {
  const built = await aSurplus()
  const delays: number[] = []
  for (let asked = 0; asked < 3; asked++) {
    // Due within the transaction alone: the job that sends refunds every 15 seconds does not meet it.
    await shop.world.db.begin(async (tx) => {
      await tx`update refunds set ask_at = moment(), asked = ${asked} where order_id = ${built.order.id}`
      await claimDue(tx, 100)
    })
    const [row] = await shop.world.db`
      select round(extract(epoch from ask_at - asked_at))::int as delay from refunds where order_id = ${built.order.id}`
    delays.push(row!.delay as number)
  }
  assert.deepEqual(delays, [15, 30, 60])
})

test('what is being refunded and what was refunded this month is added up within the scope, as the list has it', async () => {
  const { world } = shop
  const menus = ['/invoice-manage/refund-list']
  const own = await aPortal(world, { menus })
  await world.db`update roles set menus = ${menus} where id = ${own.roles.unit}`
  const [finance, manager] = [
    await anAccount(world, own, { role: 'admin' }),
    await anAccount(world, own, { role: 'unit' }),
  ]
  const month = world.db`date_trunc('month', moment(), 'Asia/Shanghai')`
  const [surplus, done, before] = [await aSurplus(100), await aSurplus(20), await aSurplus(3)]
  for (const { order } of [surplus, done, before]) {
    await world.db`update orders set project_id = ${own.projectId}, unit_id = ${own.unitId} where id = ${order.id}`
    await world.db`update refunds set project_id = ${own.projectId} where order_id = ${order.id}`
  }
  const { learner, order } = before
  await world.db`update orders set unit_id = null where id = ${order.id}`
  await world.db`
    insert into refunds (project_id, order_id, account_id, kind, refund_no, amount, status, applicant_id, reason)
    values (${own.projectId}, ${surplus.order.id}, ${learner.accountId}, 'operator', 'R-own', 4000, 'processing',
      ${finance.accountId}, 'asked')`
  for (const [built, at] of [
    [done, month],
    [before, world.db`${month} - interval '1 ms'`],
  ] as const) {
    await world.db`
      update refunds set status = 'succeeded', ask_at = null, succeeded_at = ${at} where order_id = ${built.order.id}`
  }
  const totals = (token: string) => world.ask(refundCalls.getTotals, {}, token)
  assert.deepEqual(await totals(finance.token), {
    underWay: { count: 2, amount: 4100 },
    surplus: { count: 1, amount: 100 },
    refundedThisMonth: { count: 1, amount: 20 },
    orders: { count: 0, amount: 0 },
  })
  await world.db`update orders set unit_id = null where id = ${done.order.id}`
  assert.deepEqual((await totals(manager.token)).refundedThisMonth, { count: 0, amount: 0 })
  const [row] = await world.db<{ at: string }[]>`select ${month} as at`
  const sums = async (input: object) =>
    (await world.ask(refundCalls.list, input, finance.token)).list.map(({ amount }) => amount)
  assert.deepEqual(await sums({ refundedFrom: row!.at }), [20])
  assert.deepEqual(await sums({ refundedTo: row!.at }), [3])
  assert.deepEqual(await sums({ status: ['processing'], kind: 'surplus' }), [100])
})
