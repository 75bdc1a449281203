import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aShop, type BuiltOrder, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, aPortal, type BuiltAccount } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { orderHistoryCalls } from '../../orderHistory/contract.ts'
import { paymentCalls } from '../../payment/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { receiptCalls, receiptRefusals } from '../contract.ts'

let shop: Shop
let clerk: BuiltAccount
let chief: BuiltAccount
let today: string
const menus = [
  '/order-manage/list',
  '/order-manage/list#receipt',
  '/order-manage/list#free',
  '/order-manage/list#cancel',
  '/invoice-manage/refund-list',
  '/invoice-manage/refund-list#do',
  '/customer/exception-register#approve',
  '/train-manage/study-report',
  '/train-manage/study-report#review',
]
before(async () => {
  shop = await aShop(menus)
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '出纳' })
  chief = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '主管' })
  const [row] = await shop.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  today = row!.day as string
})

let serial = 0
const aTransfer = (amount: number) => ({
  serialNo: `ICBC${++serial}`,
  payerName: '王芳',
  day: today,
  amount,
  memo: '报名费',
})
const record = (input: object, by = clerk) =>
  shop.world.call(receiptCalls.record, input as ReturnType<typeof aTransfer>, by.token)
/** A transfer that no order has. */
async function aBalance(amount: number, by = clerk) {
  const transfer = aTransfer(amount)
  assert.deepEqual([(await record(transfer, by)).respCode], [200])
  const { list } = await receipts({ keyword: transfer.serialNo })
  return list[0]!
}
const receipts = (input: object) =>
  shop.world.ask(receiptCalls.findPageList, { limit: 50, ...input }, clerk.token)
const allocate = (orderId: string, allocations: { receiptId: string; amount: number }[], by = clerk) =>
  shop.world.call(receiptCalls.allocate, { orderId, allocations }, by.token)
const approve = (approvalId: string, by = chief) =>
  shop.world.call(approvalCalls.approve, { id: approvalId }, by.token)
const statusOf = async ({ order }: BuiltOrder) => (await shop.rows(order.id)).status

async function holds(): Promise<void> {
  for (const name of ['01-paid-is-recognised', '10-history-is-a-path']) {
    const file = new URL(`../../../test/invariants/${name}.sql`, import.meta.url)
    assert.deepEqual([...(await shop.world.db.unsafe(readFileSync(file, 'utf8')))], [], name)
  }
}

test('a bank transfer pays an order once a second person approves it: places open, the money has its source', async () => {
  const built = await shop.order({ price: 6000 })
  const transfer = aTransfer(6000)
  const proposal = (await record({ ...transfer, orderId: built.order.id })).attribute!
  assert.equal(await statusOf(built), 'unpaid')
  const own = await approve(proposal.approvalId!, clerk)
  assert.equal(own.respCode, 403)
  assert.equal((await approve(proposal.approvalId!)).respCode, 200)
  const rows = await shop.rows(built.order.id)
  assert.deepEqual([rows.status, rows.enrolments, rows.payments], ['paid', 1, []])
  const [order] = (await shop.world.ask(orderCalls.findPageList, { keyword: transfer.serialNo }, clerk.token))
    .list
  assert.deepEqual(
    [order!.id, order!.channel, order!.transactionId],
    [built.order.id, 'offline', transfer.serialNo],
  )
  const [receipt] = (await receipts({ keyword: transfer.serialNo })).list
  assert.deepEqual(
    [receipt!.amount, receipt!.balance, receipt!.day, receipt!.orders, receipt!.operatorName],
    [6000, 0, today, [{ id: built.order.id, orderNo: built.order.orderNo }], '出纳'],
  )
  const { events } = await shop.world.ask(orderHistoryCalls.find, { orderId: built.order.id }, clerk.token)
  const paid = events.find(({ kind }) => kind === 'paid')!
  assert.deepEqual([paid.channel, paid.number], ['offline', transfer.serialNo])
  await holds()
})

test('an excess stays a balance; a part pays nothing, and two parts pay the order together', async () => {
  const built = await shop.order({ price: 5000 })
  const { id: orderId } = built.order
  assert.equal((await record({ ...aTransfer(3000), orderId })).attribute!.approvalId, null)
  const part = (await receipts({ unallocated: true })).list[0]!
  assert.equal(part.balance, 3000)
  const more = await aBalance(2500)
  const proposal = await allocate(orderId, [
    { receiptId: part.id, amount: 3000 },
    { receiptId: more.id, amount: 2000 },
  ])
  assert.equal((await approve(proposal.attribute!.approvalId)).respCode, 200)
  assert.equal(await statusOf(built), 'paid')
  const left = async (id: string) => (await receipts({ id })).list[0]!.balance
  assert.deepEqual([await left(part.id), await left(more.id)], [0, 500])
  assert.ok((await receipts({ unallocated: true })).list.some(({ id }) => id === more.id))
  await holds()
})

