import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { anAccount, type BuiltAccount, changeLimits } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { ChannelFailure, type PaymentChannel } from '../../../server/channels/payment.ts'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { paymentCalls } from '../../payment/contract.ts'
import type { RefundFault } from '../../../sandbox/payment/data.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { type ManagedRefund, refundCalls as calls } from '../contract.ts'
import { sendRefund } from './actions.ts'
import { lockRefund } from './data.ts'

let shop: Shop
let clerk: BuiltAccount
before(async () => {
  shop = await aShop(['/invoice-manage/refund-list', '/order-manage/list', '/customer/exception-register'])
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

/**
 * A whole refund of a paid order whose payer chose at the checkout what refunds come to; an unheard one has not reached
 * its channel, which is silent from then on.
 */
async function aRefund(
  channel: PaymentChannelName,
  refundFault: RefundFault | '',
  { isUnheard = false } = {},
): Promise<string> {
  const { world } = shop
  shop.silence(false)
  const { order, learner } = await shop.order()
  const { codeUrl } = await world.ask(
    paymentCalls.getOrderPayQrcode,
    { orderId: order.id, channel },
    learner.token,
  )
  await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: 'pay', refundFault }) })
  await until(async () => (await shop.rows(order.id)).status === 'paid')
  shop.silence(isUnheard)
  const items = order.items.map(({ id: itemId }) => ({ itemId }))
  const input = { orderId: order.id, items, reason: '班级取消' }
  return (await world.ask(calls.submit, input, clerk.token)).id
}

const rowOf = async (id: string): Promise<ManagedRefund> =>
  (await shop.world.ask(calls.list, { id }, clerk.token)).list[0]!

const numberOf = async (id: string) => {
  const [row] = await shop.world.db`select channel_no, attempts from refunds where id = ${id}`
  return [row!.channelNo, row!.attempts] as [string, number]
}

/** Has the channel asked until a refund has a final state; returns the state. */
async function ended(id: string): Promise<ManagedRefund['status']> {
  await until(async () => {
    // Not while an answer is under way: of two requests at once the second finds the balance filled up.
    await shop.world.db`
      update refunds set ask_at = moment()
      where id = ${id} and status = 'processing' and asked_at < moment() - interval '2 s'`
    await shop.poll()
    return (await rowOf(id)).status !== 'processing'
  })
  return (await rowOf(id)).status
}

const stuck = async () =>
  (await shop.world.ask(workQueueCalls.findMine, {}, clerk.token)).find(({ code }) => code === 'refund.stuck')
    ?.count ?? 0

test('an empty balance fails a refund with the channel’s own code; filled up, the same number goes through', async () => {
  for (const [channel, code] of [
    ['wechat', 'NOT_ENOUGH'],
    ['alipay', 'ACQ.SELLER_BALANCE_NOT_ENOUGH'],
  ] as const) {
    const id = await aRefund(channel, 'NO_BALANCE')
    assert.equal(await ended(id), 'failed')
    const failed = await rowOf(id)
    assert.deepEqual([failed.failure, failed.failureCode], ['refused', code])
    const number = await numberOf(id)
    assert.equal(await stuck(), 1)
    assert.equal((await shop.world.ask(calls.do, { refundId: id }, clerk.token)).status, 'processing')
    assert.deepEqual(await numberOf(id), number)
    assert.equal(await ended(id), 'succeeded')
    const done = await rowOf(id)
    assert.deepEqual([done.failure, done.failureCode, await stuck()], [null, null, 0])
  }
})

