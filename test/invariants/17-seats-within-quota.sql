-- (17) A class's taken places are its live enrolments, never more than its quota.
select c.id, c.sold, c.quota, count(e.id) as live
from train_classes c
left join enrolments e on e.class_id = c.id and e.status in ('applied', 'active', 'passed', 'failed', 'expired')
group by c.id
having c.sold <> count(e.id) or c.sold > c.quota
