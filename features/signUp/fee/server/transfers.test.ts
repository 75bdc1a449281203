import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { sendForm } from '../../../../test/build/file.ts'
import { downloaded } from '../../../../test/build/import.ts'
import { aShop, type Shop } from '../../../../test/build/order.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  changeSettings,
} from '../../../../test/build/portal.ts'
import {
  anApplication,
  aSession,
  aSignUp,
  type BuiltSignUp,
  signUpMenus,
} from '../../../../test/build/signUp.ts'
import { until } from '../../../../test/until.ts'
import { approvalCalls } from '../../../approval/contract.ts'
import { fileCalls } from '../../../file/contract.ts'
import { receiptCalls } from '../../../receipt/contract.ts'
import { voucherRefusals } from '../../../receipt/voucher/rules.ts'
import { workQueueCalls } from '../../../workQueue/contract.ts'
import { applicationCalls } from '../../application/contract.ts'
import { seatCalls } from '../../seat/contract.ts'
import { feeCalls } from '../contract.ts'

const menus = [...signUpMenus, '/order-manage/list', '/customer/exception-register']
const account = { name: '江海学院', bank: '中国银行江海支行', number: '6222000000000001' }
let shop: Shop
let clerk: BuiltAccount
let chief: BuiltAccount
let manager: BuiltAccount
let today: string
before(async () => {
  shop = await aShop(menus)
  const { world, portal } = shop
  const held = ['/cms-manage/cms-order-manage', '/cms-manage/cms-order-manage#order']
  await world.db`update roles set menus = ${held} where id = ${portal.roles.unit}`
  clerk = await anAccount(world, portal, { role: 'admin', userName: '出纳' })
  chief = await anAccount(world, portal, { role: 'admin', userName: '主管' })
  manager = await anAccount(world, portal, { role: 'unit' })
  await changeSettings(world, portal.projectId, {
    bankAccountName: account.name,
    bankName: account.bank,
    bankAccount: account.number,
  })
  const [row] = await world.db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  today = row!.day as string
})

async function holds(): Promise<void> {
  for (const name of ['01-paid-is-recognised', '05-order-is-sum-of-items', '38-payers-agree']) {
    const file = new URL(`../../../../test/invariants/${name}.sql`, import.meta.url)
    assert.deepEqual([...(await shop.world.db.unsafe(readFileSync(file, 'utf8')))], [], name)
  }
}

/** An approved application of a learner of the unit, for a sign-up with a fee. */
async function anApproved(signUp: BuiltSignUp) {
  const learner = await aLearner(shop.world, shop.portal)
  const id = await anApplication(shop.world, learner.token, signUp)
  await shop.world.ask(applicationCalls.review, { ids: [id], approve: true }, clerk.token)
  return { id, learner }
}

let serial = 0
/** A unit's order of the fees of so many people, at ¥80 each. */
async function anOrder(heads: number, changes: Parameters<typeof aSignUp>[2] = {}) {
  const signUp = await aSignUp(shop.world, clerk.token, { fee: 8000, ...changes })
  const applicationIds: string[] = []
  for (let n = 0; n < heads; n++) applicationIds.push((await anApproved(signUp)).id)
  const { orderId } = await shop.world.ask(
    feeCalls.place,
    { applicationIds, expectedAmount: heads * 8000, requestKey: `transfer key ${++serial}` },
    manager.token,
  )
  const { transfer } = await detail(orderId)
  return { signUp, applicationIds, orderId, reference: transfer!.reference }
}

const detail = (orderId: string, { token } = manager) => shop.world.ask(feeCalls.get, { orderId }, token)
const record = (memo: string, amount: number, more = {}, by = clerk) =>
  shop.world.ask(
    receiptCalls.record,
    { serialNo: `BOC${++serial}0000`, payerName: '第一中学', day: today, amount, memo, ...more },
    by.token,
  )
async function statusesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await shop.world.db<{ status: string }[]>`
    select status from sign_up_applications where id = any(${ids as string[]}::uuid[])`
  return rows.map(({ status }) => status)
}

/** A picture of one pixel, as its uploader has it. */
async function aPicture({ token }: BuiltAccount): Promise<string> {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = { name: 'slip.png', mime: 'image/png', bytes }
  return (await sendForm(shop.world, fileCalls.uploadImage, { file }, token)).attribute.data.key
}

