-- (9) A batch is paid as a whole: each of its items then has one place, which is open for the one who learns by it, waits to be
-- opened, or stands in the list of errors; before that it has none.
select i.id, 'an item of a settled batch has no place, or one of an unsettled batch has' as problem
from orders o join order_items i on i.order_id = o.id left join batch_places l on l.item_id = i.id
where o.kind = 'batch' and (o.status in ('unpaid', 'cancelled')) <> (l.item_id is null)
union all
select l.item_id, 'a place is open without its enrolment'
from batch_places l join order_items i on i.id = l.item_id
where l.state = 'opened' and not exists (
  select from enrolments e where e.source = 'batch' and e.source_id = i.id and e.account_id = i.account_id)
union all
select l.item_id, 'a place is not open and somebody learns by it, or two do'
from batch_places l join enrolments e on e.source = 'batch' and e.source_id = l.item_id and is_live(e.status)
group by l.item_id, l.state
having l.state <> 'opened' or count(*) > 1
union all
select b.order_id, 'a delivery is over that is not, or was never begun'
from batch_orders b join orders o on o.id = b.order_id
where (b.delivery is null) <> (o.status in ('unpaid', 'cancelled'))
  or b.delivery <> 'opening' and exists (select from batch_places l where l.order_id = b.order_id and l.state = 'opening')
  or b.delivery = 'opened' and exists (
    select from batch_places l join order_items i on i.id = l.item_id
    where l.order_id = b.order_id and l.state = 'failed' and not (i.payable > 0 and i.refunded = i.payable))
union all
select i.id, 'an item waits or holds a seat whose place is decided'
from batch_places l join order_items i on i.id = l.item_id
where l.state <> 'opening' and (i.waiting or i.holds_seat)
union all
select b.order_id, 'an order of another kind or project is a batch'
from batch_orders b join orders o on o.id = b.order_id
where o.kind <> 'batch' or o.project_id <> b.project_id
