import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { sendForm } from '../../../test/build/file.ts'
import {
  aSheetFile,
  settledImport,
  uploadSheet,
  cellsOf,
  downloaded,
  posted,
} from '../../../test/build/import.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { runJob } from '../../../test/build/job.ts'
import { textOf } from '../../../test/build/pdf.ts'
import {
  aLearner,
  anAccount,
  aUnit,
  type BuiltAccount,
  changeLimits,
  changeSettings,
} from '../../../test/build/portal.ts'
import { anIdCard } from '../../../test/build/roster.ts'
import { aRoster, aUnitClass, type BuiltUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { until } from '../../../test/until.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { fileCalls } from '../../file/contract.ts'
import { importCalls } from '../../import/contract.ts'
import { receiptCalls } from '../../receipt/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { batchSheetCalls } from '../sheet/contract.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { batchOrderCalls } from '../contract.ts'
import { batchOrderRefusals } from '../rules.ts'

let shop: Shop
let provider: BuiltAccount
let chief: BuiltAccount
let today: string
before(async () => {
  shop = await aShop(unitClassMenus)
  provider = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '出纳' })
  chief = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '主管' })
  const [row] = await shop.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  today = row!.day as string
})

async function holds(): Promise<void> {
  for (const name of [
    '01-paid-is-recognised',
    '05-order-is-sum-of-items',
    '09-batch-is-delivered',
    '16-enrolment-has-a-basis',
    '17-seats-within-quota',
    '38-payers-agree',
  ]) {
    const file = new URL(`../../../test/invariants/${name}.sql`, import.meta.url)
    assert.deepEqual([...(await shop.world.db.unsafe(readFileSync(file, 'utf8')))], [], name)
  }
}

/** A picture of one pixel, as its uploader has it. */
async function aPicture({ token }: BuiltAccount): Promise<string> {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const sent = await sendForm(
    shop.world,
    fileCalls.uploadImage,
    { file: { name: 'slip.png', mime: 'image/png', bytes } },
    token,
  )
  return sent.attribute.data.key
}

const detail = (orderId: string, { token }: BuiltAccount, more = {}) =>
  shop.world.ask(batchOrderCalls.getBatchOrderDetail, { orderId, limit: 50, ...more }, token)

let serial = 0
const place = (
  unitClass: BuiltUnitClass,
  payMode: 'code' | 'transfer' | 'free',
  heads: number,
  price = 5000,
) =>
  shop.world.ask(
    batchOrderCalls.place,
    {
      unitClassId: unitClass.id,
      payMode,
      expectedHeads: heads,
      expectedAmount: heads * price,
      requestKey: `form-${++serial}-00000`,
    },
    unitClass.manager.token,
  )

/** An order of a roster, placed and not paid. */
async function anOrder(count: number, payMode: 'code' | 'transfer' | 'free' = 'transfer', given = {}) {
  const unitClass = await aUnitClass(shop.world, shop.portal, provider, given)
  const people = await aRoster(shop.world, shop.portal, unitClass, count)
  const { orderId } = await place(unitClass, payMode, count)
  return { unitClass, people, orderId }
}

const record = (memo: string, amount: number) =>
  shop.world.ask(
    receiptCalls.record,
    { serialNo: `ICBC${++serial}0000`, payerName: '第一医院', day: today, amount, memo },
    provider.token,
  )

/** The same, paid by a transfer and opened. */
async function anOpened(count: number) {
  const built = await anOrder(count)
  const { reference, amount } = await detail(built.orderId, built.unitClass.manager)
  const { approvalId } = await record(`培训费 ${reference}`, amount)
  await shop.world.ask(approvalCalls.approve, { id: approvalId! }, chief.token)
  await shop.world.portal.drainJobs()
  return built
}