test('what cannot be recorded or allocated is refused with its field, and changes nothing', async () => {
  const built = await shop.order({ price: 6000 })
  const { id: orderId } = built.order
  const balance = await aBalance(4000)
  const told = async (answer: Promise<{ respCode: number; respDesc: string; field?: string | null }>) => {
    const { respCode, respDesc, field } = await answer
    return [respCode, field ?? null, respDesc] as const
  }
  const before = (await receipts({})).total
  const bad: [Promise<{ respCode: number; respDesc: string }>, number, string][] = [
    [record({ ...aTransfer(0), orderId }), 422, 'amount'],
    [record({ ...aTransfer(6000), day: '2999-01-01', orderId }), 422, 'day'],
    [record({ ...aTransfer(6000), serialNo: balance.serialNo, orderId }), 409, 'serialNo'],
    [allocate(orderId, [{ receiptId: balance.id, amount: 0 }]), 422, 'allocations'],
    [allocate(orderId, [{ receiptId: balance.id, amount: 4001 }]), 422, 'allocations'],
    [allocate(orderId, [{ receiptId: balance.id, amount: 4000 }]), 422, 'allocations'],
  ]
  for (const [answer, code, field] of bad) {
    const [respCode, named, sentence] = await told(answer)
    assert.equal(respCode, code, sentence)
    assert.ok(named === null || named.startsWith(field), `${named} ${sentence}`)
    assert.ok(sentence.length > 4)
  }
  const twice = { receiptId: balance.id, amount: 3000 }
  assert.equal((await allocate(orderId, [twice, twice])).respCode, 422)
  const sentence = (await allocate(orderId, [{ receiptId: balance.id, amount: 4000 }])).respDesc
  assert.match(sentence, /合计 ¥40\.00，订单应付 ¥60\.00/)
  assert.equal((await receipts({})).total, before)
  const other = await aPortal(shop.world, { menus })
  const stranger = await anAccount(shop.world, other, { role: 'admin' })
  assert.equal((await record({ ...aTransfer(6000), orderId }, stranger)).respCode, 404)
  assert.equal((await allocate(orderId, [{ receiptId: balance.id, amount: 4000 }], stranger)).respCode, 404)
  assert.equal((await shop.world.ask(receiptCalls.findPageList, {}, stranger.token)).total, 0)
  const paid = await shop.paid()
  assert.equal((await record({ ...aTransfer(6000), orderId: paid.order.id })).respCode, 409)
  assert.equal(receiptRefusals.dayAhead.code, 422)
})

test('a serial number is one receipt of a project, and another project’s own', async () => {
  const transfer = aTransfer(100)
  const answers = await Promise.all([record(transfer), record(transfer), record(transfer)])
  assert.deepEqual(answers.map(({ respCode }) => respCode).sort(), [200, 409, 409])
  const hyphens = { ...transfer, serialNo: `${transfer.serialNo.slice(0, 4)}-${transfer.serialNo.slice(4)}` }
  assert.equal((await record(hyphens)).respCode, 409)
  const other = await aPortal(shop.world, { menus })
  const stranger = await anAccount(shop.world, other, { role: 'admin' })
  assert.equal((await record(transfer, stranger)).respCode, 200)
})

test('a transfer, an allocation, a price and a waiver that are sent twice count once', async () => {
  const built = await shop.order({ price: 6000 })
  const { id: orderId } = built.order
  const items = built.order.items.map(({ id: itemId }) => ({ itemId, payable: 5000 }))
  const balance = await aBalance(5000)
  const twice = async (send: () => Promise<{ respCode: number }>) => [
    (await send()).respCode,
    (await send()).respCode,
  ]
  const { call } = shop.world
  const price = { orderId, items, reason: '团购价' }
  assert.deepEqual(await twice(() => call(orderCalls.updatePrice, price, clerk.token)), [200, 422])
  assert.deepEqual(
    await twice(() => allocate(orderId, [{ receiptId: balance.id, amount: 5000 }])),
    [200, 409],
  )
  const transfer = { ...aTransfer(5000), orderId: (await shop.order({ price: 5000 })).order.id }
  assert.deepEqual(await twice(() => record(transfer)), [200, 409])
  const waiver = { orderId, reason: '困难学员' }
  assert.deepEqual(await twice(() => call(orderCalls.freeOrder, waiver, clerk.token)), [200, 409])
  assert.equal((await receipts({ keyword: transfer.serialNo })).total, 1)
  assert.equal((await receipts({ id: balance.id })).list[0]!.balance, 5000)
})

