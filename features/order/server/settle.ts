import { commonRefusals, Refusal } from '../../../contract/refusal.ts'
import { audit, auditAll, type Action } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { handlerOf } from '../../../server/events.ts'
import { withdrawWaiting } from '../../approval/server/actions.ts'
import { classRefusals } from '../../class/contract.ts'
import { releaseSeats } from '../../class/seat/server/actions.ts'
import { enrolmentRefusals } from '../../enrolment/contract.ts'
import { openTogether } from '../../enrolment/server/actions.ts'
import { sendMessages } from '../../message/server/actions.ts'
import type { ClosedReason } from '../contract.ts'
import { orderLifecycle } from '../rules.ts'
import { type LockedOrder, lockOrder, lockVisible } from './lock.ts'
import { orderPaid } from './messages.ts'

declare module '../../../server/events.ts' {
  interface Events {
    /** A locked batch is settled: its places are opened after the transaction, and its items hold them until then. */
    batchSettled(tx: Tx, order: LockedOrder): Promise<void>
    /** Locked orders of sign-ups are settled, or waived by somebody: what they are for is confirmed. */
    feesSettled(tx: Tx, orders: readonly LockedOrder[], by: Action['by']): Promise<void>
    /** A locked order of sign-ups is cancelled or has expired: its places are free. */
    feesEnded(tx: Tx, order: LockedOrder, by: Action['by']): Promise<void>
  }
}

/** Ends what the items of orders held. */
async function closeItems(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx`
    update order_items set waiting = false, holds_seat = false
    where order_id = any(${orderIds as string[]}::uuid[]) and waiting`
}

/** Withdraws what is proposed about locked orders that are over or have another price. */
export const withdrawProposals = (
  tx: Tx,
  by: Action['by'],
  orders: readonly LockedOrder[],
  reason: 'order.ended' | 'order.repriced' = 'order.ended',
) =>
  withdrawWaiting(
    tx,
    by,
    orders.map(({ id: subjectId, projectId }) => ({ projectId, subjectKind: 'order', subjectId })),
    reason,
  )

const isBatch = ({ kind }: LockedOrder) => kind === 'batch'
const isOfFees = ({ kind }: LockedOrder) => kind === 'cms'

/** Opens the places of orders' classes, each for its learner: all of an order or, with the refusal given, none. */
async function openAllPlaces(
  tx: Tx,
  orders: readonly LockedOrder[],
  by: Action['by'],
): Promise<(string[] | Refusal)[]> {
  const items = await tx<
    { id: string; orderId: string; accountId: string; classId: string; holdsSeat: boolean }[]
  >`
    select id, order_id, account_id, class_id, holds_seat from order_items
    where order_id = any(${orders.map(({ id }) => id)}::uuid[]) order by order_id, sort`
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId)
  return openTogether(
    tx,
    orders.map(({ id: orderId, projectId }) =>
      itemsOf.get(orderId)!.map(({ id, accountId, classId, holdsSeat }) => ({
        projectId,
        accountId,
        classId,
        by,
        source: 'order',
        sourceId: id,
        held: holdsSeat,
      })),
    ),
  )
}

/**
 * Opens the places of one order, or lets those of a batch be opened, and ends what its items held. Refuses where one of
 * them is not to be had.
 */
export async function openPlaces(tx: Tx, order: LockedOrder, by: Action['by']): Promise<void> {
  if (isBatch(order)) return handlerOf('batchSettled')(tx, order)
  if (isOfFees(order)) await handlerOf('feesSettled')(tx, [order], by)
  else {
    const [opened] = await openAllPlaces(tx, [order], by)
    if (opened instanceof Refusal) throw opened
  }
  await closeItems(tx, [order.id])
}

