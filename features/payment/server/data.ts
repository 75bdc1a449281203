import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import type { PaymentChannelName, PaymentMethod } from '../../../contract/payment.ts'
import type { Session } from '../../../server/session.ts'
import { OrderStatus } from '../../order/contract.ts'
import { isPayer, type LockedOrder, lockOrders, transferPending } from '../../order/server/actions.ts'
import { PaymentStatus } from '../contract.ts'
import { askDelays, minIntervalSeconds } from '../rules.ts'

export const Payment = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  orderId: Type.String(),
  channel: Type.Unsafe<PaymentChannelName>(Type.String()),
  /** The project's merchant it was asked for through; null for the portal's own. */
  merchantId: Nullable(Type.String()),
  method: Type.Unsafe<PaymentMethod>(Type.String()),
  /** The official account inside which it is paid; null elsewhere. */
  appId: Nullable(Type.String()),
  outTradeNo: Type.String(),
  description: Type.String(),
  amount: Type.Integer(),
  codeUrl: Nullable(Type.String()),
  status: PaymentStatus,
  transactionId: Nullable(Type.String()),
  /** Money of it goes or went back by the books. */
  isGoingBack: Type.Boolean(),
  expiresAt: Type.String(),
  /** Time from which it can be paid no more, and seconds until then: its order may end before its code. */
  endsAt: Type.String(),
  secondsLeft: Type.Integer(),
  /** Nobody is to pay it any more: the code has run out, or the order takes no money or another sum. */
  over: Type.Boolean(),
})
export type Payment = Static<typeof Payment>

const columns = (db: Db) => db`
  p.id, p.project_id, p.order_id, p.channel, p.merchant_id, p.method, p.app_id, p.out_trade_no, p.description, p.amount, p.code_url, p.status, p.transaction_id,
  p.refunded + p.refunding > 0 as is_going_back,
  p.expires_at, least(p.expires_at, o.expires_at) as ends_at,
  greatest(0, floor(extract(epoch from least(p.expires_at, o.expires_at) - moment())))::int as seconds_left,
  p.expires_at <= moment() or o.status <> 'unpaid' or o.expires_at <= moment() or p.amount <> o.amount as over`

/** The open payment of an order, or null. */
export async function findOpen(db: Db, orderId: string): Promise<Payment | null> {
  const rows = await db`
    select ${columns(db)} from payments p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and p.status = 'waiting'`
  return rowOf(Payment, rows)
}

/** Locks payments whose orders are locked already, and gives those there are. */
async function lockAll(tx: Tx, outTradeNos: readonly string[]): Promise<Payment[]> {
  const rows = await tx`
    select ${columns(tx)} from payments p join orders o on o.id = p.order_id
    where p.out_trade_no = any(${outTradeNos as string[]}) for update of p`
  return rowsOf(Payment, rows)
}

/** Locks a payment whose order is locked already. */
export const lockPayment = async (tx: Tx, outTradeNo: string): Promise<Payment> =>
  (await lockAll(tx, [outTradeNo]))[0]!

/** Through which merchant of a channel: of a project, or the portal's own. */
export type Through = Pick<Payment, 'channel' | 'merchantId'>

/** A payment as a merchant's channel names it. */
export interface Named {
  through: Through
  outTradeNo: string
}

/** Payments under the locks of their orders: for each name its own, or none where the number is not ours there. */
export interface LockedPayments {
  orders: ReadonlyMap<string, LockedOrder>
  payments: readonly (Payment | undefined)[]
}

