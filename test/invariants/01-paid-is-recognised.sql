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
where o.status in ('paid', 'free') and o.kind = 'personal'
  and not exists (select from enrolments e where e.source = 'order' and e.source_id = i.id)
union all
select o.id, 'is not settled and has opened a class'
from orders o join order_items i on i.order_id = o.id join enrolments e on e.source in ('order', 'batch') and e.source_id = i.id
where o.status in ('unpaid', 'cancelled')
union all
select o.id, 'is paid offline by other money than came to the bank, or has such money and is not'
from orders o
left join lateral (select coalesce(sum(l.amount), 0) as allocated from allocations l where l.order_id = o.id) m on true
where m.allocated <> case
  when o.status in ('paid', 'part_refunded', 'refunded') and o.channel = 'offline' then o.amount else 0 end
union all
select r.id, 'a receipt counts other allocations than it has'
from receipts r
where r.allocated <> (select coalesce(sum(l.amount), 0) from allocations l where l.receipt_id = r.id)
union all
select r.id, 'a receipt counts other reversals than it has, or is void and pays'
from receipts r
left join lateral (
  select coalesce(sum(v.amount), 0) as amount, coalesce(bool_or(v.kind = 'void'), false) as is_void
  from receipt_reversals v where v.receipt_id = r.id) m on true
where (r.reversed, r.is_void) <> (m.amount, m.is_void) or r.is_void and r.allocated <> 0
union all
select v.id, 'what is approved of a receipt was approved by who entered it'
from receipt_reversals v join receipts r on r.id = v.receipt_id
where v.project_id <> r.project_id or v.approved and v.operator_id = r.operator_id
union all
select l.id, 'an allocation is of two projects, or was approved by who entered the receipt'
from allocations l join receipts r on r.id = l.receipt_id join orders o on o.id = l.order_id
where l.project_id <> r.project_id or l.project_id <> o.project_id or l.operator_id = r.operator_id
