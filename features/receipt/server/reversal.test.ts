import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { InputOf } from '../../../contract/call.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { anAccount, aPortal, type BuiltAccount, changeLimits } from '../../../test/build/portal.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { receiptCalls } from '../contract.ts'

let shop: Shop
let clerk: BuiltAccount
let chief: BuiltAccount
let today: string
const menus = [
  '/order-manage/list',
  '/order-manage/list#receipt',
  '/invoice-manage/refund-list',
  '/invoice-manage/refund-list#do',
  '/customer/exception-register#approve',
]
before(async () => {
  shop = await aShop(menus)
  await changeLimits(shop.world, shop.portal.projectId, { refundApprovalAbove: 100 })
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '出纳' })
  chief = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '主管' })
  const [row] = await shop.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  today = row!.day as string
})

let serial = 0
const number = () => `BANK${++serial}`
const transferOf = (amount: number, serialNo = number()) => ({
  serialNo,
  payerName: '王芳',
  day: today,
  amount,
})
const record = (input: InputOf<typeof receiptCalls.record>, by = clerk) =>
  shop.world.call(receiptCalls.record, input, by.token)
const listed = async (keyword: string) =>
  (await shop.world.ask(receiptCalls.findPageList, { keyword, limit: 50 }, clerk.token)).list
/** A recorded transfer that pays nothing yet. */
async function aReceipt(amount: number, by = clerk) {
  const transfer = transferOf(amount)
  assert.equal((await record(transfer, by)).respCode, 200)
  return (await listed(transfer.serialNo))[0]!
}
const revoke = (receiptId: string, by = clerk) =>
  shop.world.call(receiptCalls.void, { receiptId, reason: '金额录错' }, by.token)
const backOf = (receiptId: string, amount: number, changes: object = {}) => ({
  receiptId,
  amount,
  bank: '工商银行',
  serialNo: number(),
  day: today,
  reason: '误转，退回',
  ...changes,
})
const returnMoney = (input: ReturnType<typeof backOf>, by = clerk) =>
  shop.world.call(receiptCalls.return, input, by.token)
const approve = (id: string, by = chief) => shop.world.call(approvalCalls.approve, { id }, by.token)
/** Lets a balance pay an order of its sum, which takes both. */
async function payFrom(receiptId: string, amount: number) {
  const built = await shop.order({ price: amount })
  const allocation = { orderId: built.order.id, allocations: [{ receiptId, amount }] }
  const { approvalId } = await shop.world.ask(receiptCalls.allocate, allocation, clerk.token)
  return { built, approve: () => approve(approvalId) }
}

async function holds(): Promise<void> {
  const file = new URL('../../../test/invariants/01-paid-is-recognised.sql', import.meta.url)
  assert.deepEqual([...(await shop.world.db.unsafe(readFileSync(file, 'utf8')))], [])
}

test('a transfer recorded by mistake is void by a line of its own, and its number can be recorded rightly', async () => {
  const wrong = await aReceipt(1000)
  assert.equal((await revoke(wrong.id)).respCode, 200)
  assert.equal((await record(transferOf(100, wrong.serialNo))).respCode, 200)
  const both = await listed(wrong.serialNo)
  assert.deepEqual(
    both.map(({ amount, balance, isVoid }) => [amount, balance, isVoid]),
    [
      [100, 100, false],
      [1000, 0, true],
    ],
  )
  const [line] = both[1]!.reversals
  assert.deepEqual(
    [line!.kind, line!.amount, line!.reason, line!.serialNo, line!.operatorName],
    ['void', 1000, '金额录错', null, '出纳'],
  )
  const [logged] = await shop.world.db`
    select reason, actor_id from operation_logs where subject_id = ${wrong.id} and action = 'receipt.void'`
  assert.deepEqual({ ...logged }, { reason: '金额录错', actorId: clerk.accountId })
  const again = await revoke(wrong.id)
  assert.deepEqual([again.respCode, /已经作废/.test(again.respDesc)], [409, true])
  assert.equal((await returnMoney(backOf(wrong.id, 1))).respCode, 409)
  assert.equal((await revoke(wrong.id, await aStranger())).respCode, 404)
  await holds()
})

async function aStranger(): Promise<BuiltAccount> {
  return anAccount(shop.world, await aPortal(shop.world, { menus }), { role: 'admin' })
}

