-- (5) An order is the sum of its items, each at the price it was sold for less what the office took off.
select o.id, o.amount, sum(i.payable) as items
from orders o left join order_items i on i.order_id = o.id
group by o.id
having o.amount is distinct from sum(i.payable) or sum(i.payable) <> sum(i.price - i.discount + i.adjustment)
union all
select i.order_id, i.adjustment, d.amount
from order_items i
left join lateral (select coalesce(sum(amount), 0) as amount from order_adjustments where item_id = i.id) d on true
where i.adjustment <> d.amount