test('a preview says who is in and who not and why, and the sum; the order has what was seen, once', async () => {
  const unitClass = await aUnitClass(shop.world, shop.portal, provider, { quota: 2 })
  const { id: unitClassId, manager } = unitClass
  await aRoster(shop.world, shop.portal, unitClass, 3)
  const seen = await shop.world.ask(batchOrderCalls.preview, { unitClassId }, manager.token)
  assert.deepEqual([seen.headCount, seen.leftOut, seen.price, seen.amount], [2, 1, 5000, 10_000])
  assert.equal(seen.transferDays, 15)
  const out = await shop.world.ask(batchOrderCalls.preview, { unitClassId, only: 'out' }, manager.token)
  assert.equal(out.list[0]!.problem!.code, 'noSeat')
  const input = {
    unitClassId,
    payMode: 'transfer' as const,
    expectedHeads: 3,
    expectedAmount: 15_000,
    requestKey: 'form-seen-1',
  }
  const other = await shop.world.call(batchOrderCalls.place, input, manager.token)
  assert.equal(other.respCode, 409)
  assert.match(other.respDesc, /2 人、¥100/)
  const agreed = { ...input, expectedHeads: 2, expectedAmount: 10_000 }
  const placed = await shop.world.ask(batchOrderCalls.place, agreed, manager.token)
  assert.deepEqual(await shop.world.ask(batchOrderCalls.place, agreed, manager.token), placed)
  const reused = await shop.world.call(batchOrderCalls.place, { ...agreed, payMode: 'code' }, manager.token)
  assert.deepEqual([reused.respCode, reused.respDesc], [409, batchOrderRefusals.otherRequest.zh])
  const order = await detail(placed.orderId, manager)
  assert.deepEqual(
    [order.status, order.stage, order.actor, order.headCount, order.firstNames.length, order.items.total],
    ['unpaid', 'toTransfer', 'unit', 2, 2, 2],
  )
  assert.match(order.reference, /^[2-9A-Z]{6}$/)
  const [seats] = await shop.world.db`select sold, held from train_classes where id = ${unitClass.classId}`
  assert.deepEqual({ ...seats }, { sold: 0, held: 2 })
  await shop.world.ask(batchOrderCalls.cancelBatchOrder, { orderId: placed.orderId }, manager.token)
  const [freed] = await shop.world.db`select sold, held from train_classes where id = ${unitClass.classId}`
  assert.deepEqual({ ...freed }, { sold: 0, held: 0 })
  assert.equal((await detail(placed.orderId, manager)).stage, 'cancelled')
  await holds()
})

test('a unit pays for its people by a code: the notice settles, then a job opens each place once', async () => {
  const { unitClass, people, orderId } = await anOrder(3, 'code')
  const { manager } = unitClass
  const code = await shop.world.ask(batchOrderCalls.getBatchOrderPayQrcode, { orderId }, manager.token)
  assert.equal(code.amount, 15_000)
  const stranger = await anAccount(shop.world, shop.portal, {
    role: 'unit',
    unitId: await aUnit(shop.world, shop.portal.projectId),
  })
  for (const call of [batchOrderCalls.getBatchOrderPayQrcode, batchOrderCalls.isBatchOrderPay])
    assert.equal((await shop.world.call(call, { orderId }, stranger.token)).respCode, 404)
  await shop.payAt(code.codeUrl)
  await until(async () => {
    await shop.world.portal.drainJobs()
    return (
      (await shop.world.ask(batchOrderCalls.isBatchOrderPay, { orderId }, manager.token)).delivery ===
      'opened'
    )
  })
  const paid = await shop.world.ask(batchOrderCalls.isBatchOrderPay, { orderId }, manager.token)
  assert.deepEqual([paid.paid, paid.stage, paid.opened, paid.failed], [true, 'opened', 3, 0])
  const places = await shop.world.db`
    select e.account_id, e.status, e.source from enrolments e join order_items i on i.id = e.source_id
    where i.order_id = ${orderId}`
  assert.deepEqual(
    places.map(({ accountId }) => accountId).sort(),
    people.map(({ accountId }) => accountId).sort(),
  )
  assert.ok(places.every(({ status, source }) => status === 'active' && source === 'batch'))
  const board = await shop.world.ask(
    unitClassCalls.getUnitClassDetailAndList,
    { id: unitClass.id },
    manager.token,
  )
  assert.equal(board.counts.idle, 3)
  const reminded = await shop.world.ask(unitClassCalls.remind, { unitClassId: unitClass.id }, manager.token)
  assert.deepEqual(reminded, { reminded: 3, skipped: 0 })
  assert.equal(
    (await shop.world.call(unitClassCalls.remind, { unitClassId: unitClass.id }, manager.token)).respCode,
    409,
  )
  await holds()
})

