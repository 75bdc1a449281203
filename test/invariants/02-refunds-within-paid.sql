-- (2) Nothing refunds more than it took: no payment, no item; and what is promised or gone is what the refunds say.
select p.id, 'payment' as what
from payments p
where p.refunded < 0 or p.refunding < 0 or p.refunded + p.refunding > p.amount
  or p.status = 'refunded' and p.refunded <> p.amount
  or p.status in ('waiting', 'closed') and p.refunded + p.refunding <> 0
union all
select p.id, 'payment and its refunds'
from payments p
left join lateral (
  select coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) as refunded,
    coalesce(sum(r.amount) filter (where r.status in ('applied', 'awaiting_red', 'processing', 'failed')), 0) as refunding
  from refunds r where r.payment_id = p.id) m on true
where (p.refunded, p.refunding) <> (m.refunded, m.refunding)
union all
select i.id, 'order item'
from order_items i join orders o on o.id = i.order_id
where i.refunded < 0 or i.refunded > i.payable
  or i.refunded <> 0 and o.status not in ('part_refunded', 'refunded')
union all
select i.id, 'order item and its refunds'
from order_items i
left join lateral (
  select coalesce(sum(x.amount) filter (where r.status = 'succeeded'), 0) as refunded,
    coalesce(sum(x.amount) filter (where r.status in ('applied', 'awaiting_red', 'processing', 'failed')), 0) as refunding
  from refund_items x join refunds r on r.id = x.refund_id where x.order_item_id = i.id) m on true
where (i.refunded, i.refunding) <> (m.refunded, m.refunding)
union all
select r.id, 'refund and its items'
from refunds r
where r.kind <> 'surplus'
  and r.amount <> (select coalesce(sum(x.amount), 0) from refund_items x where x.refund_id = r.id)