test('who entered the money approves nothing of it, also where another proposed that', async () => {
  const built = await shop.order({ price: 700 })
  const balance = await aBalance(700, chief)
  const proposal = await allocate(built.order.id, [{ receiptId: balance.id, amount: 700 }])
  const refused = await approve(proposal.attribute!.approvalId)
  assert.equal(refused.respCode, 403)
  assert.equal(await statusOf(built), 'unpaid')
  const third = await anAccount(shop.world, shop.portal, { role: 'admin' })
  const offered = async ({ token }: { token: string }) => {
    const queue = { status: 'proposed', own: false, subjectId: built.order.id } as const
    return (await shop.world.ask(approvalCalls.findPageList, queue, token)).list.map(({ steps }) => steps)
  }
  assert.deepEqual(await offered(chief), [], 'what can only be refused is not offered')
  assert.deepEqual(await offered(third), [['approve', 'reject']])
  assert.equal((await approve(proposal.attribute!.approvalId, third)).respCode, 200)
  assert.equal(await statusOf(built), 'paid')
  await holds()
})

test('one balance does not pay two orders, however they are approved', async () => {
  const balance = await aBalance(900)
  const built = [
    await shop.order({ price: 900 }),
    await shop.order({ price: 900 }),
    await shop.order({ price: 900 }),
  ]
  const answers = await Promise.all(
    built.map(({ order }) => allocate(order.id, [{ receiptId: balance.id, amount: 900 }])),
  )
  assert.deepEqual(answers.map(({ respCode }) => respCode).sort(), [200, 422, 422])
  const paid = built[answers.findIndex(({ respCode }) => respCode === 200)]!
  const others = built.filter((one) => one !== paid)
  const [waiting] = (await receipts({ id: balance.id })).list
  const { id, orderNo } = paid.order
  assert.deepEqual(
    [waiting!.balance, waiting!.free, waiting!.proposedFor],
    [900, 0, [{ id, orderNo, amount: 900 }]],
  )
  assert.equal((await receipts({ keyword: balance.serialNo, unallocated: true })).total, 0)
  const back = {
    receiptId: balance.id,
    bank: '工商银行',
    serialNo: 'BACK-900',
    day: today,
    reason: '误转',
  }
  const returned = await shop.world.call(receiptCalls.return, { ...back, amount: 1 }, clerk.token)
  assert.equal(returned.respCode, 422)
  const voided = await shop.world.call(
    receiptCalls.void,
    { receiptId: balance.id, reason: '录错了' },
    clerk.token,
  )
  assert.equal(voided.respCode, 409)
  const { approvalId } = answers.find(({ respCode }) => respCode === 200)!.attribute!
  const taken = await receipts({ approvalId })
  assert.deepEqual(
    taken.list.map((row) => row.id),
    [balance.id],
  )
  await shop.world.ask(approvalCalls.reject, { id: approvalId, reason: '不是这一笔' }, chief.token)
  const again = await allocate(others[0]!.order.id, [{ receiptId: balance.id, amount: 900 }])
  assert.equal((await approve(again.attribute!.approvalId)).respCode, 200)
  assert.deepEqual(
    [await statusOf(paid), await statusOf(others[0]!), await statusOf(others[1]!)],
    ['unpaid', 'paid', 'unpaid'],
  )
  await holds()
})

