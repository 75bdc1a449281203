import { Type } from 'typebox'
import { type Db, rowsOf } from '../../../server/db.ts'
import { hasWholeProject, type Session } from '../../../server/session.ts'
import { assertVisible } from '../../order/server/actions.ts'
import { OrderEvent, type OrderEventKind } from '../contract.ts'

/** Kinds of events that only the office reads, units among it: codes that were offered and not paid. */
const officeKinds: readonly OrderEventKind[] = ['codeOpened', 'codeClosed']

/** Kinds of events that only the provider's own people read: what they wrote freely about an order. */
const providerKinds: readonly OrderEventKind[] = ['note', 'paymentEnded', 'differenceSettled']

/** Kinds of events whose reason the office wrote for itself. */
const reasonedKinds: readonly OrderEventKind[] = ['waived', 'repriced', 'refundStarted']

/** The text of an event that its learner reads: why a transfer is not theirs may speak of others. */
const textFor = ({ kind, text, learnerNote }: OrderEvent) =>
  kind === 'transferRejected' ? null : reasonedKinds.includes(kind) ? learnerNote : text

/** Steps of one moment, in the order in which one leads to the next. */
const Step = Type.Object({ ...OrderEvent.properties, rank: Type.Integer() })

/** Lists events of an order of the caller's scope and of its money, the oldest first; refuses 404. */
export async function listEvents(db: Db, session: Session, orderId: string): Promise<OrderEvent[]> {
  await assertVisible(db, session.scope, orderId)
  const rows = await db`
    with the_order as (select * from orders where id = ${orderId}),
      money as (select * from payments where order_id = ${orderId}),
      back as (
        select r.*, a.user_name as applicant, d.user_name as decider, p.channel from refunds r
        left join accounts a on a.id = r.applicant_id left join accounts d on d.id = r.decider_id
        left join payments p on p.id = r.payment_id
        where r.order_id = ${orderId})
    select * from (
      select created_at as at, 1 as rank, 'placed' as kind, (select sum(price - discount) from order_items
        where order_id = ${orderId})::bigint as amount, null as channel, order_no as number,
        null as person, null as text, null as learner_note from the_order
      union all
      select e.created_at, case e.kind when 'opened' then 2 else 3 end,
        case e.kind when 'opened' then 'codeOpened' when 'closed' then 'codeClosed' else 'paymentEnded' end,
        p.amount, p.channel, p.out_trade_no, a.user_name, e.reason, null
      from payment_events e join money p on p.id = e.payment_id left join accounts a on a.id = e.operator_id
      union all
      select d.settled_at, 3, 'differenceSettled', d.amount, p.channel, d.number, a.user_name, d.reason, null
      from payment_differences d join money p on p.id = d.payment_id join accounts a on a.id = d.settled_by
      union all
      select p.created_at, 3, 'transferReceived', (p.before ->> 'amount')::bigint, 'offline', p.reason, a.user_name, null, null
      from approvals p join accounts a on a.id = p.proposer_id where p.subject_id = ${orderId} and p.kind = 'receipt' and p.status <> 'withdrawn'
      union all
      select p.decided_at, 3, 'transferRejected', (p.before ->> 'amount')::bigint, 'offline', p.reason, a.user_name, p.decision, null
      from approvals p join accounts a on a.id = p.decider_id
      where p.subject_id = ${orderId} and p.kind = 'receipt' and p.status = 'rejected'
      union all
      select coalesce(p.paid_at, p.succeeded_at, o.paid_at), 4, 'paid', o.amount, o.channel, coalesce(p.transaction_id,
        (select string_agg(r.serial_no, ' ' order by r.id) from allocations l join receipts r on r.id = l.receipt_id
          where l.order_id = o.id)), null, null, null
      from the_order o left join money p on p.status = 'succeeded'
      where o.paid_at is not null and o.amount > 0
      union all
      select coalesce(paid_at, succeeded_at), 4, 'surplus', amount, channel, transaction_id, null, null, null from money
      where status in ('surplus', 'refunded')
      union all
      select o.closed_at, 4, 'waived', o.amount, null, null, op.user_name, o.remark, o.learner_note
      from the_order o join accounts op on op.id = o.operator_id where o.status = 'free'
      union all
      select d.created_at, 3, 'repriced',
        (select sum(i.price - i.discount) + coalesce((select sum(e.amount) from order_adjustments e
          where e.order_id = ${orderId} and e.created_at <= d.created_at), 0)
          from order_items i where i.order_id = ${orderId})::bigint, null, null, op.user_name, d.reason, d.learner_note
      from (select distinct created_at, operator_id, reason, learner_note from order_adjustments where order_id = ${orderId}) d
      join accounts op on op.id = d.operator_id
      union all
      select coalesce((select succeeded_at from money where status = 'succeeded'), o.paid_at, o.closed_at), 5, 'opened', null, null, null, null,
        (select string_agg(name, '、' order by sort) from order_items where order_id = o.id), null
      from the_order o where o.paid_at is not null or o.status = 'free'
      union all
      select o.closed_at, 6, 'cancelled', null, null, null, op.user_name, o.closed_reason, null
      from the_order o left join accounts op on op.id = o.operator_id where o.status = 'cancelled'
      union all
      select created_at, 7, case kind when 'learner' then 'refundRequested' else 'refundStarted' end, amount, null,
        refund_no, case kind when 'operator' then applicant end, reason, learner_note from back where kind <> 'surplus'
      union all
      select e.created_at, case e.kind when 'sent' then 8 else 9 end,
        case e.kind when 'sent' then 'refundSent' when 'failed' then 'refundFailed' when 'arrived' then 'refundArrived'
          else 'refundOffline' end,
        b.amount, case when e.kind <> 'offline' then b.channel end, e.number, a.user_name,
        case when e.kind = 'offline' then b.offline ->> 'bank' end, null
      from refund_events e join back b on b.id = e.refund_id left join accounts a on a.id = e.operator_id
      union all
      select decided_at, 9, case status when 'rejected' then 'refundRejected' else 'refundCancelled' end, amount, null,
        refund_no, case status when 'rejected' then decider end, decision, null from back
      where status in ('rejected', 'cancelled')
      union all
      select n.created_at, 10, 'note', null, null, null, a.user_name, n.text, null
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
      text: textFor(event),
      learnerNote: null,
    }))
}
