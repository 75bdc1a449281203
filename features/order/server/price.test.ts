import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aShop, type BuiltOrder, type Shop } from '../../../test/build/order.ts'
import { anAccount, aPortal, type BuiltAccount, changeLimits } from '../../../test/build/portal.ts'
import { race } from '../../../test/race.ts'
import { until } from '../../../test/until.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { messageCalls } from '../../message/contract.ts'
import { orderHistoryCalls } from '../../orderHistory/contract.ts'
import { paymentCalls } from '../../payment/contract.ts'
import { orderCalls, orderRefusals } from '../contract.ts'
import { lockOrder } from './actions.ts'

let shop: Shop
let clerk: BuiltAccount
const menus = ['/order-manage/list', '/order-manage/list#free', '/customer/exception-register#approve']
before(async () => {
  shop = await aShop(menus)
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

const reason = '老学员续报优惠'
const reprice = (
  { order }: Pick<BuiltOrder, 'order'>,
  prices: readonly number[],
  by = clerk,
  ids = order.items.map(({ id }) => id),
) => {
  const items = prices.map((payable, i) => ({ itemId: ids[i]!, payable }))
  return shop.world.call(orderCalls.updatePrice, { orderId: order.id, items, reason }, by.token)
}
const orderOf = ({ order, learner }: BuiltOrder) =>
  shop.world.ask(orderCalls.getOrderDetail, { orderId: order.id }, learner.token)

test('a lowered price is what is paid; the learner reads what came off, and what was written for them', async () => {
  const built = await shop.order({ price: 6000 }, [4000])
  const learnerNote = '老学员优惠'
  const items = [{ itemId: built.order.items[0]!.id, payable: 4500 }]
  const lowering = { orderId: built.order.id, items, reason, learnerNote }
  assert.deepEqual(await shop.world.ask(orderCalls.updatePrice, lowering, clerk.token), {
    approvalId: null,
    mayBePaid: false,
  })
  const lowered = await orderOf(built)
  assert.equal(lowered.amount, 8500)
  assert.deepEqual(
    lowered.items.map(({ payable, reduction }) => [payable, reduction]),
    [
      [4500, 1500],
      [4000, 0],
    ],
  )
  const { events } = await shop.world.ask(
    orderHistoryCalls.find,
    { orderId: built.order.id },
    built.learner.token,
  )
  assert.equal(events.find(({ kind }) => kind === 'placed')!.amount, 10_000)
  const step = events.find(({ kind }) => kind === 'repriced')!
  assert.deepEqual([step.amount, step.text, step.person], [8500, learnerNote, null])
  const office = await shop.world.ask(orderHistoryCalls.find, { orderId: built.order.id }, clerk.token)
  const own = office.events.find(({ kind }) => kind === 'repriced')!
  assert.deepEqual([own.text, own.learnerNote], [reason, learnerNote])
  const [log] = await shop.world.db`
    select before, after, reason from operation_logs where subject_id = ${built.order.id} and action = 'order.reprice'`
  assert.deepEqual({ ...log }, { before: { amount: 10_000 }, after: { amount: 8500 }, reason })
  await shop.payAt(await shop.code(built))
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  const [paid] = await shop.world.db`select amount from payments where order_id = ${built.order.id}`
  assert.equal(paid!.amount, 8500)
})

test('each new price is a message with the old and the new sum, and leads to where it is paid', async () => {
  const built = await shop.order({ price: 6000 })
  await reprice(built, [5000])
  await reprice(built, [4000])
  const { list } = await shop.world.ask(messageCalls.findMine, {}, built.learner.token)
  assert.deepEqual(
    list.filter(({ kind }) => kind === 'order.repriced').map(({ text, way }) => [text.zh, way]),
    [
      [
        `订单 ${built.order.orderNo} 的应付金额由 50.00 元改为 40.00 元，请按新金额付款。`,
        `/go-pay?orderId=${built.order.id}`,
      ],
      [
        `订单 ${built.order.orderNo} 的应付金额由 60.00 元改为 50.00 元，请按新金额付款。`,
        `/go-pay?orderId=${built.order.id}`,
      ],
    ],
  )
})

test('a reduction can be undone up to what was agreed, never beyond', async () => {
  const built = await shop.order({ price: 6000 })
  await reprice(built, [1000])
  await reprice(built, [6000])
  assert.equal((await orderOf(built)).amount, 6000)
  const above = await reprice(built, [6001])
  assert.deepEqual([above.respCode, above.respDesc], [422, orderRefusals.priceAbove.zh])
  const rows = await shop.world.db`
    select amount from order_adjustments where order_id = ${built.order.id} order by id`
  assert.deepEqual(
    rows.map(({ amount }) => amount as number),
    [-5000, 5000],
  )
})

test('what makes no sense is refused with its reason and changes nothing', async () => {
  const built = await shop.order({ price: 6000 })
  const other = await shop.order({ price: 6000 })
  const stranger = await aPortal(shop.world, { menus })
  const outsider = await anAccount(shop.world, stranger, { role: 'admin' })
  const refused: [Awaited<ReturnType<typeof reprice>>, number, string?][] = [
    [await reprice(built, [6000]), 422, orderRefusals.priceSame.zh],
    [await reprice(built, [0]), 422, orderRefusals.priceNothing.zh],
    [await reprice(built, [-1]), 422],
    [await reprice(built, [10.5]), 422],
    [await reprice(built, []), 422],
    [await reprice(built, [1, 2], clerk, [built.order.items[0]!.id, built.order.items[0]!.id]), 422],
    [await reprice(built, [1], clerk, [other.order.items[0]!.id]), 404],
    [await reprice(built, [1], outsider), 404],
    [await reprice(built, [1], built.learner), 403],
  ]
  for (const [answer, code, text] of refused) {
    assert.equal(answer.respCode, code, answer.respDesc)
    if (text) assert.equal(answer.respDesc, text)
  }
  assert.equal((await orderOf(built)).amount, 6000)
  const paid = await shop.paid()
  assert.equal((await reprice(paid, [1])).respCode, 409)
})

test('a code that asks for the old price is closed; money it still brought goes back', async () => {
  const built = await shop.order({ price: 6000 })
  const old = await shop.code(built)
  assert.equal((await reprice(built, [5000])).attribute!.mayBePaid, false)
  assert.match(await shop.payAt(old), /已关闭/, 'in the same action')
  const look = { orderId: built.order.id }
  assert.equal((await shop.world.ask(paymentCalls.isOrderPay, look, built.learner.token)).amount, 5000)
  const fresh = await shop.code(built)
  assert.notEqual(fresh, old)
  assert.match(await shop.payAt(old), /已关闭/)
  await shop.payAt(fresh)
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')

  const fast = await shop.order({ price: 6000 })
  const open = await shop.code(fast)
  shop.silence(true)
  assert.equal((await reprice(fast, [5000])).attribute!.mayBePaid, true, 'nobody has closed it')
  shop.silence(false)
  await shop.payAt(open)
  await until(async () => {
    await shop.poll()
    const { payments } = await shop.rows(fast.order.id)
    return payments[0]!.status === 'refunded' && payments[0]!.refunded === 6000
  })
  assert.equal((await shop.rows(fast.order.id)).status, 'unpaid')
})

test('a code nobody looks at again is closed by itself once its price was changed', async () => {
  const built = await shop.order({ price: 6000 })
  await shop.code(built)
  shop.silence(true)
  await reprice(built, [5000])
  shop.silence(false)
  await shop.world.moveClock('5 seconds')
  await shop.poll()
  assert.equal((await shop.rows(built.order.id)).payments[0]!.status, 'closed')
})

test('above the sum of a day a second person decides, and 24 at once never pass it alone', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1000, freeAmountADay: 100 })
  const orders: BuiltOrder[] = []
  for (let n = 0; n < 24; n++) orders.push(await shop.order({ price: 6000 }))
  const answers = await Promise.all(orders.map((order) => reprice(order, [5000], busy)))
  const alone = answers.filter(({ attribute }) => attribute!.approvalId === null)
  assert.equal(alone.length, 10)
  const proposed = answers.findIndex(({ attribute }) => attribute!.approvalId !== null)
  const approvalId = answers[proposed]!.attribute!.approvalId!
  assert.equal((await orderOf(orders[proposed]!)).amount, 6000)
  assert.equal((await reprice(orders[proposed]!, [4000], busy)).respCode, 409, 'proposed once')
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, busy.token)).respCode, 403)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, clerk.token)).respCode, 200)
  assert.equal((await orderOf(orders[proposed]!)).amount, 5000)
  const other = answers.findLast(({ attribute }) => attribute!.approvalId !== null)!.attribute!.approvalId!
  const late = orders[answers.findLastIndex(({ attribute }) => attribute!.approvalId !== null)]!
  await world.ask(orderCalls.cancelMyOrder, { orderId: late.order.id }, late.learner.token)
  assert.equal((await world.call(approvalCalls.approve, { id: other }, clerk.token)).respCode, 409)
  await changeLimits(world, portal.projectId, { freeOrdersADay: null, freeAmountADay: null })
})

