import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { enterpriseTitle, openInvoices, requestInvoice, rosterOf } from '../../../test/build/invoice.ts'
import { aNumber } from '../../../test/build/issued.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, type BuiltAccount } from '../../../test/build/portal.ts'
import { aRoster, aUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { until } from '../../../test/until.ts'
import { batchOrderCalls } from '../../batchOrder/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { invoiceCalls } from '../contract.ts'
import { issueCalls } from '../issue/contract.ts'

let shop: Shop
let office: BuiltAccount
before(async () => {
  shop = await aShop([...unitClassMenus, '/project-manage/setting', '/invoice-manage/invoice-list'])
  office = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '财务' })
  await openInvoices(shop.world, office)
})

/** A batch order of three people at ¥50 a head that their unit has paid, with their places opened. */
async function aPaidBatch() {
  const { world, portal } = shop
  const unitClass = await aUnitClass(world, portal, office)
  const { manager, id: unitClassId } = unitClass
  await aRoster(world, portal, unitClass, 3)
  const { orderId } = await world.ask(
    batchOrderCalls.place,
    { unitClassId, payMode: 'code', expectedAmount: 15_000, expectedHeads: 3, requestKey: 'batch of three' },
    manager.token,
  )
  const { codeUrl } = await world.ask(batchOrderCalls.getBatchOrderPayQrcode, { orderId }, manager.token)
  await shop.payAt(codeUrl)
  await until(async () => (await shop.rows(orderId)).status === 'paid')
  await world.portal.drainJobs()
  const { items, ...order } = await world.ask(
    batchOrderCalls.getBatchOrderDetail,
    { orderId, limit: 50 },
    manager.token,
  )
  const [unit] = await world.db`select name from units where id = ${unitClass.unitId}`
  const [bought] = await world.db`select name from order_items where order_id = ${orderId} limit 1`
  const row = (name: string, yuan = 50) => [
    order.orderNo,
    name,
    unit!.name as string,
    bought!.name as string,
    yuan,
  ]
  return { ...unitClass, orderId, items: items.list, row }
}

const refundStatus = async (id: string) =>
  (await shop.world.db`select status from refunds where id = ${id}`)[0]!.status as string

async function refunded(id: string): Promise<void> {
  await until(async () => {
    await shop.poll()
    return (await refundStatus(id)) === 'succeeded'
  })
}

test('the roster of a batch has who learns and was paid for when it was invoiced, whatever goes back later', async () => {
  const { world, portal } = shop
  const { manager, unitId, orderId, items, row } = await aPaidBatch()
  const [first, second, third] = items.toSorted((a, b) => a.realName.localeCompare(b.realName, 'zh-Hans-CN'))
  const names = [first!, second!, third!].map(({ realName }) => realName)
  const refund = (itemId: string, amount?: number) =>
    world.ask(
      refundCalls.submit,
      { orderId, items: [{ itemId, ...(amount && { amount }) }], reason: '人员变动' },
      office.token,
    )
  await refunded((await refund(second!.itemId)).id)
  const fresh = await aLearner(world, portal, { unitId, name: '后来' })
  await world.ask(
    batchOrderCalls.replacePerson,
    { itemId: first!.itemId, accountId: fresh.accountId, reason: '已离职' },
    manager.token,
  )

  const preview = await world.ask(invoiceCalls.invoiceRemark, { orderIds: [orderId] }, manager.token)
  assert.deepEqual(
    [preview.amount, preview.lines.map(({ quantity }) => quantity), preview.rosterCount],
    [10_000, [2], 2],
  )
  const id = await requestInvoice(world, manager, [orderId], 10_000, { title: enterpriseTitle })
  const expected = [row('后来'), row(names[2]!)].toSorted()
  const assertRoster = async (invoiceId: string) => {
    const { rosterCount } = await world.ask(invoiceCalls.detail, { id: invoiceId }, manager.token)
    assert.equal(rosterCount, 2)
    assert.deepEqual((await rosterOf(world, invoiceId, manager))?.toSorted(), expected)
  }
  await assertRoster(id)

  const [{ day }] = (await world.db`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`) as unknown as [
    { day: string },
  ]
  await world.ask(issueCalls.mark, { id, number: aNumber(), day }, office.token)
  const later = await refund(third!.itemId)
  assert.equal(later.status, 'awaiting_red')
  const [red] = await world.db<{ id: string }[]>`select id from invoices where original_id = ${id}`
  await world.ask(issueCalls.mark, { id: red!.id, number: aNumber(), day }, office.token)
  await refunded(later.id)
  await assertRoster(id)
  await assertRoster(red!.id)
})