test('a transfer too small stays visible, and pays together with a second one once another person approves', async () => {
  const { unitClass, orderId } = await anOrder(2)
  const { manager } = unitClass
  const { reference } = await detail(orderId, manager)
  const first = await record(`付款码${reference.toLowerCase()}`, 4000)
  assert.equal(first.approvalId, null)
  const part = await detail(orderId, manager)
  assert.deepEqual(
    [part.stage, part.received, part.receipts.length, part.receipts[0]!.serialNo],
    ['partPaid', 4000, 1, null],
  )
  const matches = await shop.world.ask(
    receiptCalls.findMatches,
    { receiptId: first.receiptId },
    provider.token,
  )
  assert.deepEqual([matches[0]!.id, matches[0]!.isNamed, matches[0]!.received], [orderId, true, 4000])
  const second = await record(`${reference}补款`, 7000)
  assert.ok(second.approvalId)
  assert.equal((await detail(orderId, manager)).stage, 'toApprove')
  const own = await shop.world.call(approvalCalls.approve, { id: second.approvalId }, provider.token)
  assert.equal(own.respCode, 403)
  await shop.world.ask(approvalCalls.approve, { id: second.approvalId }, chief.token)
  await shop.world.portal.drainJobs()
  const opened = await detail(orderId, manager)
  assert.deepEqual(
    [opened.stage, opened.channel, opened.received, opened.amount],
    ['opened', 'offline', 11_000, 10_000],
  )
  assert.equal(
    opened.receipts.reduce((sum, { allocated }) => sum + allocated, 0),
    10_000,
  )
  await holds()
})

test('a slip is reviewed, rejected with a reason, and belongs to one order', async () => {
  const { unitClass, orderId } = await anOrder(1, 'code')
  const { manager } = unitClass
  const proof = await aPicture(manager)
  const slip = { orderId, payerName: '第一医院', day: today, amount: 5000, serialNo: 'abc 12345', proof }
  const ahead = await shop.world.call(
    batchOrderCalls.submitVoucher,
    { ...slip, day: '2099-01-01' },
    manager.token,
  )
  assert.deepEqual([ahead.respCode, ahead.field], [422, 'day'])
  await shop.world.ask(batchOrderCalls.submitVoucher, slip, manager.token)
  const waiting = await detail(orderId, provider)
  assert.deepEqual(
    [waiting.stage, waiting.payMode, waiting.voucher!.serialNo, waiting.steps.includes('rejectVoucher')],
    ['inReview', 'transfer', 'ABC12345', true],
  )
  assert.ok(waiting.secondsLeft > 14 * 86_400)
  const other = await anOrder(1)
  const used = { ...slip, orderId: other.orderId, proof: await aPicture(other.unitClass.manager) }
  const twice = await shop.world.call(batchOrderCalls.submitVoucher, used, other.unitClass.manager.token)
  assert.deepEqual([twice.respCode, twice.field], [409, 'proof'])
  await shop.world.ask(batchOrderCalls.rejectVoucher, { orderId, reason: '金额看不清' }, provider.token)
  const rejected = await detail(orderId, manager)
  assert.deepEqual([rejected.stage, rejected.voucher!.decision], ['voucherRejected', '金额看不清'])
  await shop.world.ask(batchOrderCalls.submitVoucher, used, other.unitClass.manager.token)
})

