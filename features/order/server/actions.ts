import { hash, randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { audit, type Action } from '../../../server/audit.ts'
import { rowOf, type Tx } from '../../../server/db.ts'
import type { Scope, Session } from '../../../server/session.ts'
import { holdSeats, lockSeats, releaseSeats } from '../../class/seat/server/actions.ts'
import { lockApproved, openEnrolment } from '../../enrolment/server/actions.ts'
import { type Order, orderRefusals, OrderStatus } from '../contract.ts'
import { listOffers } from '../offer/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { amountOf, orderLifecycle, orderNoOf } from '../rules.ts'
import { findByRequest, getOrder } from './data.ts'
import { orderPaid } from './messages.ts'

export { getOrder } from './data.ts'

const LockedOrder = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  orderNo: Type.String(),
  amount: Type.Integer(),
  refunded: Type.Integer(),
  status: OrderStatus,
  channel: Nullable(Type.String()),
  expiresAt: Type.String(),
  /** Whether its time to pay is over. */
  over: Type.Boolean(),
})
export type LockedOrder = Static<typeof LockedOrder>

/** Locks an order's row until the transaction ends; null when there is none. */
export async function lockOrder(tx: Tx, orderId: string): Promise<LockedOrder | null> {
  const rows = await tx`
    select id, project_id, account_id, order_no, amount, refunded, status, channel, expires_at, expires_at <= moment() as over
    from orders where id = ${orderId} for update`
  return rowOf(LockedOrder, rows)
}

interface OrderInput {
  classIds: readonly string[]
  /** Fen the learner saw. */
  expectedAmount: number
  requestKey?: string
  /** Ids of classes wanted although they are meant for others. */
  acceptMismatch?: readonly string[]
}

/** What a request orders, in few characters: the classes, in whatever order they are named, and the sum in fen. */
const requestHashOf = ({ classIds, expectedAmount }: OrderInput) =>
  hash('sha256', `${[...classIds].sort().join(',')}|${expectedAmount}`)

/**
 * Orders classes at the server's own prices and holds a place in each until it is paid or cancelled. Refuses (409) when
 * a class cannot be bought now or the sum is not what the learner saw; an order of ¥0 is settled in the same
 * transaction. The same request key gives the same order, and is refused (409) with another request.
 */
export async function saveOrder(tx: Tx, session: Session, input: OrderInput): Promise<Order> {
  const { accountId, projectId, unitId } = session
  // One form, one order, however often it is sent: the account's row makes its orders wait for each other.
  const [today] = await tx`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from accounts
    where id = ${accountId} for no key update`
  const requestHash = input.requestKey ? requestHashOf(input) : null
  const known = input.requestKey ? await findByRequest(tx, accountId, input.requestKey) : null
  if (known && known.requestHash !== requestHash) refuse(orderRefusals.otherRequest, {}, 'requestKey')
  if (known) return getOrder(tx, session.scope, known.id)
  // Locked before they are read: the price, the hours and the last place are the same when the order is written.
  const approved = await lockApproved(tx, accountId, input.classIds)
  await lockSeats(tx, input.classIds)
  const offers = await listOffers(tx, session, input.classIds)
  if (offers.length < input.classIds.length) refuse(commonRefusals.notFound)
  if (input.acceptMismatch?.some((id) => !input.classIds.includes(id))) refuse(commonRefusals.notFound)
  // Approved since they were locked: this order came before the approval, and goes without its place.
  const early = offers.find((offer) => offer.approved && !approved.has(offer.classId))
  if (early) refuse(orderRefusals.needs_review, { name: early.name })
  const blocked = offers.find((offer) => offer.obstacle)
  if (blocked) refuse(orderRefusals[blocked.obstacle!], { name: blocked.name })
  const unconfirmed = offers.find((offer) => offer.mismatch && !input.acceptMismatch?.includes(offer.classId))
  if (unconfirmed?.mismatch) {
    const words = orderRefusals[`confirm_${unconfirmed.mismatch.part}`]
    refuse(words, { name: unconfirmed.name }, 'acceptMismatch')
  }
  const amount = amountOf(offers)
  if (amount !== input.expectedAmount)
    refuse(orderRefusals.priceChanged, { amount: yuan(amount) }, 'expectedAmount')
  const items = offers.map(
    ({ classId, name, classType, year, hoursTenths, price, discount, payable, mismatch }, sort) => ({
      ...{ classId, name, classType, year, hoursTenths, price, discount, payable },
      sort,
      holdsSeat: !approved.has(classId),
      mismatch: mismatch?.part ?? null,
    }),
  )
  await holdSeats(
    tx,
    items.filter((item) => item.holdsSeat).map((item) => item.classId),
  )
  const [order] = await tx`
    with made as (
      insert into orders (project_id, account_id, unit_id, order_no, request_key, request_hash, amount,
        expires_at)
      values (${projectId}, ${accountId}, ${unitId}, ${orderNoOf(today!.day as string, randomBytes(10))},
        ${input.requestKey ?? null}, ${requestHash}, ${amount},
        moment() + make_interval(mins => (settings_of(${projectId})->>'orderMinutes')::int))
      returning id),
    lines as (
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, discount,
        payable, holds_seat, mismatch)
      select made.id, ${accountId}, i."classId", i.sort, i.name, i."classType", i.year, i."hoursTenths", i.price,
        i.discount, i.payable, i."holdsSeat", i.mismatch
      from made, jsonb_to_recordset(${tx.json(items as never)}) as i("classId" uuid, sort int, name text,
        "classType" text, year int, "hoursTenths" int, price bigint, discount bigint, payable bigint,
        "holdsSeat" boolean, mismatch text))
    select id from made`
  const id = order!.id as string
  await audit(tx, {
    by: session,
    action: 'order.create',
    subjectKind: 'order',
    subjectId: id,
    after: { amount },
  })
  if (amount === 0) await settleOrder(tx, { orderId: id, amount: 0, channel: 'none' })
  return getOrder(tx, session.scope, id)
}

