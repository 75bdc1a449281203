import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BuiltOrder, aShop, type Shop } from '../../../test/build/order.ts'
import { runJob } from '../../../test/build/job.ts'
import { anAccount } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import type { PaymentChannel, ProviderRefund } from '../../../server/channels/payment.ts'
import { messageCalls } from '../../message/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { sendRefund } from './actions.ts'
import { claimDue, lockRefund } from './data.ts'

let shop: Shop
before(async () => {
  shop = await aShop(['/order-manage/list', '/project-manage/message'])
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
  await until(async () => (await refundsOf(built)).length > 0)
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
    ['message.paymentAlarm'],
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
    await shop.world
      .db`update refunds set ask_at = moment(), asked = ${asked} where order_id = ${built.order.id}`
    await shop.world.db.begin((tx) => claimDue(tx, 100))
    const [row] = await shop.world.db`
      select round(extract(epoch from ask_at - asked_at))::int as delay from refunds where order_id = ${built.order.id}`
    delays.push(row!.delay as number)
  }
  assert.deepEqual(delays, [15, 30, 60])
})
