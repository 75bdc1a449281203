-- (2) Nothing refunds more than it took: no payment, no item.
select p.id, 'payment' as what
from payments p
where p.refunded < 0 or p.refunded > p.amount
  or p.status = 'refunded' and p.refunded <> p.amount
  or p.status in ('waiting', 'closed', 'surplus', 'refunding') and p.refunded <> 0
union all
select i.id, 'order item'
from order_items i join orders o on o.id = i.order_id
where i.refunded < 0 or i.refunded > i.payable
  or i.refunded <> 0 and o.status not in ('part_refunded', 'refunded')