/** Ends what the items of an order held. */
export async function closeItems(tx: Tx, orderId: string): Promise<void> {
  await tx`update order_items set waiting = false, holds_seat = false where order_id = ${orderId} and waiting`
}

/** Opens the places of an order's items. */
export async function openPlaces(tx: Tx, order: LockedOrder, by: Action['by']): Promise<void> {
  // In the order of class ids: two orders that share classes must not wait for each other in a circle.
  const items = await tx`
    select id, class_id, holds_seat from order_items where order_id = ${order.id} order by class_id`
  for (const item of items) {
    await openEnrolment(tx, {
      projectId: order.projectId,
      accountId: order.accountId,
      classId: item.classId as string,
      source: 'order',
      sourceId: item.id as string,
      by,
      held: item.holdsSeat as boolean,
    })
  }
}

async function cancel(
  tx: Tx,
  order: LockedOrder,
  reason: 'learner' | 'operator' | 'expired' | 'place_gone',
  by: Action['by'],
): Promise<void> {
  const status = orderLifecycle.next(order.status, reason === 'expired' ? 'expire' : 'cancel')
  const operatorId = reason === 'operator' ? by!.accountId : null
  await tx`
    update orders set status = ${status}, closed_reason = ${reason}, closed_at = moment(), operator_id = ${operatorId}
    where id = ${order.id}`
  const held = await tx<{ classId: string }[]>`
    select class_id from order_items where order_id = ${order.id} and holds_seat`
  await releaseSeats(
    tx,
    held.map((item) => item.classId),
  )
  await closeItems(tx, order.id)
  await audit(tx, {
    by,
    projectId: order.projectId,
    action: 'order.cancel',
    subjectKind: 'order',
    subjectId: order.id,
    before: { status: order.status },
    after: { status, reason },
  })
}

/**
 * Settles an unpaid order with money that arrived, in the transaction that records the money: the places are opened
 * with it. `already` when it was paid through this channel before; `surplus` when the order takes no money any more,
 * or when a place is gone, in which case it is cancelled: the payment must go back. Amount in fen; one that is not
 * the order's is a programming error and throws.
 */