test('a reduction of yesterday that is undone today leaves no room for another above the sum of a day', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  await changeLimits(world, portal.projectId, { freeAmountADay: 50 })
  const [old, fresh] = [await shop.order({ price: 6000 }), await shop.order({ price: 6000 })]
  assert.equal((await reprice(old, [1000], busy)).attribute!.approvalId, null)
  await world.db`
    update sole_decisions set created_at = created_at - interval '1 day' where operator_id = ${busy.accountId}`
  assert.equal((await reprice(old, [6000], busy)).attribute!.approvalId, null)
  assert.notEqual((await reprice(fresh, [999], busy)).attribute!.approvalId, null)
  await changeLimits(world, portal.projectId, { freeAmountADay: null })
})

test('what goes back of a lowered order is what was paid for it', async () => {
  const built = await shop.order({ price: 6000 })
  await reprice(built, [3500])
  await shop.payAt(await shop.code(built))
  await until(async () => (await shop.rows(built.order.id)).status === 'paid')
  const [item] = await shop.world.db`
    select payable, payable - refunded - refunding as left from order_items where order_id = ${built.order.id}`
  assert.deepEqual({ ...item }, { payable: 3500, left: 3500 })
  await assert.rejects(
    shop.world.db`update order_items set refunding = 3501 where order_id = ${built.order.id}`,
    /check constraint/,
  )
})

