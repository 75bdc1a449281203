import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aFeeShop } from '../../../../test/build/fee.ts'
import { requestInvoice } from '../../../../test/build/invoice.ts'
import { aNumber } from '../../../../test/build/issued.ts'
import { runJob } from '../../../../test/build/job.ts'
import type { Shop } from '../../../../test/build/order.ts'
import { aLearner, anAccount, aUnit, type BuiltAccount } from '../../../../test/build/portal.ts'
import { sitNow } from '../../../../test/build/score.ts'
import { anApplication, aSession, aSignUp, type BuiltSignUp } from '../../../../test/build/signUp.ts'
import { until } from '../../../../test/until.ts'
import { approvalCalls } from '../../../approval/contract.ts'
import { issueCalls } from '../../../invoice/issue/contract.ts'
import { orderCalls } from '../../../order/contract.ts'
import { paymentCalls } from '../../../payment/contract.ts'
import { refundCalls } from '../../../refund/contract.ts'
import { scoreCalls } from '../../../score/contract.ts'
import { enterScores } from '../../../score/server/actions.ts'
import { applicationCalls } from '../../application/contract.ts'
import { signUpCalls } from '../../contract.ts'
import { seatCalls } from '../../seat/contract.ts'
import { feeCalls } from '../contract.ts'

let shop: Shop
let admin: BuiltAccount
let manager: BuiltAccount
before(async () => {
  const menus = [
    '/cms-manage/apply-manage',
    '/cms-manage/cms-order-manage',
    '/cms-manage/cms-order-manage#order',
  ]
  ;({ shop, admin, manager } = await aFeeShop({ admin: ['/cms-manage/score-manage'], manager: menus }))
})

/** An approved application for a sign-up with a fee. */
async function anApproved(signUp: BuiltSignUp, unitId?: string) {
  const { world, portal } = shop
  const learner = await aLearner(world, portal, unitId === undefined ? {} : { unitId })
  const id = await anApplication(world, learner.token, signUp)
  await world.ask(applicationCalls.review, { ids: [id], approve: true }, admin.token)
  return { id, learner }
}

const statusOf = async (id: string) =>
  (await shop.world.ask(applicationCalls.get, { id }, admin.token)).status
const takenOf = async (id: string) => (await shop.world.ask(signUpCalls.get, { id }, admin.token)).taken
const orderMine = (applicationId: string, token: string, expectedAmount = 8000) =>
  shop.world.call(feeCalls.orderMyFee, { applicationId, expectedAmount }, token)
const place = (applicationIds: string[], expectedAmount: number, requestKey: string, token = manager.token) =>
  shop.world.call(feeCalls.place, { applicationIds, expectedAmount, requestKey }, token)

async function pay(orderId: string, token: string): Promise<void> {
  const { codeUrl } = await shop.world.ask(paymentCalls.getOrderPayQrcode, { orderId }, token)
  await shop.payAt(codeUrl)
  await until(async () => (await shop.rows(orderId)).status === 'paid')
}

test('a person orders and pays their own fee, once, and is confirmed by the money', async () => {
  const signUp = await aSignUp(shop.world, admin.token, { fee: 8000, quota: 5 })
  const { id, learner } = await anApproved(signUp)
  const early = await anApplication(shop.world, (await aLearner(shop.world, shop.portal)).token, signUp)
  assert.equal((await orderMine(early, learner.token)).respCode, 404)
  const wrong = await orderMine(id, learner.token, 1)
  assert.deepEqual([wrong.respCode, wrong.field], [409, 'expectedAmount'])
  const { orderId } = (await orderMine(id, learner.token)).attribute as { orderId: string }
  assert.deepEqual((await orderMine(id, learner.token)).attribute, { orderId })
  const order = await shop.world.ask(orderCalls.getOrderDetail, { orderId }, learner.token)
  assert.deepEqual(
    [order.kind, order.amount, order.items.map(({ name, classId, signUpId }) => [name, classId, signUpId])],
    ['cms', 8000, [['师资培训', null, signUp.id]]],
  )
  const refused = await shop.world.call(applicationCalls.withdraw, { id }, learner.token)
  assert.match(refused.respDesc, new RegExp(order.orderNo))
  await pay(orderId, learner.token)
  assert.equal(await statusOf(id), 'confirmed')
  const paid = await shop.world.call(applicationCalls.withdraw, { id }, learner.token)
  assert.match(paid.respDesc, /申请退款/)
  assert.equal((await orderMine(id, learner.token)).respCode, 409)
  assert.equal(await takenOf(signUp.id), 2)
})