test('a unit pays fees by a bank transfer that two persons match: all are confirmed, and tickets follow', async () => {
  const { world } = shop
  const exam = { kind: 'exam' as const, subjects: [{ name: '综合知识', sessions: [aSession(9)] }] }
  const { signUp, applicationIds, orderId, reference } = await anOrder(2, exam)
  const placed = await detail(orderId)
  assert.match(reference, /^[A-HJKMNP-TV-Z][2-9A-HJKMNP-TV-Z]{5}$/)
  assert.deepEqual(
    [placed.stage, placed.transfer!.bankAccount, placed.transfer!.received],
    ['toPay', account, 0],
  )
  const { approvalId } = await record(`报名费${reference.toLowerCase()}`, 16_000)
  assert.ok(approvalId, 'the reference in the memo names the order')
  assert.equal((await detail(orderId)).stage, 'toApprove')
  assert.equal((await world.call(feeCalls.getPayCode, { orderId }, manager.token)).respCode, 409)
  assert.deepEqual(await statusesOf(applicationIds), ['approved', 'approved'])
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, clerk.token)).respCode, 403)
  await world.ask(approvalCalls.approve, { id: approvalId }, chief.token)
  const paid = await detail(orderId)
  assert.deepEqual(
    [paid.status, paid.channel, paid.stage, paid.transfer!.received, paid.transfer!.receipts[0]!.serialNo],
    ['paid', 'offline', null, 16_000, null],
  )
  assert.ok((await detail(orderId, clerk)).transfer!.receipts[0]!.serialNo, 'the provider sees the number')
  assert.deepEqual(await statusesOf(applicationIds), ['confirmed', 'confirmed'])
  await world.ask(seatCalls.assign, { signUpId: signUp.id }, clerk.token)
  const [tickets] = await world.db`
    select count(ticket_no)::int as count from sign_up_applications where id = any(${applicationIds}::uuid[])`
  assert.equal(tickets!.count, 2)
  await holds()
})

test('a part stays visible and pays nothing; with a second transfer it pays, and what is too much stays a balance', async () => {
  const { world } = shop
  const { applicationIds, orderId, reference } = await anOrder(2)
  const first = await record('', 6000, { orderId })
  assert.equal(first.approvalId, null)
  const part = await detail(orderId)
  assert.deepEqual(
    [part.stage, part.transfer!.received, part.transfer!.receipts.length],
    ['partPaid', 6000, 1],
  )
  const matches = await world.ask(receiptCalls.findMatches, { receiptId: first.receiptId }, clerk.token)
  assert.deepEqual([matches[0]!.id, matches[0]!.isNamed, matches[0]!.received], [orderId, true, 6000])
  const second = await record(`${reference} 补款`, 12_000)
  await world.ask(approvalCalls.approve, { id: second.approvalId! }, chief.token)
  const paid = await detail(orderId)
  assert.deepEqual([paid.status, paid.transfer!.received], ['paid', 18_000])
  assert.equal(
    paid.transfer!.receipts.reduce((sum, { allocated }) => sum + allocated, 0),
    16_000,
  )
  assert.deepEqual(await statusesOf(applicationIds), ['confirmed', 'confirmed'])
  const { list } = await world.ask(
    receiptCalls.findPageList,
    { id: second.receiptId, limit: 10 },
    clerk.token,
  )
  assert.equal(list[0]!.free, 2000)
  await holds()
})

test('an order that ended takes no transfer: what has its reference stays a balance', async () => {
  const { world } = shop
  const { applicationIds, orderId, reference } = await anOrder(1)
  await world.db`update orders set expires_at = moment() - interval '1 minute' where id = ${orderId}`
  const slip = { orderId, payerName: '第一中学', day: today, amount: 8000, proof: await aPicture(manager) }
  const late = await world.call(feeCalls.submitVoucher, slip, manager.token)
  assert.deepEqual([late.respCode, late.respDesc], [409, voucherRefusals.timeOver.zh])
  await shop.poll()
  await until(async () => (await shop.rows(orderId)).status === 'cancelled')
  assert.deepEqual(await statusesOf(applicationIds), ['lapsed'])
  const { receiptId, approvalId } = await record(reference, 8000)
  assert.equal(approvalId, null)
  const allocations = [{ receiptId, amount: 8000 }]
  const refused = await world.call(receiptCalls.allocate, { orderId, allocations }, clerk.token)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /已取消/)
  const { list } = await world.ask(receiptCalls.findPageList, { id: receiptId, limit: 10 }, clerk.token)
  assert.equal(list[0]!.free, 8000)
  await holds()
})

