-- (17) A class's taken places are its live enrolments, its held places what waits to be paid: approved applications and
-- unpaid orders, and paid places of batches that are being opened; together they are never more than its quota.
select c.id, c.sold, c.held, c.quota, live.count as live, approved.count + waiting.count as unpaid
from train_classes c
cross join lateral (select count(*) from enrolments e
  where e.class_id = c.id and e.status in ('applied', 'active', 'passed', 'failed', 'expired')) live
cross join lateral (select count(*) from enrolments e where e.class_id = c.id and e.status = 'approved') approved
cross join lateral (select count(*) from order_items i join orders o on o.id = i.order_id
  left join batch_places l on l.item_id = i.id
  where i.class_id = c.id and i.holds_seat and (o.status = 'unpaid' or l.state = 'opening')) waiting
where c.sold <> live.count or c.held <> approved.count + waiting.count or c.sold + c.held > c.quota
