-- (3) What an order has invoiced is what its live blue invoices are for, less what red ones have reversed; and what was
-- issued, less what was reversed, is never more than was paid and kept.
with line as (
  select l.order_id, l.amount, i.colour, i.number is not null as is_issued,
    case i.colour when 'red' then i.status = 'opened'
      else i.status not in ('rejected', 'withdrawn') and not exists (
        select from invoices b where b.id = i.replaces_id and b.status <> 'reddened') end as is_counted
  from invoice_lines l join invoices i on i.id = l.invoice_id),
total as (
  select order_id,
    coalesce(sum(case colour when 'blue' then amount else -amount end) filter (where is_counted), 0) as counted,
    coalesce(sum(case colour when 'blue' then amount else -amount end) filter (where is_issued), 0) as issued
  from line group by order_id)
select o.id, 'an order has another sum invoiced than its invoices' as problem
from orders o left join total t on t.order_id = o.id where o.invoiced <> coalesce(t.counted, 0)
union all
select o.id, 'more is issued than was paid and kept'
from orders o join total t on t.order_id = o.id
where t.issued > case when o.status in ('paid', 'part_refunded', 'refunded') then o.amount - o.refunded else 0 end
