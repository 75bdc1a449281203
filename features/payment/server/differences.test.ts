import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { runJob } from '../../../test/build/job.ts'
import { aShop, type BuiltOrder, type Shop, transactionFor } from '../../../test/build/order.ts'
import { aLearner, anAccount, aUnit, type BuiltAccount } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { messageCalls } from '../../message/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { paymentCalls } from '../contract.ts'

let shop: Shop
let finance: BuiltAccount
before(async () => {
  shop = await aShop(['/order-manage/list', '/project-manage/message'])
  finance = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

const reason = '商户已停用，客户确认没有付款'
const unsettled = ({ order }: BuiltOrder, by = finance) =>
  shop.world.ask(paymentCalls.findUnsettled, { orderId: order.id }, by.token)
const end = (paymentId: string, by = finance) =>
  shop.world.call(paymentCalls.end, { paymentId, reason }, by.token)
const countOf = async (code: string) =>
  (await shop.world.ask(workQueueCalls.findMine, {}, finance.token)).find((work) => work.code === code)
    ?.count ?? 0
const listed = async (attention: 'silent' | 'mismatch') =>
  (await shop.world.ask(orderCalls.findPageList, { attention }, finance.token)).list.map(({ id }) => id)
const rowOf = async ({ order }: BuiltOrder) => {
  const [row] = await shop.world.db`select id, status, failure from payments where order_id = ${order.id}`
  return row as unknown as { id: string; status: string; failure: string | null }
}

/** An order with a code that its channel says nothing about; the channel stays silent. */
async function aSilent(): Promise<{ built: BuiltOrder; codeUrl: string }> {
  shop.silence(false)
  const built = await shop.order()
  const codeUrl = await shop.code(built)
  shop.silence(true)
  await until(async () => {
    await shop.world.db`update payments set ask_at = moment() where order_id = ${built.order.id}`
    await shop.poll()
    return (await rowOf(built)).failure !== null
  })
  return { built, codeUrl }
}

test('a payment without a result is ended by a person, with the reason in the log; entry and alarm go', async () => {
  const { world, portal } = shop
  const { built } = await aSilent()
  await world.ask(orderCalls.freeOrder, { orderId: built.order.id, reason: '院内统一培训' }, finance.token)
  const [payment] = (await unsettled(built)).payments
  assert.deepEqual([await countOf('payment.silent'), await listed('silent')], [1, [built.order.id]])
  const stranger = await aLearner(world, portal)
  const beside = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  const list = '/order-manage/list'
  await world.db`update roles set menus = ${[list, `${list}#free`]} where id = ${portal.roles.unit}`
  assert.equal((await end(payment!.id, stranger)).respCode, 403)
  assert.equal((await end(payment!.id, beside)).respCode, 404)
  assert.equal(
    (await world.call(paymentCalls.end, { paymentId: payment!.id, reason: '' }, finance.token)).respCode,
    422,
  )
  assert.equal((await end(payment!.id)).respCode, 200)
  assert.equal((await rowOf(built)).status, 'closed')
  assert.deepEqual([await countOf('payment.silent'), await listed('silent')], [0, []])
  await runJob(world, 'message.watch')
  assert.deepEqual((await world.ask(messageCalls.findMine, {}, finance.token)).list, [])
  const [logged] = await world.db`
    select reason, actor_id from operation_logs where subject_id = ${payment!.id} and action = 'payment.end'`
  assert.deepEqual({ ...logged }, { reason, actorId: finance.accountId })
  assert.equal((await end(payment!.id)).respCode, 409, 'it is over')
})

test('a payment that nothing is wrong with is not ended', async () => {
  shop.silence(false)
  const built = await shop.order()
  await shop.code(built)
  const { id } = await rowOf(built)
  const refused = await end(id)
  assert.deepEqual([refused.respCode, (await rowOf(built)).status], [409, 'waiting'])
})

test('other money than was asked for waits apart from silence, once, and is settled with its payment', async () => {
  const { world } = shop
  shop.silence(false)
  const built = await shop.order()
  await shop.code(built)
  const number = `${built.order.orderNo}_1`
  for (const id of ['m-1', 'm-2']) {
    const { body, headers } = shop.notice(id, transactionFor(shop, number, 5999))
    assert.equal(await shop.notify(body, headers), 400)
  }
  const { differences } = await unsettled(built)
  assert.deepEqual(
    differences.map(({ kind, number: of, amount, asked }) => [kind, of, amount, asked]),
    [['came', `42${number}`, 5999, 6000]],
  )
  await world.db`update payments set failure = 'other money' where order_id = ${built.order.id}`
  assert.deepEqual([await countOf('payment.mismatch'), await listed('mismatch')], [1, [built.order.id]])
  assert.deepEqual(await listed('silent'), [])
  const input = { differenceId: differences[0]!.id, reason: '已退回付款人' }
  assert.equal((await world.call(paymentCalls.settleDifference, input, finance.token)).respCode, 200)
  assert.deepEqual([await countOf('payment.mismatch'), (await rowOf(built)).status], [0, 'closed'])
  assert.equal((await world.call(paymentCalls.settleDifference, input, finance.token)).respCode, 409)
})

let passed = 0

test('money that comes after a payment was ended goes back as surplus', async () => {
  const { built, codeUrl } = await aSilent()
  assert.equal((await end((await rowOf(built)).id)).respCode, 200)
  shop.silence(false)
  await shop.payAt(codeUrl)
  await until(async () => {
    await shop.world.moveClock(`${(passed += 10)} minutes`)
    await shop.poll()
    return (await rowOf(built)).status === 'refunded'
  })
})