test('a cancelled order and one that expires give the place back; then the person may apply again', async () => {
  const signUp = await aSignUp(shop.world, admin.token, { fee: 8000, quota: 1 })
  const one = await anApproved(signUp)
  const { orderId } = (await orderMine(one.id, one.learner.token)).attribute as { orderId: string }
  await shop.world.ask(orderCalls.cancelMyOrder, { orderId }, one.learner.token)
  assert.deepEqual([await statusOf(one.id), await takenOf(signUp.id)], ['lapsed', 0])
  const two = await anApproved(signUp)
  const { orderId: second } = (await orderMine(two.id, two.learner.token)).attribute as { orderId: string }
  await shop.world.db`
    update orders set expires_at = moment() - interval '1 minute' where id = ${second}`
  await shop.world.db`
    update sign_up_applications set pay_until = moment() - interval '1 minute' where id = ${two.id}`
  await runJob(shop.world, 'signUp.lapse')
  assert.equal(await statusOf(two.id), 'approved', 'its order decides')
  await shop.poll()
  await until(async () => (await shop.rows(second)).status === 'cancelled')
  assert.deepEqual([await statusOf(two.id), await takenOf(signUp.id)], ['lapsed', 0])
  await anApplication(shop.world, one.learner.token, signUp)
})

test('a unit pays many in one order; the same request is one order, people of others are not to be had', async () => {
  const { world, portal } = shop
  const signUp = await aSignUp(world, admin.token, { fee: 8000 })
  const other = await aSignUp(world, admin.token, { fee: 500, title: '另一个' })
  const [one, two] = [await anApproved(signUp), await anApproved(other)]
  const beside = await anApproved(signUp, await aUnit(world, portal.projectId))
  const ids = [one.id, two.id]
  assert.equal((await place([...ids, beside.id], 16_500, 'key number 1')).respCode, 404)
  const mixed = await place([one.id, beside.id], 16_000, 'key number 2', admin.token)
  assert.deepEqual([mixed.respCode, mixed.field], [422, 'applicationIds'])
  const wrong = await place(ids, 8000, 'key number 3')
  assert.deepEqual([wrong.respCode, wrong.field], [409, 'expectedAmount'])
  const placed = (await place(ids, 8500, 'key number 4')).attribute as { orderId: string; orderNo: string }
  assert.deepEqual((await place(ids, 8500, 'key number 4')).attribute, placed)
  const changed = await place([one.id], 8000, 'key number 4')
  assert.deepEqual([changed.respCode, changed.field], [409, 'requestKey'])
  assert.match((await place([one.id], 8000, 'key number 5')).respDesc, new RegExp(placed.orderNo))
  assert.equal((await orderMine(one.id, one.learner.token)).respCode, 409)
  const { orderId } = placed
  const { list } = await world.ask(feeCalls.query, {}, manager.token)
  const row = list.find(({ id }) => id === orderId)!
  assert.deepEqual(
    [row.byUnit, row.headCount, row.amount, row.signUpTitles, row.status],
    [true, 2, 8500, ['师资培训', '另一个'], 'unpaid'],
  )
  const detail = await world.ask(feeCalls.get, { orderId }, manager.token)
  assert.deepEqual(
    [detail.lines.map(({ status }) => status), detail.payable],
    [['approved', 'approved'], true],
  )
  const { codeUrl } = await world.ask(feeCalls.getPayCode, { orderId }, manager.token)
  await shop.payAt(codeUrl)
  await until(async () => (await world.ask(feeCalls.isPaid, { orderId }, manager.token)).paid)
  assert.deepEqual([await statusOf(one.id), await statusOf(two.id)], ['confirmed', 'confirmed'])
  const mine = await world.ask(applicationCalls.getMine, { id: one.id }, one.learner.token)
  assert.deepEqual([mine.paidByUnit, mine.orderId, mine.canWithdraw], [true, null, false])
})

test('an order of a unit is seen and cancelled by its managers alone', async () => {
  const { world, portal } = shop
  const signUp = await aSignUp(world, admin.token, { fee: 8000, quota: 2 })
  const { id } = await anApproved(signUp)
  const { orderId } = (await place([id], 8000, 'key number 6')).attribute as { orderId: string }
  const stranger = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  for (const call of [feeCalls.get, feeCalls.cancel, feeCalls.getPayCode, feeCalls.isPaid])
    assert.equal((await world.call(call, { orderId }, stranger.token)).respCode, 404)
  assert.equal((await world.ask(feeCalls.query, {}, stranger.token)).total, 0)
  await world.ask(feeCalls.cancel, { orderId }, manager.token)
  assert.equal((await world.call(feeCalls.cancel, { orderId }, manager.token)).respCode, 409)
  assert.deepEqual([await statusOf(id), await takenOf(signUp.id)], ['lapsed', 0])
})

