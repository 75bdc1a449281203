import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aFeeShop } from '../../../../test/build/fee.ts'
import { aRequest, enterpriseTitle, requestInvoice, rosterOf } from '../../../../test/build/invoice.ts'
import type { Shop } from '../../../../test/build/order.ts'
import { aLearner, anAccount, aUnit, type BuiltAccount } from '../../../../test/build/portal.ts'
import { anApplication, aSession, aSignUp, type BuiltSignUp } from '../../../../test/build/signUp.ts'
import { until } from '../../../../test/until.ts'
import { approvalCalls } from '../../../approval/contract.ts'
import { invoiceCalls } from '../../../invoice/contract.ts'
import { paymentCalls } from '../../../payment/contract.ts'
import { refundCalls, refundRefusals } from '../../../refund/contract.ts'
import { applicationCalls, applicationRefusals } from '../../application/contract.ts'
import { signUpCalls } from '../../contract.ts'
import { seatCalls } from '../../seat/contract.ts'
import { feeCalls } from '../contract.ts'

let shop: Shop
let admin: BuiltAccount
let manager: BuiltAccount
before(async () => {
  const menus = [
    '/cms-manage/apply-exam-manage',
    '/cms-manage/apply-exam-manage#apply',
    '/cms-manage/cms-order-manage',
    '/cms-manage/cms-order-manage#order',
    '/train-manage/unit-class',
    '/invoice-manage/refund-list#do',
  ]
  ;({ shop, admin, manager } = await aFeeShop({ manager: menus }))
})

/** An approved application of a learner. */
async function anApproved(learner: BuiltAccount, signUp: BuiltSignUp): Promise<string> {
  const { world } = shop
  const id = await anApplication(world, learner.token, signUp)
  await world.ask(applicationCalls.review, { ids: [id], approve: true }, admin.token)
  return id
}

let keys = 0
/** An order of fees of applications that the unit has placed and paid. */
async function paidByUnit(applicationIds: string[], expectedAmount: number) {
  const { world } = shop
  const input = { applicationIds, expectedAmount, requestKey: `unit pays ${++keys}` }
  const { orderId, orderNo } = await world.ask(feeCalls.place, input, manager.token)
  const { codeUrl } = await world.ask(feeCalls.getPayCode, { orderId }, manager.token)
  await shop.payAt(codeUrl)
  await until(async () => (await world.ask(feeCalls.isPaid, { orderId }, manager.token)).paid)
  return { orderId, orderNo }
}

test('a unit invoices the fees that it paid by their sign-ups, with the roster of its people annexed', async () => {
  const { world, portal } = shop
  const [teachers, nurses] = [
    await aSignUp(world, admin.token, { fee: 8000, title: '师资培训' }),
    await aSignUp(world, admin.token, { fee: 500, title: '护理培训' }),
  ]
  const [first, second] = [
    await aLearner(world, portal, { name: '王一' }),
    await aLearner(world, portal, { name: '李二' }),
  ]
  const { orderId, orderNo } = await paidByUnit(
    [await anApproved(first, teachers), await anApproved(second, teachers), await anApproved(first, nurses)],
    16_500,
  )
  const { list } = await world.ask(invoiceCalls.canAddList, { orderId }, manager.token)
  assert.deepEqual(
    list.map(({ kind, left, block, headCount }) => [kind, left, block, headCount]),
    [['cms', 16_500, null, 2]],
  )
  const preview = await world.ask(invoiceCalls.invoiceRemark, { orderIds: [orderId] }, manager.token)
  assert.deepEqual(
    preview.lines.map(({ name, quantity, amount }) => [name.split('*').at(-1), quantity, amount]).toSorted(),
    [
      ['护理培训', 1, 500],
      ['师资培训', 2, 16_000],
    ].toSorted(),
  )
  assert.equal(preview.rosterCount, 2, 'who is on two lines is one person')
  const person = await world.call(invoiceCalls.save, aRequest([orderId], 16_500), manager.token)
  assert.deepEqual([person.respCode, person.field], [422, 'title.kind'])
  const id = await requestInvoice(world, manager, [orderId], 16_500, {
    title: enterpriseTitle,
    paper: preview.paper,
  })
  const shown = await world.ask(invoiceCalls.detail, { id }, manager.token)
  assert.deepEqual([shown.orders.map(({ kind }) => kind), shown.rosterCount], [['cms'], 2])
  const [unit] = await world.db`select name from units where id = ${portal.unitId}`
  const row = (name: string, sold: string, yuan: number) => [orderNo, name, unit!.name as string, sold, yuan]
  for (const reader of [manager, admin])
    assert.deepEqual(
      (await rosterOf(world, id, reader))?.toSorted(),
      [row('李二', '师资培训', 80), row('王一', '师资培训', 80), row('王一', '护理培训', 5)].toSorted(),
    )
  const stranger = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  assert.equal(await rosterOf(world, id, stranger), null)
  for (const one of [first, second]) {
    assert.equal((await world.call(invoiceCalls.detail, { id }, one.token)).respCode, 404)
    assert.equal((await world.ask(invoiceCalls.canAddList, {}, one.token)).total, 0)
  }
})

