-- (22) A learner has at most one attempt at an exam under way, and no more attempts than the exam allows; what was
-- voided does not count.
select exam_id, account_id, null::int as counted, count(*) as open
from exam_attempts where status = 'in_progress' group by exam_id, account_id having count(*) > 1
union all
select a.exam_id, a.account_id, count(*)::int, null
from exam_attempts a join exams x on x.id = a.exam_id
where a.status <> 'voided'
group by a.exam_id, a.account_id, a.enrolment_id, x.attempts, x.make_up_attempts
having count(*) > x.attempts + x.make_up_attempts
