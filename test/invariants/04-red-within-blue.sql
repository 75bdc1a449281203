-- (4) A red invoice reverses lines of one blue invoice that was issued, never more than there is of them; the blue one says
-- how far it is reversed.
select r.id, 'red of no issued blue' as what
from invoices r join invoices b on b.id = r.original_id
where b.colour <> 'blue' or b.number is null or b.project_id <> r.project_id
union all
select l.invoice_id, 'line of a blue and its reds'
from invoice_lines l join invoices b on b.id = l.invoice_id and b.colour = 'blue'
left join lateral (
  select coalesce(sum(x.amount), 0) as amount
  from invoices r join invoice_lines x on x.invoice_id = r.id and x.original_line = l.line_no
  where r.original_id = b.id and r.status in ('requested', 'confirming', 'opening', 'stalled', 'opened')) m on true
where l.reddened <> m.amount or l.reddened > l.amount
union all
select r.id, 'line of a red that is of another order or class'
from invoices r join invoice_lines x on x.invoice_id = r.id
left join invoice_lines l on l.invoice_id = r.original_id and l.line_no = x.original_line
where r.colour = 'red' and (l.order_id, l.class_id) is distinct from (x.order_id, x.class_id)
union all
select b.id, 'blue and its reds'
from invoices b
left join lateral (
  select coalesce(sum(amount) filter (where status = 'opened'), 0) as reversed,
    coalesce(bool_or(status in ('requested', 'confirming', 'opening', 'stalled')), false) as is_open
  from invoices r where r.original_id = b.id) m on true
where b.colour = 'blue' and b.number is not null and b.status <> case
  when m.is_open then 'reddening' when m.reversed = 0 then 'opened' when m.reversed < b.amount then 'part_reddened'
  else 'reddened' end
