-- (15) A learner has at most one live enrolment in a class.
select account_id, class_id, count(*)
from enrolments where status in ('applied', 'active', 'passed', 'failed', 'expired')
group by account_id, class_id having count(*) > 1