test('who approves waits for the order before the proposal is touched, as who proposes does', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  await changeLimits(world, portal.projectId, { freeOrdersADay: 0 })
  const free = async (built: BuiltOrder) =>
    (await world.ask(orderCalls.freeOrder, { orderId: built.order.id, reason }, busy.token))!.approvalId
  const lower = async (built: BuiltOrder) => (await reprice(built, [1000], busy)).attribute!.approvalId!
  for (const propose of [free, lower]) {
    const built = await shop.order({ price: 6000 })
    const id = await propose(built)
    const [approved] = await race(
      world.db,
      async (tx) => {
        await lockOrder(tx, built.order.id)
        return () => tx`select from approvals where id = ${id} for update nowait`
      },
      () => world.call(approvalCalls.approve, { id }, clerk.token),
    )
    assert.equal(approved.respCode, 200)
  }
  await changeLimits(world, portal.projectId, { freeOrdersADay: null })
})

test('a proposal for some items is not carried out once the others make another total of it', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  const built = await shop.order({ price: 10_000 }, [10_000])
  const [a, b] = built.order.items.map(({ id }) => id) as [string, string]
  const { id: orderId } = built.order
  const set = (items: { itemId: string; payable: number }[], by: BuiltAccount) =>
    world.ask(orderCalls.updatePrice, { orderId, items, reason }, by.token)
  await set([{ itemId: a, payable: 5000 }], clerk)
  await changeLimits(world, portal.projectId, { freeOrdersADay: 0 })
  const approvalId = (await set([{ itemId: b, payable: 6000 }], busy)).approvalId!
  await changeLimits(world, portal.projectId, { freeOrdersADay: null })
  await set(
    [
      { itemId: a, payable: 10_000 },
      { itemId: b, payable: 5000 },
    ],
    clerk,
  )
  const refused = await world.call(approvalCalls.approve, { id: approvalId }, clerk.token)
  assert.equal(refused.respCode, 409)
  const [ended] = (await world.ask(approvalCalls.findPageList, { id: approvalId }, clerk.token)).list
  assert.deepEqual([ended!.status, ended!.decision], ['withdrawn', 'order.repriced'])
  const [order] = await world.db`select amount::int as amount from orders where id = ${orderId}`
  assert.equal(order!.amount, 15_000)
})

test('what is proposed about an order is withdrawn with its end, and leaves the approvers’ queue', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  const proposals = async ({ order }: BuiltOrder) =>
    (await world.ask(approvalCalls.findPageList, { subjectId: order.id }, clerk.token)).list.map(
      ({ kind, status }) => `${kind} ${status}`,
    )
  const proposed = async () => {
    await changeLimits(world, portal.projectId, { freeOrdersADay: 0 })
    const built = await shop.order({ price: 6000 })
    await world.ask(orderCalls.freeOrder, { orderId: built.order.id, reason }, busy.token)
    await reprice(built, [1000], busy)
    assert.deepEqual(await proposals(built), ['price proposed', 'waiver proposed'])
    await changeLimits(world, portal.projectId, { freeOrdersADay: null })
    return built
  }
  const [cancelled, paid, waived, approved] = [
    await proposed(),
    await proposed(),
    await proposed(),
    await proposed(),
  ]
  await world.ask(orderCalls.cancelMyOrder, { orderId: cancelled.order.id }, cancelled.learner.token)
  await shop.payAt(await shop.code(paid))
  await until(async () => (await shop.rows(paid.order.id)).status === 'paid')
  await world.ask(orderCalls.freeOrder, { orderId: waived.order.id, reason }, clerk.token)
  for (const over of [cancelled, paid, waived])
    assert.deepEqual(await proposals(over), ['price withdrawn', 'waiver withdrawn'])
  const [waiver] = (
    await world.ask(approvalCalls.findPageList, { subjectId: approved.order.id, kind: 'waiver' }, clerk.token)
  ).list
  assert.equal((await world.call(approvalCalls.approve, { id: waiver!.id }, clerk.token)).respCode, 200)
  assert.deepEqual(await proposals(approved), ['price withdrawn', 'waiver applied'])
  const [log] = await world.db`
    select actor_id, after->>'kind' as kind from operation_logs
    where subject_id = ${cancelled.order.id} and action = 'approval.withdraw' order by id limit 1`
  assert.equal(log!.actorId, cancelled.learner.accountId)
})