test('a waived order confirms without money, and what was paid goes back and ends the application', async () => {
  const { world } = shop
  const signUp = await aSignUp(world, admin.token, { fee: 8000, quota: 3 })
  const [free, paid] = [await anApproved(signUp), await anApproved(signUp)]
  const { orderId: waived } = (await orderMine(free.id, free.learner.token)).attribute as { orderId: string }
  await world.ask(orderCalls.freeOrder, { orderId: waived, reason: '困难减免' }, admin.token)
  assert.equal(await statusOf(free.id), 'confirmed')
  await world.ask(applicationCalls.withdraw, { id: free.id }, free.learner.token)
  const { orderId } = (await orderMine(paid.id, paid.learner.token)).attribute as { orderId: string }
  await pay(orderId, paid.learner.token)
  const { items } = await world.ask(orderCalls.getOrderDetail, { orderId }, paid.learner.token)
  const asked = await world.ask(
    refundCalls.submit,
    { orderId, items: [{ itemId: items[0]!.id }], reason: '不能参加考试' },
    paid.learner.token,
  )
  assert.equal(await statusOf(paid.id), 'confirmed')
  await world.ask(refundCalls.do, { refundId: asked.id }, admin.token)
  assert.deepEqual([await statusOf(paid.id), await takenOf(signUp.id)], ['refunded', 0])
  await shop.poll()
  await until(async () => (await shop.rows(orderId)).status === 'refunded')
})

test('once there is a ticket or a score the fee goes back by two persons, and with it what is not published', async () => {
  const { world, portal } = shop
  const second = await anAccount(world, portal, { role: 'admin' })
  const signUp = await aSignUp(world, admin.token, {
    kind: 'exam',
    fee: 8000,
    subjects: [{ name: '综合知识', sessions: [aSession(9)] }],
  })
  const people = [await anApproved(signUp), await anApproved(signUp), await anApproved(signUp)]
  const orders: { orderId: string; itemId: string }[] = []
  for (const { id, learner } of people) {
    const { orderId } = (await orderMine(id, learner.token)).attribute as { orderId: string }
    await pay(orderId, learner.token)
    const { items } = await world.ask(orderCalls.getOrderDetail, { orderId }, learner.token)
    orders.push({ orderId, itemId: items[0]!.id })
  }
  const submit = (at: number, token: string) => {
    const { orderId, itemId } = orders[at]!
    return world.call(refundCalls.submit, { orderId, items: [{ itemId }], reason: '不考了' }, token)
  }
  const scoresOf = async (at: number) =>
    (
      await world.db`select points::int as points, result from scores where application_id = ${people[at]!.id}`
    ).map(({ points, result }) => [points, result])

  // Who asked before the seats were assigned has a ticket by the time the office decides.
  const early = (await submit(0, people[0]!.learner.token)).attribute as { id: string }
  await world.ask(seatCalls.assign, { signUpId: signUp.id }, admin.token)
  const refused = await submit(1, people[1]!.learner.token)
  assert.deepEqual([refused.respCode, /准考证，不能自行退款/.test(refused.respDesc)], [409, true])
  assert.equal((await world.ask(refundCalls.do, { refundId: early.id }, admin.token)).status, 'applied')
  assert.equal(await statusOf(people[0]!.id), 'confirmed')

  await sitNow(world, signUp.id)
  const entries = [1, 2].map((at) => ({
    scoreId: null,
    projectId: portal.projectId,
    accountId: people[at]!.learner.accountId,
    applicationId: people[at]!.id,
    subjectId: signUp.subjectIds[0]!,
    points: 88,
    result: 'passed' as const,
  }))
  await world.db.begin((tx) =>
    enterScores(tx, entries, { source: 'import', by: { ...admin, projectId: portal.projectId } }),
  )
  const again = await submit(1, people[1]!.learner.token)
  assert.match(again.respDesc, /已有成绩，不能自行退款/)
  const data = await world.ask(refundCalls.data, { orderId: orders[1]!.orderId }, admin.token)
  assert.deepEqual(
    data.items.map(({ blocks, examined }) => [blocks, examined]),
    [[[], 'score']],
  )
  const approve = async (refundId: string) => {
    const [waits] = (await world.ask(approvalCalls.findPageList, { subjectId: refundId }, second.token)).list
    assert.equal((await world.call(approvalCalls.approve, { id: waits!.id }, admin.token)).respCode, 403)
    await world.ask(approvalCalls.approve, { id: waits!.id }, second.token)
  }
  const own = (await submit(1, admin.token)).attribute as { id: string; status: string }
  assert.equal(own.status, 'applied')
  assert.deepEqual(await scoresOf(1), [[88, 'passed']])
  await approve(own.id)
  assert.equal(await statusOf(people[1]!.id), 'refunded')
  assert.deepEqual(await scoresOf(1), [[null, 'deleted']])
  const ended = await world.db`
    select o.before from operation_logs o join scores c on c.id::text = o.subject_id
    where o.action = 'score.end' and c.application_id = ${people[1]!.id}`
  assert.deepEqual(
    ended.map(({ before: was }) => was),
    [{ points: 88, result: 'passed' }],
  )
  const appealDays = 5
  const publish = { signUpId: signUp.id, subjectIds: signUp.subjectIds, appealDays }
  await world.ask(scoreCalls.publish, publish, admin.token)
  const { id: applicationId, learner } = people[1]!
  assert.deepEqual(await world.ask(scoreCalls.findMine, { applicationId }, learner.token), [])
  const last = (await submit(2, admin.token)).attribute as { id: string }
  await approve(last.id)
  assert.deepEqual(await scoresOf(2), [[88, 'passed']], 'published before')
})