test('the picture of a slip stays as long as the slip', async () => {
  const { unitClass, orderId } = await anOrder(1)
  const { manager } = unitClass
  const { world } = shop
  const slip = { orderId, payerName: '第一医院', day: today, amount: 5000, proof: await aPicture(manager) }
  await world.ask(batchOrderCalls.submitVoucher, slip, manager.token)
  await world.db`update images set used_at = used_at - interval '2 hours' where account_id = ${manager.accountId}`
  await runJob(world, 'file.sweep')
  const [swept] = await world.db`
    select error, (select count(*)::int from vouchers where order_id = ${orderId}) as slips
    from jobs where type = 'file.sweep' order by id desc limit 1`
  assert.deepEqual({ ...swept }, { error: null, slips: 1 })
})

test('a slip is work until its money came, and another for the rest is work again', async () => {
  const { unitClass, orderId } = await anOrder(1)
  const { manager } = unitClass
  const { reference } = await detail(orderId, manager)
  const waiting = async () =>
    (await shop.world.ask(workQueueCalls.findMine, {}, provider.token)).find(
      ({ code }) => code === 'batchOrder.voucher',
    )?.count ?? 0
  const before = await waiting()
  const slip = async (amount: number) =>
    shop.world.ask(
      batchOrderCalls.submitVoucher,
      { orderId, payerName: '第一医院', day: today, amount, proof: await aPicture(manager) },
      manager.token,
    )
  const state = async () => [(await detail(orderId, manager)).stage, (await waiting()) - before]
  await slip(4000)
  assert.deepEqual(await state(), ['inReview', 1])
  await record(reference, 4000)
  assert.deepEqual(await state(), ['partPaid', 0], 'the unit has to transfer the rest')
  await slip(1000)
  assert.deepEqual(await state(), ['inReview', 1])
})

test('a free batch is waived by its terms, above the limit by a second person', async () => {
  const { unitClass, orderId } = await anOrder(2, 'free')
  assert.equal((await detail(orderId, unitClass.manager)).stage, 'toFree')
  const input = { orderId, reason: '公益培训' }
  await changeLimits(shop.world, shop.portal.projectId, { freeAmountADay: 50 })
  const proposed = await shop.world.ask(batchOrderCalls.unitBatchFreeOrder, input, provider.token)
  assert.equal((await detail(orderId, provider)).status, 'unpaid')
  const own = await shop.world.call(approvalCalls.approve, { id: proposed!.approvalId }, provider.token)
  assert.equal(own.respCode, 403)
  await shop.world.ask(approvalCalls.approve, { id: proposed!.approvalId }, chief.token)
  await shop.world.portal.drainJobs()
  assert.deepEqual(
    [(await detail(orderId, provider)).status, (await detail(orderId, provider)).stage],
    ['free', 'opened'],
  )
  const unitOnly = await anOrder(1, 'transfer', { payModes: ['transfer'] })
  const refused = await shop.world.call(
    batchOrderCalls.unitBatchFreeOrder,
    { orderId: unitOnly.orderId, reason: '公益培训' },
    provider.token,
  )
  assert.deepEqual([refused.respCode, refused.respDesc], [409, batchOrderRefusals.notFree.zh])
  await holds()
})

