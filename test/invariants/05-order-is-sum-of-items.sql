-- (5) An order is the sum of its items, each at the price it was sold for.
select o.id, o.amount, sum(i.payable) as items
from orders o left join order_items i on i.order_id = o.id
group by o.id
having o.amount is distinct from sum(i.payable) or sum(i.payable) <> sum(i.price - i.discount)