test('the unpaid orders that a transfer can pay are found, the likeliest first, and others by number or payer', async () => {
  const payerName = '褚遂良'
  const [both, sum, payer, other, dear] = [
    await shop.order({ price: 77_700 }),
    await shop.order({ price: 77_700 }),
    await shop.order({ price: 500 }),
    await shop.order({ price: 600 }),
    await shop.order({ price: 77_800 }),
  ]
  await shop.world.db`
    update orders set payer_name = ${payerName} where id = any(${[both, payer, dear].map(({ order }) => order.id)})`
  const transfer = { ...aTransfer(77_700), payerName }
  const { receiptId } = (await record(transfer)).attribute!
  const found = (input: object = {}, token = clerk.token) =>
    shop.world.call(receiptCalls.findMatches, { receiptId, ...input }, token)
  const ids = async (input: object = {}) => (await found(input)).attribute!.map(({ id }) => id)
  assert.deepEqual(await ids(), [both.order.id, sum.order.id, payer.order.id])
  assert.deepEqual(
    (await found()).attribute!.map(({ isSamePayer, isSameSum }) => [isSamePayer, isSameSum]),
    [
      [true, true],
      [false, true],
      [true, false],
    ],
  )
  assert.deepEqual(await ids({ keyword: other.order.orderNo }), [other.order.id])
  assert.deepEqual(await ids({ keyword: dear.order.orderNo }), [], 'more than is free')
  await allocate(both.order.id, [{ receiptId, amount: 77_700 }])
  assert.deepEqual(await ids(), [], 'nothing is free')
  const stranger = await anAccount(shop.world, await aPortal(shop.world, { menus }), { role: 'admin' })
  assert.equal((await found({}, stranger.token)).respCode, 404)
})

test('an order paid by a code meanwhile is not paid again, and the transfer stays a balance', async () => {
  const built = await shop.order({ price: 800 })
  const transfer = aTransfer(800)
  const code = await shop.code(built)
  const proposal = (await record({ ...transfer, orderId: built.order.id })).attribute!
  await shop.payAt(code)
  await until(async () => (await statusOf(built)) === 'paid')
  assert.equal((await approve(proposal.approvalId!)).respCode, 409)
  assert.equal((await receipts({ keyword: transfer.serialNo })).list[0]!.balance, 800)
  await holds()
})

test('an order whose transfer is being checked says so to its learner, and takes no other payment until then', async () => {
  const built = await shop.order({ price: 1300 })
  const { order, learner } = built
  const { ask, call } = shop.world
  const seen = async () =>
    (await ask(orderCalls.getOrderDetail, { orderId: order.id }, learner.token)).transferPending
  const looked = async () =>
    (await ask(paymentCalls.isOrderPay, { orderId: order.id }, learner.token)).transferPending
  const code = () => call(paymentCalls.getOrderPayQrcode, { orderId: order.id }, learner.token)
  assert.deepEqual([await seen(), await looked()], [false, false])
  const transfer = aTransfer(1300)
  const { approvalId } = (await record({ ...transfer, orderId: order.id })).attribute!
  assert.deepEqual([await seen(), await looked(), (await code()).respCode], [true, true, 409])
  const [listed] = (await ask(orderCalls.findPageList, { id: order.id }, clerk.token)).list
  assert.equal(listed!.isProposed, true)
  const kinds = async (by: BuiltAccount) =>
    (await ask(orderHistoryCalls.find, { orderId: order.id }, by.token)).events.map((event) => [
      event.kind,
      event.person,
      event.number,
      event.text,
    ])
  assert.deepEqual((await kinds(learner)).at(-1), ['transferReceived', null, transfer.serialNo, null])
  await ask(approvalCalls.reject, { id: approvalId!, reason: '同名的另一位学员' }, chief.token)
  assert.deepEqual([await seen(), await looked(), (await code()).respCode], [false, false, 200])
  const rejected = ['transferRejected', null, transfer.serialNo, null]
  assert.deepEqual(
    (await kinds(learner)).filter(([kind]) => kind === 'transferRejected'),
    [rejected],
  )
  assert.deepEqual(
    (await kinds(clerk)).filter(([kind]) => kind === 'transferRejected'),
    [['transferRejected', '主管', transfer.serialNo, '同名的另一位学员']],
  )
})

test('an approved application says of its order that the transfer is being checked', async () => {
  const { ask } = shop.world
  const { classId } = await aClass(shop.world, shop.portal, { price: 1400, needReview: true })
  const learner = await aLearner(shop.world, shop.portal)
  const { enrolmentId } = await ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
  await ask(enrolmentCalls.reviewBatchClass, { ids: [enrolmentId], approve: true }, clerk.token)
  const order = await ask(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 1400 }, learner.token)
  const seen = async () =>
    (await ask(enrolmentCalls.myClass, {}, learner.token)).list.map((mine) => mine.order?.transferPending)
  assert.deepEqual(await seen(), [false])
  const { approvalId } = (await record({ ...aTransfer(1400), orderId: order.id })).attribute!
  assert.deepEqual(await seen(), [true])
  await ask(approvalCalls.withdraw, { id: approvalId! }, clerk.token)
  assert.deepEqual(await seen(), [false])
})