test('what pays an order is neither void nor goes back; what is left of it goes back to its payer, once', async () => {
  const receipt = await aReceipt(1500)
  const { built, approve: pay } = await payFrom(receipt.id, 1000)
  await pay()
  const typed = { keyword: receipt.serialNo.toLowerCase(), limit: 50 }
  const { list } = await shop.world.ask(orderCalls.findPageList, typed, clerk.token)
  assert.deepEqual(
    list.map(({ id }) => id),
    [built.order.id],
    'the order is found by the number as it is typed',
  )
  const refused = await revoke(receipt.id)
  assert.deepEqual([refused.respCode, /不能作废/.test(refused.respDesc)], [409, true])
  const tooMuch = await returnMoney(backOf(receipt.id, 501))
  assert.deepEqual([tooMuch.respCode, tooMuch.field], [422, 'amount'])
  const early = await returnMoney(backOf(receipt.id, 1, { day: '2020-01-01' }))
  const late = await returnMoney(backOf(receipt.id, 1, { day: '2999-01-01' }))
  assert.deepEqual([early.respCode, early.field, late.respCode, late.field], [422, 'day', 422, 'day'])
  const back = backOf(receipt.id, 400, { serialNo: ' bk 77-a ' })
  assert.equal((await returnMoney(back)).respCode, 200)
  const twice = await returnMoney({ ...back, serialNo: 'B-K77A', amount: 100 })
  assert.deepEqual([twice.respCode, twice.field], [409, 'serialNo'])
  const [now] = await listed(receipt.serialNo)
  const [line] = now!.reversals
  assert.deepEqual([now!.balance, now!.isVoid, now!.reversals.length], [100, false, 1])
  assert.deepEqual([line!.kind, line!.amount, line!.serialNo, line!.day], ['return', 400, 'BK77A', today])
  assert.equal((await revoke(receipt.id)).respCode, 409)
  await holds()
})

test('one bank transfer is a return or a refund, and not both', async () => {
  const receipt = await aReceipt(900)
  const { built, approve: pay } = await payFrom(receipt.id, 500)
  await pay()
  const items = built.order.items.map(({ id: itemId }) => ({ itemId }))
  const asked = { orderId: built.order.id, items, reason: '不再需要' }
  const { id: refundId } = await shop.world.ask(refundCalls.submit, asked, clerk.token)
  const back = backOf(receipt.id, 400, { serialNo: 'ONE-1' })
  assert.equal((await returnMoney(back)).respCode, 200)
  const offline = { bank: '工商银行', serialNo: 'on-e1', day: today }
  const refused = await shop.world.call(refundCalls.do, { refundId, offline }, clerk.token)
  assert.deepEqual([refused.respCode, refused.field], [409, 'offline.serialNo'])
  const other = { ...offline, serialNo: 'one-2' }
  await shop.world.ask(refundCalls.do, { refundId, offline: other }, clerk.token)
  const more = await aReceipt(10)
  assert.equal((await returnMoney(backOf(more.id, 10, { serialNo: 'ONE2-' }))).respCode, 409)
})

test('above the limit of refunds it takes a second person, who neither proposed nor entered it', async () => {
  const receipt = await aReceipt(20_000)
  const entered = await aReceipt(20_000, chief)
  const proposal = (await returnMoney(backOf(receipt.id, 10_001))).attribute!
  const other = (await revoke(entered.id)).attribute!
  assert.equal((await listed(receipt.serialNo))[0]!.balance, 20_000)
  const waiting = async (serialNo: string) => (await listed(serialNo))[0]!.proposedReversal
  assert.deepEqual(await waiting(receipt.serialNo), { kind: 'return', amount: 10_001 })
  assert.equal((await waiting(entered.serialNo))!.kind, 'void')
  assert.equal((await revoke(receipt.id)).respCode, 409, 'one proposal at a time')
  assert.equal((await returnMoney(backOf(receipt.id, 1))).respCode, 409, 'not below the limit either')
  assert.equal((await approve(proposal.approvalId, clerk)).respCode, 403)
  assert.equal((await approve(other.approvalId)).respCode, 403, 'who entered it')
  assert.equal((await approve(proposal.approvalId)).respCode, 200)
  const [now] = await listed(receipt.serialNo)
  assert.deepEqual(
    [now!.balance, now!.proposedReversal, now!.reversals[0]!.operatorName],
    [9999, null, '主管'],
  )
  const third = await anAccount(shop.world, shop.portal, { role: 'admin' })
  assert.equal((await approve(other.approvalId, third)).respCode, 200)
  assert.equal((await listed(entered.serialNo))[0]!.isVoid, true)
  await holds()
})

test('in parts, refunds among them, no more goes back by one hand in a day than at once', async () => {
  const hand = await anAccount(shop.world, shop.portal, { role: 'admin' })
  const receipt = await aReceipt(20_000, hand)
  assert.equal((await returnMoney(backOf(receipt.id, 6000), hand)).attribute, null)
  const paid = await shop.paid({ price: 5000 })
  const items = paid.order.items.map(({ id: itemId }) => ({ itemId }))
  const asked = { orderId: paid.order.id, items, reason: '不再需要' }
  const refund = await shop.world.ask(refundCalls.submit, asked, hand.token)
  assert.equal(refund.status, 'applied', 'it is proposed')
  assert.equal((await returnMoney(backOf(receipt.id, 4000), hand)).attribute, null)
  assert.ok((await returnMoney(backOf(receipt.id, 1), hand)).attribute)
})

