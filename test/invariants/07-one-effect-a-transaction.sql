-- (7) A provider's transaction is in the books once, and an order is settled once at most.
select channel || ' ' || transaction_id as what, count(*)
from payments where transaction_id is not null group by channel, transaction_id having count(*) > 1
union all
select 'order ' || order_id, count(*)
from payments where status = 'succeeded' group by order_id having count(*) > 1
union all
select 'item ' || source_id, count(*)
-- Where a learner was moved, the place is that of the class joined.
from enrolments where source = 'order' and status <> 'transferred' group by source_id having count(*) > 1
union all
select 'settled ' || subject_id, count(*)
from operation_logs where subject_kind = 'order' and action in ('order.pay', 'order.free')
group by subject_id having count(*) > 1