test('a fee that its applicant paid is invoiced to them, without a roster', async () => {
  const { world, portal } = shop
  const learner = await aLearner(world, portal)
  const applicationId = await anApproved(learner, await aSignUp(world, admin.token, { fee: 8000 }))
  const { orderId } = await world.ask(
    feeCalls.orderMyFee,
    { applicationId, expectedAmount: 8000 },
    learner.token,
  )
  const { codeUrl } = await world.ask(paymentCalls.getOrderPayQrcode, { orderId }, learner.token)
  await shop.payAt(codeUrl)
  await until(async () => (await shop.rows(orderId)).status === 'paid')
  const id = await requestInvoice(world, learner, [orderId], 8000)
  assert.equal((await world.ask(invoiceCalls.detail, { id }, learner.token)).rosterCount, 0)
  assert.equal(await rosterOf(world, id, learner), null)
  const { list } = await world.ask(invoiceCalls.canAddList, {}, manager.token)
  assert.ok(!list.some((one) => one.orderId === orderId), 'it is not the unit’s')
})

/** An exam whose fees the unit paid for two people, who have their seats. */
async function aPaidExam() {
  const { world, portal } = shop
  const signUp = await aSignUp(world, admin.token, {
    kind: 'exam',
    fee: 8000,
    quota: 5,
    subjects: [{ name: '综合知识', sessions: [aSession(9)] }],
  })
  const learners = [await aLearner(world, portal), await aLearner(world, portal)] as const
  const ids = [await anApproved(learners[0], signUp), await anApproved(learners[1], signUp)] as const
  const { orderId } = await paidByUnit([...ids], 16_000)
  await world.ask(seatCalls.assign, { signUpId: signUp.id }, admin.token)
  const { lines } = await world.ask(feeCalls.get, { orderId }, manager.token)
  const itemOf = (id: string) => lines.find(({ applicationId }) => applicationId === id)!.itemId
  return { signUp, learners, ids, orderId, itemIds: [itemOf(ids[0]), itemOf(ids[1])] as const }
}