test('in parts, no more leaves a receipt on other days or by other hands than at once', async () => {
  const receipt = await aReceipt(20_000)
  for (const isAlone of [true, true, false]) {
    const hand = await anAccount(shop.world, shop.portal, { role: 'admin' })
    assert.equal((await returnMoney(backOf(receipt.id, 4000), hand)).attribute === null, isAlone)
  }
})

test('a balance that waits to go back pays no order meanwhile', async () => {
  const receipt = await aReceipt(12_000)
  const proposal = (await returnMoney(backOf(receipt.id, 11_500))).attribute!
  await assert.rejects(payFrom(receipt.id, 700), /422 流水号 \w+ 只剩 ¥5\.00/)
  await (await payFrom(receipt.id, 500)).approve()
  assert.equal((await approve(proposal.approvalId)).respCode, 200)
  assert.equal((await listed(receipt.serialNo))[0]!.balance, 0)
  await holds()
})

test('a balance that waits to pay an order neither goes back nor is void meanwhile', async () => {
  const receipt = await aReceipt(800)
  const pay = await payFrom(receipt.id, 800)
  assert.equal((await returnMoney(backOf(receipt.id, 1))).respCode, 422)
  assert.equal((await revoke(receipt.id)).respCode, 409)
  assert.equal((await pay.approve()).respCode, 200)
  await holds()
})

test('reversals stay: the schema lets none be changed, deleted or come to more than is left', async () => {
  const { db } = shop.world
  const receipt = await aReceipt(300)
  await returnMoney(backOf(receipt.id, 100))
  await assert.rejects(db`delete from receipt_reversals where receipt_id = ${receipt.id}`, /stays as it is/)
  await assert.rejects(db`update receipt_reversals set amount = 1`, /stays as it is/)
  const line = { projectId: shop.portal.projectId, receiptId: receipt.id, operatorId: clerk.accountId }
  const more = { ...line, kind: 'void', amount: 300, reason: '重复', approved: false }
  await assert.rejects(db`insert into receipt_reversals ${db(more)}`, /receipts_check|receipts_void/)
})

test('a number that differs in case or blanks alone is the same transfer', async () => {
  assert.equal((await record(transferOf(100, ' icbc 20-26 x '))).respCode, 200)
  for (const same of ['ICBC20-26X', 'icbc20-26x', 'ICBC 20-26 X']) {
    const answer = await record(transferOf(100, same))
    assert.deepEqual([answer.respCode, answer.field], [409, 'serialNo'])
    assert.equal((await listed(same)).length, 1)
  }
  assert.equal((await record(transferOf(100, 'a b c'))).respCode, 422)
})

test('a day long past is a mistake of the year, and refused with its field', async () => {
  const [days] = await shop.world.db<{ last: string; tooOld: string }[]>`
    with today as (select (moment() at time zone 'Asia/Shanghai')::date as day)
    select (day - 366)::text as last, (day - 367)::text as too_old from today`
  assert.equal((await record({ ...transferOf(100), day: days!.last })).respCode, 200)
  const refused = await record({ ...transferOf(100), day: days!.tooOld })
  assert.deepEqual([refused.respCode, refused.field], [422, 'day'])
})

test('nobody proposes or approves that money pays an order of their own, or of an account linked to theirs', async () => {
  const { world } = shop
  const built = await shop.order({ price: 500 })
  const receipt = await aReceipt(500)
  const hand = await anAccount(world, shop.portal, { role: 'admin' })
  const pair = { accountId: built.learner.accountId, linkedId: hand.accountId }
  await world.db`insert into account_links ${world.db({ ...pair, proof: Buffer.from('x') })}`
  const allocations = [{ receiptId: receipt.id, amount: 500 }]
  const input = { orderId: built.order.id, allocations }
  const refused = await world.call(receiptCalls.allocate, input, hand.token)
  assert.deepEqual([refused.respCode, /本人的订单/.test(refused.respDesc)], [409, true])
  const own = await record({ ...transferOf(500), orderId: built.order.id }, hand)
  assert.equal(own.respCode, 409)
  const { approvalId } = await world.ask(receiptCalls.allocate, input, clerk.token)
  assert.equal((await approve(approvalId, hand)).respCode, 409)
  assert.equal((await approve(approvalId)).respCode, 200)
})