test('another sum, another project and another unit come to nothing', async () => {
  const { world, portal } = shop
  const { orderId, reference } = await anOrder(1)
  const { receiptId } = await record('', 9000)
  const allocate = (amount: number, by = clerk) =>
    world.call(receiptCalls.allocate, { orderId, allocations: [{ receiptId, amount }] }, by.token)
  for (const amount of [7999, 8001]) {
    const { respCode, field } = await allocate(amount)
    assert.deepEqual([respCode, field], [422, 'allocations'])
  }
  const foreign = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  assert.equal((await allocate(8000, foreign)).respCode, 404)
  assert.equal((await record(reference, 8000, {}, foreign)).approvalId, null)
  assert.equal((await detail(orderId)).transfer!.received, 0)
  const unitId = await aUnit(world, portal.projectId)
  const stranger = await anAccount(world, portal, { role: 'unit', unitId })
  const slip = { orderId, payerName: '第一中学', day: today, amount: 8000, proof: await aPicture(stranger) }
  assert.equal((await world.call(feeCalls.submitVoucher, slip, stranger.token)).respCode, 404)
  const printed = await downloaded(world, stranger.token, feeCalls.getProForma.path, { orderId })
  assert.equal(JSON.parse(printed.bytes.toString()).respCode, 404)
  const rejected = await world.call(feeCalls.rejectVoucher, { orderId, reason: '不清楚' }, manager.token)
  assert.equal(rejected.respCode, 403)
})

test('a slip is reviewed and rejected with a reason, and leaves the end of the time to pay as it is', async () => {
  const { world } = shop
  const { orderId, reference } = await anOrder(1)
  const { expiresAt } = await detail(orderId)
  const waiting = async () =>
    (await world.ask(workQueueCalls.findMine, {}, clerk.token)).find(({ code }) => code === 'signUp.voucher')
      ?.count ?? 0
  const before = await waiting()
  const handIn = async (proof: string, token = manager.token, of = orderId) =>
    world.call(
      feeCalls.submitVoucher,
      { orderId: of, payerName: '第一中学', day: today, amount: 8000, serialNo: 'slip 0001', proof },
      token,
    )
  assert.equal((await handIn(await aPicture(manager))).respCode, 200)
  const inReview = await detail(orderId, clerk)
  assert.deepEqual(
    [inReview.stage, inReview.transfer!.voucher!.serialNo, inReview.expiresAt, (await waiting()) - before],
    ['inReview', 'SLIP0001', expiresAt, 1],
  )
  for (const filter of [{ stage: ['inReview' as const] }, { keyword: reference.toLowerCase() }]) {
    const { list } = await world.ask(feeCalls.query, filter, clerk.token)
    assert.deepEqual(
      list.map(({ id, stage }) => [id, stage]),
      [[orderId, 'inReview']],
    )
  }
  const other = await anOrder(1)
  const used = await handIn(await aPicture(manager), manager.token, other.orderId)
  assert.deepEqual([used.respCode, used.field], [409, 'proof'])
  await world.ask(feeCalls.rejectVoucher, { orderId, reason: '金额看不清' }, clerk.token)
  const rejected = await detail(orderId)
  assert.deepEqual(
    [rejected.stage, rejected.transfer!.voucher!.decision, (await waiting()) - before],
    ['voucherRejected', '金额看不清', 0],
  )
  const [told] = await world.db`
    select count(*)::int as count from messages
    where account_id = ${manager.accountId} and kind = 'signUp.voucherRejected'`
  assert.equal(told!.count, 1)
  await handIn(await aPicture(manager))
  const { approvalId } = await record(reference, 8000)
  await world.ask(approvalCalls.approve, { id: approvalId! }, chief.token)
  const slips = await world.db`select status from vouchers where order_id = ${orderId} order by id`
  assert.deepEqual(
    slips.map(({ status }) => status),
    ['rejected', 'matched'],
  )
})

test('the pro-forma invoice is of what a unit has to pay', async () => {
  const { world } = shop
  const { orderId } = await anOrder(2)
  const { path } = feeCalls.getProForma
  const printed = await downloaded(world, manager.token, path, { orderId })
  assert.equal(printed.bytes.subarray(0, 5).toString(), '%PDF-')
  await world.ask(feeCalls.cancel, { orderId }, manager.token)
  const over = await downloaded(world, manager.token, path, { orderId })
  assert.equal(JSON.parse(over.bytes.toString()).respCode, 409)
})

test('who pays for themselves pays by code: no reference, no account, no slip', async () => {
  const { world } = shop
  const signUp = await aSignUp(world, clerk.token, { fee: 8000 })
  const { id: applicationId, learner } = await anApproved(signUp)
  const { orderId } = await world.ask(
    feeCalls.orderMyFee,
    { applicationId, expectedAmount: 8000 },
    learner.token,
  )
  const { stage, transfer } = await detail(orderId, clerk)
  assert.deepEqual([stage, transfer], [null, null])
  const slip = { orderId, payerName: '王芳芳', day: today, amount: 8000, proof: await aPicture(clerk) }
  assert.equal((await world.call(feeCalls.submitVoucher, slip, clerk.token)).respCode, 404)
  const printed = await downloaded(world, clerk.token, feeCalls.getProForma.path, { orderId })
  assert.equal(JSON.parse(printed.bytes.toString()).respCode, 404)
  await assert.rejects(
    world.db`update orders set pay_reference = 'K7Q2MX' where id = ${orderId}`,
    /orders_pay_reference/,
  )
})