export async function settleOrder(
  tx: Tx,
  money: { orderId: string; amount: number; channel: 'none' | 'wechat' | 'alipay' | 'offline' },
): Promise<'settled' | 'surplus'> {
  const order = await lockOrder(tx, money.orderId)
  if (!order) throw new RangeError('Money arrived for an order that does not exist')
  if (!orderLifecycle.can(order.status, 'pay')) return 'surplus'
  if (money.amount !== order.amount) throw new RangeError('Money arrived that is not the order’s amount')
  try {
    await tx.savepoint(async (inner) => openPlaces(inner as Tx, order, null))
  } catch (error) {
    if (!(error instanceof Refusal) || money.amount === 0) throw error
    await cancel(tx, order, 'place_gone', null)
    return 'surplus'
  }
  await tx`
    update orders set status = ${orderLifecycle.next(order.status, 'pay')}, channel = ${money.channel}, paid_at = moment()
    where id = ${order.id}`
  await closeItems(tx, order.id)
  await audit(tx, {
    by: null,
    projectId: order.projectId,
    action: 'order.pay',
    subjectKind: 'order',
    subjectId: order.id,
    before: { status: order.status },
    after: { status: 'paid', amount: money.amount, channel: money.channel },
  })
  // What costs nothing is settled where it is ordered: there is no news in it.
  if (money.amount > 0) {
    const { id: orderId, orderNo } = order
    await sendMessage(tx, orderPaid, order.accountId, { orderId, orderNo, amount: money.amount }, orderId)
  }
  return 'settled'
}

/** An item of an order with fen that go back of it. */
interface ItemRefund {
  itemId: string
  amount: number
}

/** Changes what items of a locked order have promised to go back, by so many fen each; less than nothing releases. */
export async function promiseItems(tx: Tx, items: readonly ItemRefund[]): Promise<void> {
  await tx`
    update order_items i set refunding = i.refunding + x.amount
    from jsonb_to_recordset(${tx.json(items as never)}) as x("itemId" uuid, amount bigint) where i.id = x."itemId"`
}

/** Counts, under the order's lock, what was promised of its items as gone back. */
export async function refundItems(tx: Tx, orderId: string, items: readonly ItemRefund[]): Promise<void> {
  const order = (await lockOrder(tx, orderId))!
  const amount = items.reduce((sum, item) => sum + item.amount, 0)
  const isWhole = order.refunded + amount === order.amount
  const status = orderLifecycle.next(order.status, isWhole ? 'refundAll' : 'refundSome')
  await tx`
    update order_items i set refunding = i.refunding - x.amount, refunded = i.refunded + x.amount
    from jsonb_to_recordset(${tx.json(items as never)}) as x("itemId" uuid, amount bigint) where i.id = x."itemId"`
  await tx`update orders set status = ${status}, refunded = refunded + ${amount} where id = ${orderId}`
  await audit(tx, {
    by: null,
    projectId: order.projectId,
    action: 'order.refund',
    subjectKind: 'order',
    subjectId: orderId,
    before: { status: order.status },
    after: { status, amount },
  })
}

/** Closes an order whose time is over; the caller has checked with the channel that no money came. */
export async function expireOrder(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order && orderLifecycle.can(order.status, 'expire')) await cancel(tx, order, 'expired', null)
}

/** Cancels an unpaid order in the caller's scope; learners their own. Refuses 404 and, once it is not unpaid, 409. */
export async function cancelOrder(tx: Tx, session: Session, orderId: string): Promise<null> {
  const order = await lockVisible(tx, session.scope, orderId)
  await cancel(tx, order, session.roleSystem === 3 ? 'learner' : 'operator', session)
  return null
}

/** Locks an order of the caller's scope; refuses 404 others. */
export async function lockVisible(tx: Tx, scope: Scope, orderId: string): Promise<LockedOrder> {
  await getOrder(tx, scope, orderId)
  return (await lockOrder(tx, orderId))!
}

/** Writes a note about an order of the caller's scope; refuses 404 others. */
export async function addNote(
  tx: Tx,
  session: Session,
  { orderId, text }: { orderId: string; text: string },
): Promise<null> {
  await getOrder(tx, session.scope, orderId)
  const { accountId: authorId, projectId } = session
  await tx`insert into order_notes ${tx({ projectId, orderId, authorId, text })}`
  await audit(tx, { by: session, action: 'order.note', subjectKind: 'order', subjectId: orderId })
  return null
}

/** Takes away what the office wrote about the orders of a person whose account is closed. */
export async function eraseOrderNotes(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from order_notes where order_id in (select id from orders where account_id = ${accountId})`
}

/** Moves the orders of a unit to another, whose managers see them from then on. For a merge of units. */
export async function moveOrders(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`update orders set unit_id = ${toId} where unit_id = ${fromId}`
}