test('a place nobody has begun goes to another person and keeps its end; one that is begun stays', async () => {
  const { unitClass, people, orderId } = await anOpened(2)
  const { manager, unitId, id: unitClassId } = unitClass
  const { items } = await detail(orderId, manager)
  const fresh = await aLearner(shop.world, shop.portal, { unitId, name: '后来' })
  const [item] = items.list.filter(({ accountId }) => accountId === people[0]!.accountId)
  const input = { itemId: item!.itemId, accountId: fresh.accountId, reason: '已离职' }
  const [before] = await shop.world.db`select expires_at from enrolments where source_id = ${item!.itemId}`
  await shop.world.ask(batchOrderCalls.replacePerson, input, manager.token)
  const [after] = await shop.world.db`
    select account_id, expires_at, status from enrolments where source_id = ${item!.itemId} and status = 'active'`
  assert.deepEqual([after!.accountId, after!.expiresAt], [fresh.accountId, before!.expiresAt])
  const [now] = (await detail(orderId, manager)).items.list.filter(({ itemId }) => itemId === item!.itemId)
  assert.deepEqual([now!.accountId, now!.replaced.length, now!.state], [fresh.accountId, 1, 'opened'])
  const board = await shop.world.ask(
    unitClassCalls.getUnitClassDetailAndList,
    { id: unitClassId },
    manager.token,
  )
  assert.deepEqual([board.total, board.counts.idle], [2, 2])
  await shop.world.db`
    update enrolments set watched_seconds = 1 where source_id = ${item!.itemId} and status = 'active'`
  const begun = await shop.world.call(
    batchOrderCalls.replacePerson,
    { ...input, accountId: people[0]!.accountId },
    manager.token,
  )
  assert.deepEqual([begun.respCode, begun.respDesc], [409, '“后来”已开始学习，名额不能换给别人'])
  const taken = await shop.world.call(
    batchOrderCalls.replacePerson,
    { ...input, itemId: items.list.find(({ itemId }) => itemId !== item!.itemId)!.itemId },
    manager.token,
  )
  assert.deepEqual([taken.respCode, taken.field], [422, 'accountId'])
  await holds()
})

test('money of an item goes back to the unit, and ends the place of whom it was for', async () => {
  const { unitClass, orderId } = await anOpened(2)
  const { items } = await detail(orderId, provider)
  const asked = { orderId, items: [{ itemId: items.list[0]!.itemId }], reason: '已离职' }
  const { id: refundId } = await shop.world.ask(refundCalls.submit, asked, provider.token)
  const offline = { bank: '工商银行', serialNo: `BACK${++serial}000`, day: today }
  await shop.world.ask(refundCalls.do, { refundId, offline }, provider.token)
  const order = await detail(orderId, unitClass.manager)
  assert.deepEqual([order.status, order.stage, order.refunded], ['part_refunded', 'partRefunded', 5000])
  assert.deepEqual(order.items.list.map(({ state }) => state).sort(), ['opened', 'refunded'])
  await holds()
})

test('a sheet orders its people: they join the roster, one order has them, errors come back as a sheet', async () => {
  const unitClass = await aUnitClass(shop.world, shop.portal, provider, { quota: 2 })
  const { id: unitClassId, manager } = unitClass
  const header = ['姓名', '证件号码', '手机号']
  const bytes = aSheetFile([
    header,
    ['订单甲', anIdCard(21), ''],
    ['订单乙', anIdCard(22), ''],
    ['订单丙', anIdCard(23), ''],
    ['订单甲', anIdCard(21), ''],
  ])
  const file = { name: '订单.xlsx', mime: 'application/octet-stream', bytes }
  const fields = { unitClassId, payMode: 'transfer', createUnknown: 'yes' }
  const sent = await sendForm(
    shop.world,
    batchSheetCalls.importStudentOrderList,
    { fields, file },
    manager.token,
  )
  assert.equal(sent.respCode, 200, sent.respDesc)
  const { importId } = sent.attribute
  await settledImport(shop.world, manager.token, importId)
  const ask = batchSheetCalls.queryImportUnitClassOrderProgress
  const done = await shop.world.ask(ask, { importId }, manager.token)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 2, 2])
  const order = await detail(done.orderId!, manager)
  assert.deepEqual([order.headCount, order.amount, order.stage], [2, 10_000, 'toTransfer'])
  const { path } = batchSheetCalls.exportErrorExcel
  const errors = cellsOf((await downloaded(shop.world, manager.token, path, { importId })).bytes)
  assert.match(errors.flat().join(' '), /名额不够/)
  assert.deepEqual(cellsOf(await posted(shop.world, manager.token, path, { importId })), errors)
  const { uploadId } = await uploadSheet(shop.world, manager.token, bytes)
  const begun = await shop.world.ask(
    batchSheetCalls.initImportUnitClassOrder,
    { unitClassId, payMode: 'transfer', uploadId },
    manager.token,
  )
  const checked = await settledImport(shop.world, manager.token, begun.importId)
  assert.deepEqual([checked.status, checked.fresh, checked.bad], ['checked', 1, 3])
  // What is ordered counts for who uploaded it.
  const byAnother = await shop.world.call(
    importCalls.apply,
    { importId: begun.importId, updateExisting: false },
    provider.token,
  )
  assert.deepEqual([byAnother.respCode, /只有上传人可以导入/.test(byAnother.respDesc)], [403, true])
  await shop.world.ask(importCalls.cancel, { importId: begun.importId }, manager.token)
  await holds()
})