/** Locks the orders of payments in the order of their ids, then the payments. */
export async function lockNamed(tx: Tx, names: readonly Named[]): Promise<LockedPayments> {
  const outTradeNos = names.map(({ outTradeNo }) => outTradeNo)
  const known = await tx<{ orderId: string }[]>`
    select distinct order_id from payments where out_trade_no = any(${outTradeNos})`
  const orders = await lockOrders(
    tx,
    known.map(({ orderId }) => orderId),
  )
  const locked = new Map((await lockAll(tx, outTradeNos)).map((payment) => [payment.outTradeNo, payment]))
  const payments = names.map(({ through, outTradeNo }) => {
    const payment = locked.get(outTradeNo)
    const isTheirs = payment?.channel === through.channel && payment.merchantId === through.merchantId
    return isTheirs ? payment : undefined
  })
  return { orders, payments }
}

const OrderSummary = Type.Object({
  status: OrderStatus,
  amount: Type.Integer(),
  transferPending: Type.Boolean(),
  /** The payment that is open now. */
  openPaymentId: Nullable(Type.String()),
  secondsLeft: Type.Integer(),
})

/** The status of an order that the caller pays; refuses 404. */
export async function getOrderSummary(
  db: Db,
  session: Pick<Session, 'scope' | 'accountId'>,
  orderId: string,
): Promise<Static<typeof OrderSummary>> {
  const rows = await db`
    select o.status, o.amount, ${transferPending(db)} as transfer_pending,
      (select p.id from payments p where p.order_id = o.id and p.status = 'waiting') as open_payment_id, case when o.status = 'unpaid'
      then greatest(0, extract(epoch from o.expires_at - moment()))::int else 0 end as seconds_left
    from orders o left join units u on u.id = o.unit_id where o.id = ${orderId} and ${isPayer(db, session)}`
  return rowOf(OrderSummary, rows) ?? refuse(commonRefusals.notFound)
}

/**
 * Claims payments to query at the channel, so that no other process queries them as well, and sets when to query
 * next: those due by their delay, and immediately open ones whose order has ended or changed its
 * price since they were queried.
 */
export async function claimDue(db: Db, limit: number): Promise<Payment[]> {
  const rows = await db`
    with due as (
      select p.id from payments p join orders o on o.id = p.order_id
      where p.ask_at <= moment() or p.status = 'waiting' and (o.status <> 'unpaid' or o.expires_at <= moment())
        and coalesce(p.asked_at, p.created_at) < coalesce(o.closed_at, o.paid_at, o.expires_at)
        or p.status = 'waiting' and p.amount <> o.amount
          and coalesce(p.asked_at, p.created_at) < moment() - make_interval(secs => ${minIntervalSeconds})
      order by p.ask_at limit ${limit} for update of p skip locked)
    update payments p set asked = p.asked + 1, asked_at = moment(),
      ask_at = moment() + make_interval(secs => (${askDelays as number[]}::int[])[least(p.asked + 2, ${askDelays.length})])
    from due, orders o where p.id = due.id and o.id = p.order_id
    returning ${columns(db)}`
  return rowsOf(Payment, rows)
}

/** Claims an order's open payment for a person who waits at the page; null when it was queried just now. */
export async function claimOpen(db: Db, orderId: string): Promise<Payment | null> {
  const rows = await db`
    update payments p set asked_at = moment() from orders o
    where p.order_id = ${orderId} and o.id = p.order_id and p.status = 'waiting'
      and coalesce(p.asked_at, p.created_at) < moment() - make_interval(secs => ${minIntervalSeconds})
    returning ${columns(db)}`
  return rowOf(Payment, rows)
}

/**
 * Unpaid orders whose time is over, oldest first; only those that wait for no answer of a merchant, the portal's own
 * being those of `own`.
 */
export async function listExpired(
  db: Db,
  limit: number,
  own: readonly PaymentChannelName[],
): Promise<string[]> {
  const rows = await db`
    select o.id from orders o
    where o.status = 'unpaid' and o.expires_at <= moment()
      and not exists (select from payments p
        where p.order_id = o.id and p.status = 'waiting'
          and (p.merchant_id is not null or p.channel = any(${own as string[]})))
    order by o.expires_at limit ${limit}`
  return rows.map((row) => row.id as string)
}
