import { Type } from 'typebox'
import { type Db, rowsOf } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { getOrder } from '../../order/server/actions.ts'
import { OrderEvent, type OrderEventKind } from '../contract.ts'

/** What only the office reads: its notes, and codes that were offered and not paid. */
const officeKinds: readonly OrderEventKind[] = ['note', 'codeOpened', 'codeClosed']

/** Steps of one moment, in the order in which one leads to the next. */
const Step = Type.Object({ ...OrderEvent.properties, rank: Type.Integer() })

/** What happened to an order of the caller's scope and to its money, the oldest first; refuses 404. */
export async function listEvents(db: Db, session: Session, orderId: string): Promise<OrderEvent[]> {
  await getOrder(db, session.scope, orderId)
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
        null as person, null as text from the_order
      union all
      select created_at, 2, 'codeOpened', amount, channel, out_trade_no, null, null from money
      union all
      select expires_at, 3, 'codeClosed', amount, channel, out_trade_no, null, failure from money
      where status = 'closed' and expires_at <= moment()
      union all
      select coalesce(p.succeeded_at, o.paid_at), 4, 'paid', o.amount, o.channel, p.transaction_id, null, null
      from the_order o left join money p on p.status = 'succeeded'
      where o.paid_at is not null and o.amount > 0
      union all
      select succeeded_at, 4, 'surplus', amount, channel, transaction_id, null, null from money
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
      select coalesce(o.paid_at, o.closed_at), 5, 'opened', null, null, null, null,
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
  if (session.roleSystem !== 3) return events
  return events.filter(({ kind }) => !officeKinds.includes(kind)).map((event) => ({ ...event, person: null }))
}