test('what the channel never refunds goes back offline, and is nobody’s work any more', async () => {
  const [today] = await shop.world.db`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  for (const [channel, code] of [
    ['wechat', 'USER_ACCOUNT_ABNORMAL'],
    ['alipay', 'ACQ.BUYER_ENABLE_STATUS_FORBID'],
  ] as const) {
    const id = await aRefund(channel, 'ACCOUNT_BLOCKED')
    assert.equal(await ended(id), 'failed')
    assert.equal((await rowOf(id)).failureCode, code)
    await shop.world.ask(calls.do, { refundId: id }, clerk.token)
    assert.equal(await ended(id), 'failed', 'refused again')
    const offline = { bank: '工商银行', serialNo: `OFF-${channel}`, day: today!.day as string }
    const { status } = await shop.world.ask(calls.do, { refundId: id, offline }, clerk.token)
    assert.deepEqual([status, await stuck()], ['succeeded', 0])
  }
})

/** A refund that its channel, put in the place of ours, was asked about. */
async function sendThrough(id: string, refund: PaymentChannel['refund'] | null): Promise<void> {
  const row = await shop.world.db.begin((tx) => lockRefund(tx, id))
  await sendRefund(shop.world.db, refund && { ...shop.channel, refund }, row!)
}

test('a number that the channel has given to another refund is not used again', async () => {
  const id = await aRefund('wechat', '', { isUnheard: true })
  const [number, attempts] = await numberOf(id)
  const refused = { refundNo: number, providerNo: null, state: 'refused', amount: 6000 } as const
  await sendThrough(id, async () => ({ ...refused, code: 'ACQ.DISCORDANT_REPEAT_REQUEST' }))
  await shop.world.ask(calls.do, { refundId: id }, clerk.token)
  assert.deepEqual(await numberOf(id), [`${number}_2`, attempts + 1])
  shop.silence(false)
  assert.equal(await ended(id), 'succeeded')
})

test('without a contract nobody can be asked: the refund has failed and says so', async () => {
  const id = await aRefund('wechat', '', { isUnheard: true })
  await sendThrough(id, null)
  const { status, failure, failureCode } = await rowOf(id)
  assert.deepEqual([status, failure, failureCode], ['failed', 'refused', 'NO_CONTRACT'])
  shop.silence(false)
  await shop.world.ask(calls.do, { refundId: id }, clerk.token)
  assert.equal(await ended(id), 'succeeded')
})

test('a refund that waits for its next turn is retried now, under its number; what is not under way is not', async () => {
  const { world } = shop
  const id = await aRefund('wechat', '', { isUnheard: true })
  await shop.poll()
  const busy = new ChannelFailure('WeChat Pay answered 500 with SYSTEM_ERROR', { code: 'SYSTEM_ERROR' })
  await assert.rejects(
    sendThrough(id, () => Promise.reject(busy)),
    /SYSTEM_ERROR/,
  )
  await world.db`update refunds set asked = 20, ask_at = moment() + interval '1 day' where id = ${id}`
  const number = await numberOf(id)
  assert.equal((await world.call(calls.retryNow, { refundId: id }, clerk.token)).respCode, 200)
  shop.silence(false)
  await until(async () => {
    await shop.poll()
    return (await rowOf(id)).failure === null
  })
  assert.deepEqual(await numberOf(id), number)
  assert.equal(await ended(id), 'succeeded')
  assert.equal((await world.call(calls.retryNow, { refundId: id }, clerk.token)).respCode, 409)
  const [logged] = await world.db`
    select count(*)::int as count from operation_logs where subject_id = ${id} and action = 'refund.processing'`
  assert.equal(logged!.count, 2, 'sent, and retried by a person')
  const path = new URL('../../../test/invariants/10-history-is-a-path.sql', import.meta.url)
  assert.deepEqual([...(await world.db.unsafe(readFileSync(path, 'utf8')))], [])
})

test('what is proposed about a failed refund ends when the money arrives all the same', async () => {
  const { world, portal } = shop
  const id = await aRefund('wechat', '', { isUnheard: true })
  const [refundNo] = await numberOf(id)
  const answer = { refundNo, providerNo: null, amount: 6000, code: null } as const
  await sendThrough(id, async () => ({ ...answer, state: 'abnormal' }))
  await changeLimits(world, portal.projectId, { refundApprovalAbove: 0 })
  const [today] = await world.db`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const offline = { bank: '工商银行', serialNo: 'OFF-LATE', day: today!.day as string }
  assert.equal((await world.ask(calls.do, { refundId: id, offline }, clerk.token)).status, 'failed')
  await changeLimits(world, portal.projectId, { refundApprovalAbove: null })
  await sendThrough(id, async () => ({ ...answer, state: 'succeeded' }))
  assert.equal((await rowOf(id)).status, 'succeeded')
  const [ended] = (await world.ask(approvalCalls.findPageList, { subjectId: id }, clerk.token)).list
  assert.deepEqual([ended!.status, ended!.decision], ['withdrawn', 'refund.ended'])
  shop.silence(false)
})

test('a channel that cannot do it now leaves its code, and no failure', async () => {
  const { world } = shop
  const id = await aRefund('wechat', '')
  const busy = new ChannelFailure('WeChat Pay answered 500 with SYSTEM_ERROR', { code: 'SYSTEM_ERROR' })
  const { payment } = world.app.channels
  const { refund } = payment.wechat!
  Object.assign(payment.wechat!, { refund: () => Promise.reject(busy) })
  await until(async () => {
    await world.db`update refunds set ask_at = moment() where id = ${id}`
    await shop.poll()
    return (await rowOf(id)).failureCode === 'SYSTEM_ERROR'
  })
  Object.assign(payment.wechat!, { refund })
  const { status, failure } = await rowOf(id)
  assert.deepEqual([status, failure], ['processing', 'silent'])
})