test('lists have head, count and first names, by unit, stage and reference; another unit’s answer 404', async () => {
  const { unitClass, orderId } = await anOrder(4)
  const { manager, unitId } = unitClass
  const { reference } = await detail(orderId, manager)
  for (const [call, input] of [
    [batchOrderCalls.queryPageList, { unitId, stage: ['toTransfer' as const] }],
    [batchOrderCalls.queryUnitBatchPageList, {}],
    [batchOrderCalls.queryUnitBatchPageList, { unitId, keyword: reference }],
    [batchOrderCalls.queryBatchOrderListByUnitClassId, { unitClassId: unitClass.id }],
  ] as const) {
    const { total, list } = await shop.world.ask(
      call as typeof batchOrderCalls.queryPageList,
      input as object,
      manager.token,
    )
    assert.deepEqual(
      [total, list[0]!.id, list[0]!.headCount, list[0]!.firstNames.length],
      [1, orderId, 4, 3],
      call.path,
    )
    assert.ok(!('items' in list[0]!))
  }
  const stranger = await anAccount(shop.world, shop.portal, {
    role: 'unit',
    unitId: await aUnit(shop.world, shop.portal.projectId),
  })
  assert.equal((await shop.world.ask(batchOrderCalls.queryPageList, { unitId }, stranger.token)).total, 0)
  for (const call of [
    batchOrderCalls.getBatchOrderDetail,
    batchOrderCalls.cancelBatchOrder,
    batchOrderCalls.payByTransfer,
    batchOrderCalls.retryDelivery,
  ])
    assert.equal((await shop.world.call(call, { orderId }, stranger.token)).respCode, 404, call.path)
})

test('the pro-forma invoice has the account and the reference; it is of unpaid orders alone', async () => {
  await changeSettings(shop.world, shop.portal.projectId, {
    bankAccountName: '江海继续教育中心',
    bankName: '工商银行江海支行',
    bankAccount: '6222020001112233445',
  })
  const { unitClass, orderId } = await anOrder(1)
  const { path } = batchOrderCalls.getProForma
  const printed = await downloaded(shop.world, unitClass.manager.token, path, { orderId })
  const text = textOf(printed.bytes).replaceAll(/\s/g, '')
  const { reference, orderNo, className } = await detail(orderId, unitClass.manager)
  for (const part of [
    reference,
    orderNo,
    className,
    '江海继续教育中心',
    '工商银行江海支行',
    '6222020001112233445',
    '50.00',
  ])
    assert.ok(text.includes(part), `${part} is not in ${text}`)
  await shop.world.ask(batchOrderCalls.cancelBatchOrder, { orderId }, unitClass.manager.token)
  const over = await downloaded(shop.world, unitClass.manager.token, path, { orderId })
  assert.equal(JSON.parse(over.bytes.toString()).respCode, 409)
})
