import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fill } from '../../../contract/fill.ts'
import {
  aRequest,
  enterpriseTitle,
  openInvoices,
  personalTitle,
  requestInvoice,
} from '../../../test/build/invoice.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { anAccount, aUnit, type BuiltAccount } from '../../../test/build/portal.ts'
import { aRoster, aUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { until } from '../../../test/until.ts'
import { batchOrderCalls } from '../../batchOrder/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { invoiceCalls, invoiceRefusals, invoiceRules } from '../contract.ts'

let shop: Shop
let office: BuiltAccount
before(async () => {
  shop = await aShop([...unitClassMenus, '/project-manage/setting', '/invoice-manage/invoice-list'])
  office = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '财务' })
  await openInvoices(shop.world, office)
})

/** Asserts that a request for orders, and its preview, are refused by a rule and write nothing. */
async function assertBlocked(
  { token }: BuiltAccount,
  request: ReturnType<typeof aRequest>,
  { rule, code, orderNo }: { rule: keyof typeof invoiceRules; code: number; orderNo: string },
): Promise<void> {
  const { world } = shop
  const { orderIds } = request
  const written = async () => [
    ...(await world.db`
      select o.id, o.invoiced, (select count(*)::int from invoice_lines l where l.order_id = o.id) as lines
      from orders o where o.id = any(${orderIds}) order by o.id`),
  ]
  const before = await written()
  const replies = [
    await world.call(invoiceCalls.invoiceRemark, { orderIds }, token),
    await world.call(invoiceCalls.save, request, token),
  ]
  for (const { respCode, respDesc, field } of replies)
    assert.deepEqual(
      [respCode, respDesc, field],
      [code, fill(invoiceRules[rule].zh, { orderNo }), 'orderIds'],
    )
  assert.deepEqual(await written(), before)
}

const blockOf = async ({ token }: BuiltAccount, orderId: string) =>
  (await shop.world.ask(invoiceCalls.canAddList, { orderId }, token)).list.map(({ left, block }) => [
    left,
    block,
  ])

test('orders that two units paid are not for one invoice, though one manager sees both', async () => {
  const { world, portal } = shop
  const parent = await aUnit(world, portal.projectId)
  const below = await aUnit(world, portal.projectId, parent)
  const placed: { orderId: string; orderNo: string }[] = []
  for (const unitId of [parent, below]) {
    const unitClass = await aUnitClass(world, portal, office, { unitId })
    await aRoster(world, portal, unitClass, 1)
    const input = { payMode: 'transfer', expectedAmount: 5000, expectedHeads: 1 } as const
    const { orderId, orderNo } = await world.ask(
      batchOrderCalls.place,
      { unitClassId: unitClass.id, ...input, requestKey: `order of ${unitId}` },
      unitClass.manager.token,
    )
    await world.db`update orders set status = 'paid', paid_at = moment(), channel = 'offline' where id = ${orderId}`
    placed.push({ orderId, orderNo })
  }
  const manager = await anAccount(world, portal, { role: 'unit', unitId: parent })
  const [first, second] = placed.toSorted((a, b) => a.orderId.localeCompare(b.orderId))
  const both = aRequest([first!.orderId, second!.orderId], 10_000, { title: enterpriseTitle })
  await assertBlocked(manager, both, { rule: 'mixedPayers', code: 422, orderNo: second!.orderNo })
  for (const { orderId } of placed) {
    const alone = aRequest([orderId], 5000, { title: enterpriseTitle })
    assert.equal((await world.call(invoiceCalls.save, alone, manager.token)).respCode, 200)
  }
})

test('a waived order has no money to invoice', async () => {
  const { world } = shop
  const { order, learner } = await shop.order({ price: 6000 })
  await world.ask(orderCalls.freeOrder, { orderId: order.id, reason: '困难职工' }, office.token)
  const { orderNo } = order
  await assertBlocked(learner, aRequest([order.id], 6000), { rule: 'waived', code: 409, orderNo })
  assert.deepEqual(await blockOf(learner, order.id), [[0, fill(invoiceRules.waived.zh, { orderNo })]])
})

