import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { EnrolmentStatus } from '../../enrolment/contract.ts'
import { askDelays } from '../../payment/rules.ts'
import { Settings } from '../../project/contract.ts'
import { refundTermKeys } from '../../project/rules.ts'
import { refundFailures, RefundStatus } from '../contract.ts'
import { channelDays } from '../rules.ts'

const Refund = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  orderId: Type.String(),
  /** Payer, where that is a person. */
  accountId: Nullable(Type.String()),
  /** Applicant; null for surplus money. */
  applicantId: Nullable(Type.String()),
  /** Person who last decided about it, or sent it. */
  deciderId: Nullable(Type.String()),
  orderNo: Type.String(),
  refundNo: Type.String(),
  kind: OneOf(['surplus', 'learner', 'operator']),
  amount: Type.Integer(),
  status: RefundStatus,
  reason: Nullable(Type.String()),
  channelNo: Nullable(Type.String()),
  attempts: Type.Integer(),
  failure: Nullable(OneOf(refundFailures)),
  failureCode: Nullable(Type.String()),
  paymentId: Nullable(Type.String()),
  channel: Nullable(Type.Unsafe<PaymentChannelName>(Type.String())),
  merchantId: Nullable(Type.String()),
  /** Number of the payment it goes back to; below, its sum and its day. */
  outTradeNo: Nullable(Type.String()),
  paid: Nullable(Type.Integer()),
  paidDay: Nullable(Type.String()),
  offlineWhy: Nullable(OneOf(['noChannel', 'old'])),
  /** It was paid outside the channel. */
  isOffline: Type.Boolean(),
  /** A learner asked for it, by terms that had stood for a day. */
  byTerms: Type.Boolean(),
})
export type Refund = Static<typeof Refund>

/** Reason for which the money of `r` cannot go back through the channel of its payment `p`, or null. */
export const offlineWhy = (db: Db): Fragment => db`
  case when p.id is null then 'noChannel'
    when least(p.paid_at, p.succeeded_at) < moment() - make_interval(days => ${channelDays}) then 'old' end`

const columns = (db: Db) => db`
  r.id, r.project_id, r.order_id, r.account_id, r.applicant_id, r.decider_id, o.order_no, r.refund_no, r.kind, r.amount, r.status, r.reason,
  r.channel_no, r.attempts, r.failure, r.failure_code, r.payment_id, p.channel, p.merchant_id, p.out_trade_no, p.amount as paid,
  to_char(coalesce(least(p.paid_at, p.succeeded_at), o.paid_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as paid_day,
  ${offlineWhy(db)} as offline_why, r.offline is not null as is_offline, r.by_terms`

/** Locks a refund whose order is locked already; null when there is none. */
export async function lockRefund(tx: Tx, id: string): Promise<Refund | null> {
  const rows = await tx`
    select ${columns(tx)} from refunds r join orders o on o.id = r.order_id left join payments p on p.id = r.payment_id
    where r.id = ${id} for update of r`
  return rowOf(Refund, rows)
}

/** Locks the refunds of a payment that were ever sent to its channel; the order is locked already. */
export async function lockSent(tx: Tx, paymentId: string): Promise<Refund[]> {
  const rows = await tx`
    select ${columns(tx)} from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id
    where r.payment_id = ${paymentId} and r.attempts > 0 for update of r`
  return rowsOf(Refund, rows)
}

/** A refund by who submitted it and the key of the form that did, with the hash of the request; or null. */
export async function findByRequest(
  db: Db,
  applicantId: string,
  requestKey: string,
): Promise<{ id: string; requestHash: string } | null> {
  const [row] = await db<{ id: string; requestHash: string }[]>`
    select id, request_hash from refunds where applicant_id = ${applicantId} and request_key = ${requestKey}`
  return row ?? null
}

/** The order of a refund in the caller's scope; refuses 404. */
export async function findOrderOf(db: Db, scope: Scope, refundId: string): Promise<string> {
  const [row] = await db`
    select r.order_id from refunds r join orders o on o.id = r.order_id left join units u on u.id = o.unit_id
    where r.id = ${refundId}
      and ${inScope(db, scope, { project: 'r.project_id', unitPath: 'u.path', account: 'r.account_id' })}`
  return (row?.orderId as string | undefined) ?? refuse(commonRefusals.notFound)
}

/**
 * Claims refunds to ask the channel about, so that no other process asks as well, and sets when to ask next: those due
 * by their delay. The first request is made at once, so the first delay follows it.
 */
