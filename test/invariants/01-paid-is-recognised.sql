-- (1) What an order took, less what went back, is what it gives: money and effect stand together, waivers apart.
select o.id, 'took other money than it shows' as problem
from orders o
left join lateral (
  select coalesce(sum(p.amount), 0) as taken from payments p where p.order_id = o.id and p.status = 'succeeded') m on true
where m.taken <> case
  when o.status in ('paid', 'part_refunded', 'refunded') and o.channel in ('wechat', 'alipay') then o.amount else 0 end
union all
select o.id, 'is paid through no channel and not free of charge'
from orders o
where o.status in ('paid', 'part_refunded', 'refunded')
  and (o.channel is null or (o.channel = 'none' and o.amount <> 0))
union all
select o.id, 'shows another refund than its status or its items'
from orders o
where o.refunded <> (select coalesce(sum(i.refunded), 0) from order_items i where i.order_id = o.id)
  or o.status = 'part_refunded' and (o.refunded = 0 or o.refunded >= o.amount)
  or o.status = 'refunded' and o.refunded <> o.amount
  or o.status in ('unpaid', 'paid', 'cancelled', 'free') and o.refunded <> 0
union all
select o.id, 'is settled and has not opened a class'
from orders o join order_items i on i.order_id = o.id
where o.status in ('paid', 'free')
  and not exists (select from enrolments e where e.source = 'order' and e.source_id = i.id)
union all
select o.id, 'is not settled and has opened a class'
from orders o join order_items i on i.order_id = o.id join enrolments e on e.source = 'order' and e.source_id = i.id
where o.status in ('unpaid', 'cancelled')
