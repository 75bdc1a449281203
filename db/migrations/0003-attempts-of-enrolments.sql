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

alter table enrolments
  add column bar_reason text check (bar_reason <> ''),
  add check (bar_reason is null or status <> 'passed');
-- A pass that was reverted by a correction is not given again by a rule.
update enrolments e set bar_reason = l.reason from (
  select distinct on (subject_id) subject_id, action, reason from operation_logs
  where subject_kind = 'enrolment' and action in ('enrolment.unpass', 'enrolment.pass')
  order by subject_id, created_at desc, id desc) l
where l.subject_id = e.id::text and l.action = 'enrolment.unpass' and l.reason <> '' and e.status = 'active'
  -- Where a corrected score took the pass, its exam stands in the way by itself.
  and (e.exam_passed or not exists (select from exams x where x.class_id = e.class_id and x.status = 'active'));
drop index enrolments_waiting;
create index enrolments_waiting on enrolments (class_id, id) where status = 'active' and study_done_at is not null;

-- Exams withdrawn until now were given up on purpose, as the page said: they hold nobody.
alter table exams
  add column held_since timestamptz,
  add column copied_from uuid references exams,
  add check (held_since is null or status = 'withdrawn');
create index exams_copied on exams (copied_from);
