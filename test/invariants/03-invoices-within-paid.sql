-- (3) What is invoiced of an order is what its invoices say, and never more than was paid and kept. One that replaces
-- another counts once that is reversed.
select o.id, 'order and its invoices' as what, o.invoiced, m.invoiced as found
from orders o
left join lateral (
  select coalesce(sum(case i.colour when 'blue' then l.amount else -l.amount end), 0) as invoiced
  from invoice_lines l join invoices i on i.id = l.invoice_id
  where l.order_id = o.id and (i.colour = 'red' and i.status = 'opened'
    or i.colour = 'blue' and i.status not in ('rejected', 'withdrawn') and not exists (
      select from invoices b where b.id = i.replaces_id and b.status <> 'reddened'))) m on true
where o.invoiced <> m.invoiced or o.invoiced < 0 or o.invoiced + o.refunded > o.amount
  or o.invoiced > 0 and o.status not in ('paid', 'part_refunded')
union all
select i.id, 'invoice and its lines', i.amount, coalesce(sum(l.amount), 0)
from invoices i left join invoice_lines l on l.invoice_id = i.id
group by i.id having i.amount <> coalesce(sum(l.amount), 0) or i.tax <> coalesce(sum(l.tax), 0)
union all
select r.id, 'money that left before its invoice was reversed', r.amount, null
from refunds r join invoices i on i.refund_id = r.id
where r.status in ('processing', 'failed', 'succeeded') and i.status not in ('opened', 'cancelled')