test('a listed order carries its newest proposal, however many there are of others, for those who may propose', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  await changeLimits(world, portal.projectId, { freeOrdersADay: 0 })
  const built = await shop.order({ price: 6000 })
  const waiver = await world.ask(orderCalls.freeOrder, { orderId: built.order.id, reason }, busy.token)
  const listed = async ({ token }: { token: string }) =>
    (await world.ask(orderCalls.findPageList, { id: built.order.id }, token)).list[0]!.proposal
  const known = { id: waiver!.approvalId, kind: 'waiver', status: 'proposed', decision: null }
  assert.deepEqual(await listed(busy), { ...known, own: true })
  assert.deepEqual(await listed(clerk), { ...known, own: false })
  await world.ask(approvalCalls.reject, { id: known.id, reason }, clerk.token)
  assert.deepEqual(await listed(busy), { ...known, status: 'rejected', decision: reason, own: true })
  await changeLimits(world, portal.projectId, { freeOrdersADay: null })
})

test('a proposal that is withdrawn takes back the day it gave its order; one that waits or was decided keeps its own', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  await changeLimits(world, portal.projectId, { freeOrdersADay: 0 })
  const built = await shop.order({ price: 6000 })
  const ends = async () => {
    const [row] = await world.db<
      { ends: string }[]
    >`select expires_at as ends from orders where id = ${built.order.id}`
    return row!.ends
  }
  /** The day that a proposal made at that moment gives. */
  const dayOf = async (approvalId: string) => {
    const [row] = await world.db<{ ends: string }[]>`
      select created_at + interval '1 day' as ends from approvals where id = ${approvalId}`
    return row!.ends
  }
  const withdraw = (id: string) => world.ask(approvalCalls.withdraw, { id }, busy.token)
  const ask = { orderId: built.order.id, reason }
  const waive = async () => (await world.ask(orderCalls.freeOrder, ask, busy.token))!.approvalId
  const own = await ends()
  const waiver = await waive()
  const price = (await reprice(built, [1000], busy)).attribute!.approvalId!
  const extended = await dayOf(price)
  assert.equal(await ends(), extended)
  await withdraw(waiver)
  assert.equal(await ends(), extended, 'the other one waits')
  await withdraw(price)
  assert.equal(await ends(), own)
  const decided = await waive()
  await world.ask(approvalCalls.reject, { id: decided, reason }, clerk.token)
  const kept = await ends()
  assert.equal(kept, await dayOf(decided))
  await withdraw(await waive())
  assert.equal(await ends(), kept, 'what was decided gave the order its time')
  const last = await waive()
  await world.db`update orders set own_end = moment() - interval '1 hour' where id = ${built.order.id}`
  await withdraw(last)
  const [row] = await world.db`select expires_at <= moment() as over from orders where id = ${built.order.id}`
  assert.equal(row!.over, true)
  const late = await world.call(orderCalls.freeOrder, ask, busy.token)
  assert.equal(late.respCode, 409, 'nobody proposes anything about an order whose time is over')
  await changeLimits(world, portal.projectId, { freeOrdersADay: null })
})

test('proposals one after the other hold the places of an order for days at most', async () => {
  const { world, portal } = shop
  const busy = await anAccount(world, portal, { role: 'admin' })
  await changeLimits(world, portal.projectId, { freeOrdersADay: 0 })
  const built = await shop.order({ price: 6000 })
  await world.db`update orders set own_end = expires_at - interval '71 hours' where id = ${built.order.id}`
  await reprice(built, [1000], busy)
  await world.db`update orders set own_end = expires_at - interval '71 hours' where id = ${built.order.id}`
  const ask = { orderId: built.order.id, reason }
  await world.ask(orderCalls.freeOrder, ask, busy.token)
  const [row] = await world.db`
    select expires_at <= own_end + interval '3 days' as "within" from orders where id = ${built.order.id}`
  assert.equal(row!.within, true)
  await changeLimits(world, portal.projectId, { freeOrdersADay: null })
})
