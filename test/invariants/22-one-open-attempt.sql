-- (22) An enrolment has at most one attempt at an exam under way, none once it was left, and no more attempts than the
-- exam gives and make-ups were granted; what was voided does not count.
select exam_id, account_id, null::int as counted, count(*) as open
from exam_attempts where status = 'in_progress' group by exam_id, account_id, enrolment_id having count(*) > 1
union all
select a.exam_id, a.account_id, null, 1
from exam_attempts a join enrolments e on e.id = a.enrolment_id
where a.status = 'in_progress' and e.status not in ('active', 'passed', 'failed', 'expired')
union all
select a.exam_id, a.account_id, count(*)::int, null
from exam_attempts a join exams x on x.id = a.exam_id
where a.status <> 'voided'
group by a.exam_id, a.account_id, a.enrolment_id, x.id, x.attempts
having count(*) > x.attempts
  + (select count(*) from exam_make_ups m where m.exam_id = x.id and m.enrolment_id = a.enrolment_id)