export async function claimDue(db: Db, limit: number): Promise<Refund[]> {
  const rows = await db`
    with due as (
      select id from refunds where ask_at <= moment() order by ask_at limit ${limit} for update skip locked)
    update refunds r set asked = r.asked + 1, asked_at = moment(),
      ask_at = moment() + make_interval(secs => (${askDelays as number[]}::int[])[least(r.asked + 1, ${askDelays.length})])
    from due, payments p, orders o where r.id = due.id and p.id = r.payment_id and o.id = r.order_id
    returning ${columns(db)}`
  return rowsOf(Refund, rows)
}

const RefundOrderRow = Type.Object({
  id: Type.String(),
  orderNo: Type.String(),
  projectId: Type.String(),
  amount: Type.Integer(),
  channel: Nullable(Type.String()),
  isPaid: Type.Boolean(),
  days: Type.Integer(),
  times: Type.Integer(),
  settings: Settings,
  /** Those of a day ago, and as they stood after each change of the terms since. */
  settingsOfDay: Type.Array(Settings),
  /** The payment that settled it, where one did. */
  paymentId: Nullable(Type.String()),
  outTradeNo: Nullable(Type.String()),
  offlineWhy: Nullable(OneOf(['noChannel', 'old'])),
  /** Refunds of that payment, or of the order where there is none. */
  count: Type.Integer(),
})

const RefundLineRow = Type.Object({
  itemId: Type.String(),
  name: Type.String(),
  payable: Type.Integer(),
  refunded: Type.Integer(),
  refunding: Type.Integer(),
  isRefundable: Type.Boolean(),
  wasRefundable: Type.Boolean(),
  enrolmentId: Nullable(Type.String()),
  status: Nullable(EnrolmentStatus),
  isSuspended: Type.Boolean(),
  progress: Type.Integer(),
  isBegun: Type.Boolean(),
  examPassed: Type.Boolean(),
  /** Ticket or score that the applicant of a fee has. */
  examined: Nullable(OneOf(['ticket', 'score'])),
  isCounted: Type.Boolean(),
})
export type RefundLineRow = Static<typeof RefundLineRow>

/** Condition for a place `e` of an order item `i`, in each class the learner was moved through. */
const anyPlaceOf = (db: Db) => db`
  e.account_id = i.account_id and e.source in ('order', 'batch') and e.source_id = i.id`

/** Condition for the place `e` of an order item `i`: in the class the learner is in now, if they were moved. */
const placeOf = (db: Db) => db`${anyPlaceOf(db)} and e.status <> 'transferred'`

/** Score or ticket that the applicant has whose fee is the item `i`, or null. */
const examined = (db: Db) => db`(
  select case when exists (select from scores c where c.application_id = q.id and c.result <> 'deleted') then 'score'
    when q.ticket_no is not null then 'ticket' end
  from sign_up_applications q where q.order_item_id = i.id)`

/** True if a refund is of a fee whose applicant has a ticket or a score. */
export async function isExamined(tx: Tx, refundId: string): Promise<boolean> {
  const rows = await tx`
    select from refund_items x join order_items i on i.id = x.order_item_id
    where x.refund_id = ${refundId} and ${examined(tx)} is not null`
  return rows.length > 0
}

/** True if a second person approved a refund. */
export async function isApproved(tx: Tx, refundId: string): Promise<boolean> {
  const rows = await tx`
    select from approvals where subject_id = ${refundId} and kind = 'refund' and status = 'applied'`
  return rows.length > 0
}

