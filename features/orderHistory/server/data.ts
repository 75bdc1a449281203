import { Type } from 'typebox'
import { type Db, rowsOf } from '../../../server/db.ts'
import { hasWholeProject, type Session } from '../../../server/session.ts'
import { assertVisible } from '../../order/server/actions.ts'
import { OrderEvent, type OrderEventKind } from '../contract.ts'

/** Kinds of events that only the office reads, units among it: codes that were offered and not paid. */
const officeKinds: readonly OrderEventKind[] = ['codeOpened', 'codeClosed']

/** Kinds of events that only the provider's own people read: what they wrote freely about an order. */
const providerKinds: readonly OrderEventKind[] = ['note', 'paymentEnded', 'differenceSettled']

/** Steps of one moment, in the order in which one leads to the next. */
const Step = Type.Object({ ...OrderEvent.properties, rank: Type.Integer() })

/** Lists events of an order of the caller's scope and of its money, the oldest first; refuses 404. */
export async function listEvents(db: Db, session: Session, orderId: string): Promise<OrderEvent[]> {
  await assertVisible(db, session.scope, orderId)
  const rows = await db`
    with the_order as (select * from orders where id = ${orderId}),
      money as (select * from payments where order_id = ${orderId}),
      ended as (
        select l.created_at, l.reason, l.actor_id, p.id, p.amount, p.channel, p.out_trade_no from money p
        join operation_logs l on l.subject_kind = 'payment' and l.subject_id = p.id::text and l.action = 'payment.end'),
      back as (
        select r.*, a.user_name as applicant, d.user_name as decider, p.channel from refunds r
        left join accounts a on a.id = r.applicant_id left join accounts d on d.id = r.decider_id
        left join payments p on p.id = r.payment_id
        where r.order_id = ${orderId}),
      -- A refund has its last request alone: what failed before is in the log.
      failures as (
        select l.id, l.created_at, l.after ->> 'channelNo' as failed_no, b.id as refund_id, b.amount, b.channel, b.status,
          coalesce(b.decided_at, b.created_at) as shown_at,
          row_number() over (partition by b.id order by l.id desc) as latest
        from back b join operation_logs l on l.subject_kind = 'refund' and l.subject_id = b.id::text
        where l.action = 'refund.failed'),
      given_up as (
        select f.*, s.created_at as sent_at, s.user_name as sender from failures f
        left join lateral (
          select l.created_at, a.user_name from operation_logs l left join accounts a on a.id = l.actor_id
          where l.subject_kind = 'refund' and l.subject_id = f.refund_id::text and l.id < f.id
            and l.action in ('refund.processing', 'refund.open')
          order by l.id desc limit 1) s on true
        where f.status <> 'failed' or f.latest > 1)
    select * from (
      select created_at as at, 1 as rank, 'placed' as kind, (select sum(price - discount) from order_items
        where order_id = ${orderId})::bigint as amount, null as channel, order_no as number,
        null as person, null as text from the_order
      union all
      select created_at, 2, 'codeOpened', amount, channel, out_trade_no, null, null from money
      union all
      select expires_at, 3, 'codeClosed', amount, channel, out_trade_no, null, failure from money
      where status = 'closed' and expires_at <= moment() and id not in (select id from ended)
      union all
      select e.created_at, 3, 'paymentEnded', e.amount, e.channel, e.out_trade_no, a.user_name, e.reason
      from ended e left join accounts a on a.id = e.actor_id
      union all
      select d.settled_at, 3, 'differenceSettled', d.amount, p.channel, d.number, a.user_name, d.reason
      from payment_differences d join money p on p.id = d.payment_id join accounts a on a.id = d.settled_by
      union all
      select p.created_at, 3, 'transferReceived', (p.before ->> 'amount')::bigint, 'offline', p.reason, a.user_name, null
      from approvals p join accounts a on a.id = p.proposer_id where p.subject_id = ${orderId} and p.kind = 'receipt' and p.status <> 'withdrawn'
      union all
      select p.decided_at, 3, 'transferRejected', (p.before ->> 'amount')::bigint, 'offline', p.reason, a.user_name, p.decision
      from approvals p join accounts a on a.id = p.decider_id
      where p.subject_id = ${orderId} and p.kind = 'receipt' and p.status = 'rejected'
      union all
      select coalesce(p.paid_at, p.succeeded_at, o.paid_at), 4, 'paid', o.amount, o.channel, coalesce(p.transaction_id,
        (select string_agg(r.serial_no, ' ' order by r.id) from allocations l join receipts r on r.id = l.receipt_id
          where l.order_id = o.id)), null, null
      from the_order o left join money p on p.status = 'succeeded'
      where o.paid_at is not null and o.amount > 0
      union all
      select coalesce(paid_at, succeeded_at), 4, 'surplus', amount, channel, transaction_id, null, null from money
      where status in ('surplus', 'refunded')
      union all
      select o.closed_at, 4, 'waived', o.amount, null, null, op.user_name, o.remark
      from the_order o join accounts op on op.id = o.operator_id where o.status = 'free'
      union all
      select d.created_at, 3, 'repriced',
        (select sum(i.price - i.discount) + coalesce((select sum(e.amount) from order_adjustments e
          where e.order_id = ${orderId} and e.created_at <= d.created_at), 0)
          from order_items i where i.order_id = ${orderId})::bigint, null, null, op.user_name, d.reason
      from (select distinct created_at, operator_id, reason from order_adjustments where order_id = ${orderId}) d
      join accounts op on op.id = d.operator_id
      union all
      select coalesce((select succeeded_at from money where status = 'succeeded'), o.paid_at, o.closed_at), 5, 'opened', null, null, null, null,
        (select string_agg(name, '、' order by sort) from order_items where order_id = o.id)
      from the_order o where o.paid_at is not null or o.status = 'free'
      union all
      select o.closed_at, 6, 'cancelled', null, null, null, op.user_name, o.closed_reason
      from the_order o left join accounts op on op.id = o.operator_id where o.status = 'cancelled'
      union all
      select created_at, 7, case kind when 'learner' then 'refundRequested' else 'refundStarted' end, amount, null,
        refund_no, case kind when 'operator' then applicant end, reason from back where kind <> 'surplus'
      union all
      select coalesce(decided_at, created_at), 8, 'refundSent', amount, channel, channel_no, decider, null from back
      where status in ('processing', 'succeeded', 'failed') and offline is null
      union all
      select sent_at, 8, 'refundSent', amount, channel, failed_no, sender, null from given_up where sent_at <> shown_at
      union all
      select created_at, 9, 'refundFailed', amount, channel, failed_no, null, null from given_up
      union all
      select succeeded_at, 9, case when offline is null then 'refundArrived' else 'refundOffline' end, amount,
        case when offline is null then channel end, coalesce(offline->>'serialNo', provider_no),
        case when offline is not null then decider end, offline->>'bank' from back where status = 'succeeded'
      union all
      select asked_at, 9, 'refundFailed', amount, channel, channel_no, null, null from back
      where status = 'failed' and asked_at is not null
      union all
      select decided_at, 9, case status when 'rejected' then 'refundRejected' else 'refundCancelled' end, amount, null,
        refund_no, case status when 'rejected' then decider end, decision from back
      where status in ('rejected', 'cancelled')
      union all
      select n.created_at, 10, 'note', null, null, null, a.user_name, n.text
      from order_notes n join accounts a on a.id = n.author_id where n.order_id = ${orderId}) steps
    order by at, rank`
  const events = rowsOf(Step, rows).map(({ rank: _rank, ...event }) => event)
  if (hasWholeProject(session)) return events
  const others = events.filter(({ kind }) => !providerKinds.includes(kind))
  if (session.roleSystem !== 3) return others
  return others
    .filter(({ kind }) => !officeKinds.includes(kind))
    .map((event) => ({
      ...event,
      person: null,
      // Why a transfer is not the learner's may speak of others.
      text: event.kind === 'transferRejected' ? null : event.text,
    }))
}
