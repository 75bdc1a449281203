-- Attempts belong to an enrolment: what a learner had under way in a class already left ends, with its record, and a
-- new enrolment of the same learner begins its own.
with ended as (
  update exam_attempts a set status = 'voided' from exam_attempts o join enrolments e on e.id = o.enrolment_id
  where a.id = o.id and o.status in ('in_progress', 'submitted', 'marking')
    and e.status not in ('applied', 'active', 'passed', 'failed', 'expired')
  returning a.id, a.project_id, o.status as before, e.status as left_as)
insert into operation_logs (project_id, action, subject_kind, subject_id, before, after, reason)
select project_id, 'exam-attempt.void', 'exam-attempt', id, jsonb_build_object('status', before),
  jsonb_build_object('status', 'voided'), left_as
from ended;
drop index exam_attempts_open;
create unique index exam_attempts_open on exam_attempts (exam_id, enrolment_id) where status = 'in_progress';

alter table enrolments
  add column suspended_by text check (suspended_by <> ''),
  add check (suspended_by is null or status in ('applied', 'active', 'passed', 'failed', 'expired'));

alter table exam_attempts
  add column failures int not null default 0,
  add column last_error text,
  add column retry_at timestamptz;