test('of a fee that a unit paid a withdrawal is refused with what can be done instead, which is for the office', async () => {
  const { world, portal } = shop
  const { learners, ids, orderId, itemIds } = await aPaidExam()
  const [id] = ids
  const ask = { id, reason: '人员变动' }
  for (const { token } of [manager, admin]) {
    const refused = await world.call(applicationCalls.withdrawFor, ask, token)
    assert.deepEqual([refused.respCode, refused.respDesc], [409, applicationRefusals.paidByUnit.zh])
  }
  const own = await world.call(applicationCalls.withdraw, { id }, learners[0].token)
  assert.equal(own.respDesc, applicationRefusals.paidByUnit.zh)
  assert.ok(!/申请退款/.test(own.respDesc), 'neither the unit nor the applicant can apply for it')
  const refund = { orderId, items: [{ itemId: itemIds[0] }], reason: '人员变动' }
  const byUnit = await world.call(refundCalls.submit, refund, manager.token)
  assert.deepEqual([byUnit.respCode, byUnit.respDesc], [403, refundRefusals.notByUnit.zh])
  assert.equal((await world.call(refundCalls.submit, refund, learners[0].token)).respCode, 404)

  const self = await aLearner(world, portal)
  const exam = await aSignUp(world, admin.token, {
    kind: 'exam',
    fee: 8000,
    subjects: [{ name: '甲', sessions: [] }],
  })
  const applicationId = await anApproved(self, exam)
  const due = { applicationId, expectedAmount: 8000 }
  const { orderId: ownOrder } = await world.ask(feeCalls.orderMyFee, due, self.token)
  const { codeUrl } = await world.ask(paymentCalls.getOrderPayQrcode, { orderId: ownOrder }, self.token)
  await shop.payAt(codeUrl)
  await until(async () => (await shop.rows(ownOrder)).status === 'paid')
  const other = await world.call(applicationCalls.withdrawFor, { ...ask, id: applicationId }, manager.token)
  assert.deepEqual([other.respCode, other.respDesc], [409, applicationRefusals.paidByApplicant.zh])
})

test('the office refunds fees of a unit: in part the person keeps the seat, in whole it ends with the application', async () => {
  const { world, portal } = shop
  const second = await anAccount(world, portal, { role: 'admin' })
  const { signUp, ids, orderId, itemIds } = await aPaidExam()
  /** Refunds of a fee that has a ticket, which two persons decide, and waits until the money is back. */
  async function refund(itemId: string, amount?: number) {
    const input = { orderId, items: [{ itemId, ...(amount && { amount }) }], reason: '人员变动' }
    const { id, status } = await world.ask(refundCalls.submit, input, admin.token)
    assert.equal(status, 'applied')
    const [waits] = (await world.ask(approvalCalls.findPageList, { subjectId: id }, second.token)).list
    await world.ask(approvalCalls.approve, { id: waits!.id }, second.token)
    await until(async () => {
      await shop.poll()
      const [row] = await world.db`select status from refunds where id = ${id}`
      return row!.status === 'succeeded'
    })
  }
  const state = async () => {
    const order = await world.ask(feeCalls.get, { orderId }, manager.token)
    const { list: seats } = await world.ask(seatCalls.findSeats, { signUpId: signUp.id }, admin.token)
    const { taken } = await world.ask(signUpCalls.get, { id: signUp.id }, admin.token)
    const lineOf = (id: string) => order.lines.find(({ applicationId }) => applicationId === id)!
    const has = (id: string) => seats.some(({ applicationId }) => applicationId === id)
    return {
      order: [order.status, order.refunded],
      taken,
      people: ids.map((id) => [lineOf(id).status, lineOf(id).refunded, has(id)]),
    }
  }
  assert.deepEqual(await state(), {
    order: ['paid', 0],
    taken: 2,
    people: [
      ['confirmed', 0, true],
      ['confirmed', 0, true],
    ],
  })
  await refund(itemIds[0], 3000)
  assert.deepEqual(await state(), {
    order: ['part_refunded', 3000],
    taken: 2,
    people: [
      ['confirmed', 3000, true],
      ['confirmed', 0, true],
    ],
  })
  await refund(itemIds[0])
  assert.deepEqual(await state(), {
    order: ['part_refunded', 8000],
    taken: 1,
    people: [
      ['refunded', 8000, false],
      ['confirmed', 0, true],
    ],
  })
  await refund(itemIds[1])
  assert.deepEqual(await state(), {
    order: ['refunded', 16_000],
    taken: 0,
    people: [
      ['refunded', 8000, false],
      ['refunded', 8000, false],
    ],
  })
})
