-- (15) A learner has at most one live enrolment in a class, whatever its version.
select e.account_id, c.root_id, count(*)
from enrolments e join train_classes c on c.id = e.class_id
where e.status in ('applied', 'approved', 'active', 'passed', 'failed', 'expired')
group by e.account_id, c.root_id having count(*) > 1
