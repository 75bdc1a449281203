import type { Tx } from '../../server/db.ts'

/** Dates the refunds made just now: surplus money goes back at once, the others are asked for and decided the next day. */
export async function dateRefunds(tx: Tx): Promise<void> {
  await tx`
    update refunds r set created_at = r.created_at + s.since + s.asked, decided_at = r.decided_at + s.since + s.decided,
      asked_at = r.asked_at + s.since + s.answered, succeeded_at = r.succeeded_at + s.since + s.answered
    from (
      select f.id, coalesce(p.succeeded_at, o.paid_at) - moment() as since, t.* from refunds f
      join orders o on o.id = f.order_id left join payments p on p.id = f.payment_id
      cross join lateral (select case f.kind when 'surplus' then interval '0' else interval '20 hours' end as asked,
        case f.kind when 'surplus' then interval '0' else interval '23 hours' end as decided,
        case f.kind when 'surplus' then interval '1 minute' else interval '23 hours 1 minute' end as answered) t) s
    where r.created_at = moment() and s.id = r.id`
  await tx`
    update refund_items i set days = (r.created_at at time zone 'Asia/Shanghai')::date
      - (o.paid_at at time zone 'Asia/Shanghai')::date
    from refunds r join orders o on o.id = r.order_id where r.id = i.refund_id`
  await tx`
    update gateway_refunds b set created_at = r.asked_at from refunds r
    where b.created_at = moment() and b.refund_no = r.channel_no`
  await tx`
    update refund_events e set created_at = case e.kind when 'sent' then coalesce(r.decided_at, r.created_at)
      else coalesce(r.succeeded_at, r.asked_at) end from refunds r
    where e.created_at = moment() and r.id = e.refund_id`
  await tx`
    update messages m set created_at = case m.kind when 'refund.surplus' then r.created_at
      else coalesce(r.succeeded_at, r.decided_at) end from refunds r
    where m.created_at = moment() and m.key = r.id::text`
}