/** Reads an order in the caller's scope, and its lines, for the rules of refunds; refuses 404. */
export async function getRefundable(db: Db, scope: Scope, orderId: string) {
  const orders = await db`
    with today as (select (moment() at time zone 'Asia/Shanghai')::date as day)
    select o.id, o.order_no, o.project_id, o.amount, o.channel,
      o.status in ('paid', 'part_refunded', 'refunded') as is_paid,
      coalesce(today.day - (o.paid_at at time zone 'Asia/Shanghai')::date, 0) as days,
      (select count(*)::int from refunds r where r.account_id = o.account_id and r.kind = 'learner'
        and r.status not in ('rejected', 'cancelled')
        and r.created_at >= date_trunc('year', today.day)::timestamp at time zone 'Asia/Shanghai') as times,
      settings_of(o.project_id) as settings,
      (select json_agg(each) from settings_of_day(o.project_id, ${[...refundTermKeys]}::text[]) each) as settings_of_day,
      p.id as payment_id, p.out_trade_no, ${offlineWhy(db)} as offline_why,
      (select count(*)::int from refunds r
        where r.order_id = o.id and r.payment_id is not distinct from p.id) as count
    from orders o cross join today left join units u on u.id = o.unit_id
    left join payments p on p.order_id = o.id and p.status = 'succeeded'
    where o.id = ${orderId}
      and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })}`
  const order = rowOf(RefundOrderRow, orders) ?? refuse(commonRefusals.notFound)
  const lines = await db`
    select i.id as item_id, i.name, i.payable, i.refunded, i.refunding, coalesce(c.refundable, true) as is_refundable,
      coalesce(c.refundable and (c.refundable_since is null or c.refundable_since <= moment() - interval '1 day'), true) as was_refundable,
      e.id as enrolment_id, e.status, e.suspended_by is not null as is_suspended, coalesce(had.progress, 0) as progress,
      coalesce(had.is_begun, false) as is_begun, coalesce(had.exam_passed, false) as exam_passed,
      coalesce(e.status = 'passed', false) as is_counted, ${examined(db)} as examined
    from order_items i left join train_classes c on c.id = i.class_id
    left join enrolments e on ${placeOf(db)}
    cross join lateral (
      select max(e.progress) as progress, bool_or(e.watched_seconds > 0) as is_begun, bool_or(e.exam_passed) as exam_passed
      from enrolments e where ${anyPlaceOf(db)}) had
    where i.order_id = ${orderId} order by i.sort`
  return { order, lines: rowsOf(RefundLineRow, lines) }
}

const RefundItemRow = Type.Object({
  itemId: Type.String(),
  amount: Type.Integer(),
  /** The learner's place, where the refund gives all of its money back and it is not left. */
  endsId: Nullable(Type.String()),
  /** The item itself, where it is the fee of a sign-up of which all goes back. */
  endsFeeId: Nullable(Type.String()),
  /** The learner keeps the place all the same. */
  isKept: Type.Boolean(),
})

/** The items of a locked refund with the places that end with it. */
export async function listItems(tx: Tx, refundId: string) {
  const rows = await tx`
    select i.id as item_id, x.amount,
      case when i.refunded + x.amount = i.payable and is_live(e.status) then e.id end as ends_id,
      case when i.sign_up_id is not null and i.refunded + x.amount = i.payable then i.id end as ends_fee_id,
      i.refunded + x.amount < i.payable and coalesce(is_live(e.status), i.sign_up_id is not null) as is_kept
    from refund_items x join order_items i on i.id = x.order_item_id
    left join enrolments e on ${placeOf(tx)}
    where x.refund_id = ${refundId} order by i.sold_id, i.id`
  return rowsOf(RefundItemRow, rows)
}

const Leaving = Type.Object({
  orderId: Type.String(),
  orderNo: Type.String(),
  remains: Type.Integer(),
  awaited: Type.Integer(),
  classes: Type.Array(
    Type.Object({ classId: Type.String(), amount: Type.Integer(), people: Type.Integer() }),
  ),
})

/**
 * Sums of a locked order without those of a locked refund: what remains of it once all that was sent has gone back, fen of
 * others that wait for red invoices, and what goes back of each class, for how many people.
 */
export async function getLeaving(tx: Tx, refundId: string): Promise<Static<typeof Leaving>> {
  const rows = await tx`
    select o.id as order_id, o.order_no, o.amount - o.refunded - r.amount - coalesce(sum(n.amount) filter (where n.status <> 'awaiting_red'), 0)::bigint
        as remains,
      coalesce(sum(n.amount) filter (where n.status = 'awaiting_red'), 0)::bigint as awaited,
      (select json_agg(c) from (
        select i.sold_id as "classId", sum(x.amount)::bigint as amount, count(distinct i.account_id)::int as people
        from refund_items x join order_items i on i.id = x.order_item_id where x.refund_id = r.id
        group by i.sold_id order by i.sold_id) c) as classes
    from refunds r join orders o on o.id = r.order_id
    left join refunds n on n.order_id = r.order_id and n.id <> r.id and n.kind <> 'surplus'
      and n.status in ('awaiting_red', 'processing', 'failed')
    where r.id = ${refundId} group by o.id, r.id`
  return rowOf(Leaving, rows)!
}

/** Refunds of orders that wait for red invoices, the oldest first. */
export async function listAwaiting(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from refunds where order_id = any(${orderIds as string[]}) and status = 'awaiting_red' order by id`
  return rows.map(({ id }) => id)
}

/** Status of a refund, as it is now. */
export async function getStatus(db: Db, id: string): Promise<RefundStatus> {
  const [row] = await db<{ status: RefundStatus }[]>`select status from refunds where id = ${id}`
  return row!.status
}