test('a code that is open when the transfer pays closes, and money it still brings goes back', async () => {
  const built = await shop.order({ price: 800 })
  const code = await shop.code(built)
  shop.silence(true)
  const proposal = (await record({ ...aTransfer(800), orderId: built.order.id })).attribute!
  assert.equal((await approve(proposal.approvalId!)).respCode, 200)
  await shop.payAt(code)
  shop.silence(false)
  let minutes = 0
  await until(async () => {
    await shop.world.moveClock(`${++minutes} minutes`)
    await shop.poll()
    return (await shop.rows(built.order.id)).payments[0]!.status === 'refunded'
  })
  assert.equal(await statusOf(built), 'paid')
  await holds()
})

test('what no order has of a transfer waits for who allocates it, as the list has it, until an order takes it', async () => {
  const waiting = async () =>
    (await shop.world.ask(workQueueCalls.findMine, {}, clerk.token)).find(
      ({ code }) => code === 'receipt.unallocated',
    )?.count ?? 0
  const before = await waiting()
  const { id: receiptId } = await aBalance(1500)
  assert.equal(await waiting(), before + 1)
  assert.equal((await receipts({ unallocated: true })).total, before + 1)
  const { order } = await shop.order({ price: 1500 })
  const { attribute } = await allocate(order.id, [{ receiptId, amount: 1500 }])
  assert.equal((await approve(attribute!.approvalId)).respCode, 200)
  assert.equal(await waiting(), before)
})

test('an order paid offline is refunded offline, to the fen', async () => {
  const built = await shop.order({ price: 1200 })
  const transfer = aTransfer(1200)
  const proposal = (await record({ ...transfer, orderId: built.order.id })).attribute!
  await approve(proposal.approvalId!)
  const items = built.order.items.map(({ id: itemId }) => ({ itemId }))
  const asked = { orderId: built.order.id, items, reason: '不再需要' }
  const { id: refundId } = await shop.world.ask(refundCalls.submit, asked, clerk.token)
  const through = await shop.world.call(refundCalls.do, { refundId }, clerk.token)
  assert.equal(through.respCode, 409)
  const [day] = await shop.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const offline = { bank: '工商银行', serialNo: 'BACK1200', day: day!.day as string }
  const came = { ...offline, serialNo: transfer.serialNo.toLowerCase() }
  const twice = await shop.world.call(refundCalls.do, { refundId, offline: came }, clerk.token)
  assert.deepEqual([twice.respCode, twice.field], [409, 'offline.serialNo'], 'a transfer that came in')
  await shop.world.ask(refundCalls.do, { refundId, offline }, clerk.token)
  assert.equal(await statusOf(built), 'refunded')
  const back = await record({ ...aTransfer(500), serialNo: 'BACK-1200' })
  assert.deepEqual([back.respCode, back.field], [409, 'serialNo'], 'a transfer that went out')
  await holds()
})

test('allocations stay: they are neither changed nor deleted, and released once, by their reversal', async () => {
  const { db } = shop.world
  const [line] = await db`select * from allocations where reverses is null order by id limit 1`
  const { id, projectId, receiptId, orderId, amount } = line as unknown as Record<string, string>
  await assert.rejects(db`delete from allocations where id = ${id!}`, /reverses it/)
  await assert.rejects(db`update allocations set amount = 1 where id = ${id!}`, /reverses it/)
  await assert.rejects(
    db`insert into allocations ${db({ projectId: projectId!, receiptId: receiptId!, orderId: orderId!, amount: 1 })}`,
    /receipts_check/,
  )
  const undone = new Error('undone')
  const reversal = { projectId: projectId!, receiptId: receiptId!, orderId: orderId!, reverses: id! }
  const attempt = db.begin(async (tx) => {
    await tx`insert into allocations ${tx({ ...reversal, amount: -Number(amount) })}`
    const [freed] = await tx`select allocated from receipts where id = ${receiptId!}`
    assert.equal(freed!.allocated, 0)
    await assert.rejects(
      tx.savepoint(
        (inner) => inner`insert into allocations ${inner({ ...reversal, amount: -Number(amount) })}`,
      ),
      /allocations_reverses_key|receipts_/,
    )
    throw undone
  })
  await assert.rejects(attempt, (error) => error === undone)
  await assert.rejects(
    db`insert into allocations ${db({ ...reversal, amount: -1 })}`,
    /takes back the whole of one/,
  )
})