test('a fee whose person got a ticket while its invoice was reversed goes back by two persons', async () => {
  const { world, portal } = shop
  const signUp = await aSignUp(world, admin.token, {
    kind: 'exam',
    fee: 8000,
    subjects: [{ name: '综合知识', sessions: [aSession(9)] }],
  })
  const { id, learner } = await anApproved(signUp)
  const { orderId } = (await orderMine(id, learner.token)).attribute as { orderId: string }
  await pay(orderId, learner.token)
  const invoiceId = await requestInvoice(world, learner, [orderId], 8000)
  await world.db`
    update invoices set status = 'opened', number = ${aNumber()}, issued_at = moment(), provider = 'manual'
    where id = ${invoiceId}`
  const { items } = await world.ask(orderCalls.getOrderDetail, { orderId }, learner.token)
  const request = { orderId, items: [{ itemId: items[0]!.id }], reason: '不考了' }
  const { id: refundId } = await world.ask(refundCalls.submit, request, learner.token)
  const refund = async () => (await world.ask(refundCalls.do, { refundId }, admin.token)).status
  assert.equal(await refund(), 'awaiting_red')
  await world.ask(seatCalls.assign, { signUpId: signUp.id }, admin.token)
  const [red] = await world.db<{ id: string; day: string }[]>`
    select id, to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from invoices
    where original_id = ${invoiceId}`
  await world.ask(issueCalls.mark, { ...red!, number: aNumber() }, admin.token)
  const stored = async () => (await world.db`select status from refunds where id = ${refundId}`)[0]!.status
  await until(async () => (await stored()) !== 'awaiting_red')
  assert.deepEqual([await stored(), await statusOf(id), await refund()], ['applied', 'confirmed', 'applied'])
  const second = await anAccount(world, portal, { role: 'admin' })
  const [waits] = (await world.ask(approvalCalls.findPageList, { subjectId: refundId }, second.token)).list
  await world.ask(approvalCalls.approve, { id: waits!.id }, second.token)
  assert.equal(await statusOf(id), 'refunded')
})

test('a fee is invoiced under the name of its sign-up', async () => {
  const { world } = shop
  const signUp = await aSignUp(world, admin.token, { fee: 8000 })
  const { id, learner } = await anApproved(signUp)
  const { orderId } = (await orderMine(id, learner.token)).attribute as { orderId: string }
  await pay(orderId, learner.token)
  const invoiceId = await requestInvoice(world, learner, [orderId], 8000)
  const lines = await world.db`
    select class_id, name, amount from invoice_lines where invoice_id = ${invoiceId}`
  assert.deepEqual(
    lines.map(({ classId, name, amount }) => [classId, String(name).endsWith('师资培训'), amount]),
    [[signUp.id, true, 8000]],
  )
})

test('of many that are reviewed together one that cannot be is refused by itself, and the others go on', async () => {
  const { world } = shop
  const signUp = await aSignUp(world, admin.token, { fee: 8000, quota: 5 })
  const [free, ordered, other] = [
    await anApproved(signUp),
    await anApproved(signUp),
    await anApproved(signUp),
  ]
  const { orderId } = (await orderMine(ordered.id, ordered.learner.token)).attribute as { orderId: string }
  const begun = await world.ask(
    applicationCalls.review,
    { filter: { signUpId: signUp.id }, approve: false, reason: '材料不全' },
    admin.token,
  )
  await world.portal.drainJobs()
  const [batch] = await world.db`select succeeded, refused from batches where id = ${begun.batchId!}`
  assert.deepEqual({ ...batch }, { succeeded: 2, refused: 1 })
  assert.deepEqual(
    [await statusOf(free.id), await statusOf(ordered.id), await statusOf(other.id), await takenOf(signUp.id)],
    ['rejected', 'approved', 'rejected', 1],
  )
  await world.ask(orderCalls.cancelMyOrder, { orderId }, ordered.learner.token)
})
