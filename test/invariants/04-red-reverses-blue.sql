-- (4) A red invoice reverses one blue one that was issued, line by line, and all of them never more than there is.
select r.id, 'a red invoice reverses none that is blue and issued' as problem
from invoices r left join invoices b on b.id = r.original_id
where r.colour = 'red' and r.status <> 'cancelled'
  and (b.colour is distinct from 'blue' or b.number is null or b.project_id <> r.project_id)
union all
select l.invoice_id, 'a line of a red invoice reverses none of its blue one, or one of another order'
from invoice_lines l join invoices r on r.id = l.invoice_id and r.colour = 'red'
left join invoice_lines b on b.invoice_id = r.original_id and b.line_no = l.original_line
where b.order_id is distinct from l.order_id
union all
select b.invoice_id, 'a line is reversed by another sum than its red lines'
from invoice_lines b join invoices i on i.id = b.invoice_id and i.colour = 'blue'
where b.reddened <> coalesce((
  select sum(l.amount) from invoice_lines l join invoices r on r.id = l.invoice_id
  where r.original_id = b.invoice_id and r.status <> 'cancelled' and l.original_line = b.line_no), 0)
