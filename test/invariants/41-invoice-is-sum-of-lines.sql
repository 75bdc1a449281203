-- (41) An invoice is the sum of its lines, its tax that of theirs, and its payer that of its orders.
select i.id, 'an invoice is not the sum of its lines' as problem
from invoices i left join invoice_lines l on l.invoice_id = i.id
group by i.id having i.amount is distinct from sum(l.amount) or i.tax is distinct from sum(l.tax)
union all
select i.id, 'an invoice is for orders of another payer'
from invoices i join invoice_lines l on l.invoice_id = i.id join orders o on o.id = l.order_id
where o.account_id is distinct from i.account_id or o.payer_unit_id is distinct from i.payer_unit_id
  or o.project_id <> i.project_id