async function cancel(tx: Tx, order: LockedOrder, reason: ClosedReason, by: Action['by']): Promise<void> {
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
  await closeItems(tx, [order.id])
  if (isOfFees(order)) await handlerOf('feesEnded')(tx, order, by)
  await withdrawProposals(tx, by, [order])
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

/** Reason for which a paid order is closed whose places cannot be opened. */
function reasonOf({ words }: Refusal): ClosedReason {
  const { alreadyJoined, otherVersion, applied, approved, otherApplied } = enrolmentRefusals
  if ([alreadyJoined, otherVersion].some((one) => one === words)) return 'joined'
  if ([applied, approved, otherApplied].some((one) => one === words)) return 'applied'
  if (words === classRefusals.studyOver) return 'study_over'
  return words === commonRefusals.notFound ? 'class_gone' : 'place_gone'
}

/** Money that arrived for a locked order, in fen. */
interface Arrived {
  order: LockedOrder
  amount: number
  channel: 'none' | 'wechat' | 'alipay' | 'offline'
  /** Time at which the money moved, where a provider says so; else now. */
  paidAt?: string | null
}

/** Result of money: it settled its order, or has to go back. */
type Settled = 'settled' | 'surplus'

/** Writes that locked orders are paid, whose places are open. */
async function recordPaid(tx: Tx, all: readonly Arrived[]): Promise<void> {
  const rows = all.map(({ order, channel, paidAt = null }) => ({
    id: order.id,
    status: orderLifecycle.next(order.status, 'pay'),
    channel,
    paidAt,
  }))
  await tx`
    update orders o set status = r.status, channel = r.channel,
      paid_at = least(moment(), greatest(o.created_at, coalesce(r."paidAt", moment())))
    from jsonb_to_recordset(${tx.json(rows)}) as r (id uuid, status text, channel text, "paidAt" timestamptz)
    where o.id = r.id`
  await closeItems(
    tx,
    all.flatMap(({ order }) => (isBatch(order) ? [] : [order.id])),
  )
  for (const { order } of all) if (isBatch(order)) await handlerOf('batchSettled')(tx, order)
  const ofFees = all.map(({ order }) => order).filter(isOfFees)
  if (ofFees.length > 0) await handlerOf('feesSettled')(tx, ofFees, null)
  await withdrawProposals(
    tx,
    null,
    all.map(({ order }) => order),
  )
  await auditAll(
    tx,
    all.map(({ order, amount, channel }) => ({
      by: null,
      projectId: order.projectId,
      action: 'order.pay',
      subjectKind: 'order',
      subjectId: order.id,
      before: { status: order.status },
      after: { status: 'paid', amount, channel },
    })),
  )
  // What costs nothing is settled where it is ordered: there is no news in it.
  const news = all.flatMap(({ order: { id: orderId, orderNo, accountId }, amount }) =>
    amount > 0 && accountId !== null
      ? [{ accountId, params: { orderId, orderNo, amount }, key: orderId }]
      : [],
  )
  await sendMessages(tx, orderPaid, news)
}

/**
 * Settles unpaid orders with money that arrived, each named once, in the transaction that records the money: the places
 * are opened with it, those of a batch after it. Gives for each what its money came to: `surplus` when the order takes no money any more, or when a
 * place is gone, in which case it is cancelled: the payment must go back. An amount that is not the order's is a
 * programming error and throws. So many are settled by as many statements as one.
 */
export async function settleOrders(tx: Tx, all: readonly Arrived[]): Promise<Settled[]> {
  const payable = all.filter(({ order }) => orderLifecycle.can(order.status, 'pay'))
  if (payable.length === 0) return all.map(() => 'surplus')
  if (payable.some(({ order, amount }) => amount !== order.amount))
    throw new RangeError('Money arrived that is not the order’s amount')
  const opening = payable.filter(({ order }) => order.kind === 'personal')
  const opened = await openAllPlaces(
    tx,
    opening.map(({ order }) => order),
    null,
  )
  const paid = new Set<Arrived>()
  for (const arrived of payable) {
    const refusal = opened[opening.indexOf(arrived)]
    if (!(refusal instanceof Refusal)) paid.add(arrived)
    else if (arrived.amount === 0) throw refusal
    else await cancel(tx, arrived.order, reasonOf(refusal), null)
  }
  if (paid.size > 0) await recordPaid(tx, [...paid])
  return all.map((arrived) => (paid.has(arrived) ? 'settled' : 'surplus'))
}

/** Settles one order as `settleOrders` does. */
export async function settleOrder(
  tx: Tx,
  { orderId, ...money }: { orderId: string } & Omit<Arrived, 'order'>,
): Promise<Settled> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new RangeError('Money arrived for an order that does not exist')
  return (await settleOrders(tx, [{ order, ...money }]))[0]!
}

/**
 * Closes an order whose time is over, unless it was given more meanwhile; the caller has checked with the channel that no
 * money came.
 */
export async function expireOrder(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.over && orderLifecycle.can(order.status, 'expire')) await cancel(tx, order, 'expired', null)
}

/** Cancels an unpaid order in the caller's scope; learners their own. Refuses 404 and, once it is not unpaid, 409. */
export async function cancelOrder(tx: Tx, session: Session, orderId: string): Promise<null> {
  const order = await lockVisible(tx, session.scope, orderId)
  await cancel(tx, order, session.roleSystem === 3 ? 'learner' : 'operator', session)
  return null
}