test('an order is invoiced for what is left after a refund, and not at all once everything went back', async () => {
  const { world } = shop
  const { order, learner } = await shop.paid({ price: 6000 }, [4000])
  const { orderNo } = order
  async function refund(itemId: string): Promise<void> {
    const input = { orderId: order.id, items: [{ itemId }], reason: '课程调整' }
    const { id } = await world.ask(refundCalls.submit, input, office.token)
    await until(async () => {
      await shop.poll()
      const [row] = await world.db`select status from refunds where id = ${id}`
      return row!.status === 'succeeded'
    })
  }
  await refund(order.items[0]!.id)
  assert.deepEqual(await blockOf(learner, order.id), [[4000, null]])
  const all = await world.call(invoiceCalls.save, aRequest([order.id], 10_000), learner.token)
  assert.deepEqual([all.respCode, all.field], [409, 'expectedAmount'])
  const preview = await world.ask(invoiceCalls.invoiceRemark, { orderIds: [order.id] }, learner.token)
  assert.deepEqual(
    preview.lines.map(({ amount }) => amount),
    [4000],
  )
  await refund(order.items[1]!.id)
  await assertBlocked(learner, aRequest([order.id], 4000), { rule: 'refunded', code: 409, orderNo })
  assert.deepEqual(await blockOf(learner, order.id), [[0, fill(invoiceRules.refunded.zh, { orderNo })]])
})

test('a rejected request that cannot be submitted again names what took its money', async () => {
  const { world } = shop
  const { order, learner } = await shop.paid({ price: 6000 }, [4000, 900])
  const { id: orderId, orderNo } = order
  const id = await requestInvoice(world, learner, [orderId], 10_900)
  const again = { id, kind: 'ordinary' as const, title: enterpriseTitle }
  const offered = async () => {
    const { isSpent, steps } = await world.ask(invoiceCalls.detail, { id }, learner.token)
    return [isSpent, steps]
  }
  assert.deepEqual(await offered(), [false, ['reSave', 'withdraw']])
  const said = async () => {
    assert.deepEqual(await offered(), [true, []])
    const { respCode, respDesc } = await world.call(invoiceCalls.reSave, again, learner.token)
    assert.deepEqual(await standing(), ['rejected', personalTitle.name, 0])
    return [respCode, respDesc]
  }
  const standing = async () => {
    const [row] = await world.db`
      select i.status, i.title ->> 'name' as name, o.invoiced from invoices i, orders o
      where i.id = ${id} and o.id = ${orderId}`
    return [row!.status, row!.name, row!.invoiced]
  }
  const refund = async (at: readonly number[]) => {
    const items = at.map((n) => ({ itemId: order.items[n]!.id }))
    return (await world.ask(refundCalls.submit, { orderId, items, reason: '课程调整' }, office.token)).id
  }
  const ended = (refundId: string) =>
    until(async () => {
      // Its channel was silent: the next turn would be a quarter of a minute away.
      await world.db`
        update refunds set ask_at = moment()
        where id = ${refundId} and status = 'processing' and asked_at < moment() - interval '2 s'`
      await shop.poll()
      const [row] = await world.db`select status from refunds where id = ${refundId}`
      return row!.status === 'succeeded'
    })
  shop.silence(true)
  const first = await refund([0])
  assert.deepEqual(await said(), [409, fill(invoiceRules.refunding.zh, { orderNo })])
  shop.silence(false)
  await ended(first)
  assert.deepEqual(await blockOf(learner, orderId), [[4900, null]])
  const less = { orderNo, left: '49.00', amount: '109.00' }
  assert.deepEqual(await said(), [409, fill(invoiceRefusals.leftLess.zh, less)])
  const other = await requestInvoice(world, learner, [orderId], 4900)
  const { respDesc } = await world.call(invoiceCalls.reSave, again, learner.token)
  assert.equal(respDesc, fill(invoiceRules.invoiced.zh, { orderNo }))
  await world.ask(invoiceCalls.withdraw, { id: other }, learner.token)
  await ended(await refund([1, 2]))
  assert.deepEqual(await said(), [409, fill(invoiceRules.refunded.zh, { orderNo })])
})
