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

create table exam_make_ups (
  id uuid primary key default new_id(),
  exam_id uuid not null references exams,
  enrolment_id uuid not null references enrolments,
  granted_by uuid references accounts,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default moment()
);
create index exam_make_ups_enrolment on exam_make_ups (enrolment_id, exam_id);
create index exam_make_ups_exam on exam_make_ups (exam_id);
create index exam_make_ups_granted on exam_make_ups (granted_by);
-- Make-ups followed the attempts by themselves until now: who has used up the attempts keeps what was promised.
insert into exam_make_ups (exam_id, enrolment_id, reason)
select u.exam_id, u.enrolment_id, '此前规则自动开放的补考'
from (
  select a.exam_id, a.enrolment_id, count(*) as used, coalesce(bool_or(a.passed and a.status = 'scored'), false) as passed
  from exam_attempts a where a.status <> 'voided' group by a.exam_id, a.enrolment_id) u
join exams x on x.id = u.exam_id join enrolments e on e.id = u.enrolment_id
cross join lateral generate_series(1,
  case when e.status = 'active' and not u.passed and u.used >= x.attempts then x.make_up_attempts
    else least(u.used - x.attempts, x.make_up_attempts) end);
-- Whose attempts are used up has failed; until now it stayed open to its end.
with failed as (
  update enrolments e set status = 'failed' from exams x
  where x.class_id = e.class_id and x.status = 'active' and e.status = 'active' and not e.exam_passed
    and not exists (select from exam_attempts a where a.enrolment_id = e.id
      and (a.status in ('in_progress', 'submitted', 'marking') or a.status = 'scored' and a.recorded_at is null))
    and (select count(*) from exam_attempts a where a.enrolment_id = e.id and a.exam_id = x.id and a.status <> 'voided')
      >= x.attempts + (select count(*) from exam_make_ups m where m.enrolment_id = e.id and m.exam_id = x.id)
  returning e.id, e.project_id)
insert into operation_logs (project_id, action, subject_kind, subject_id, before, after)
select project_id, 'enrolment.exhaust', 'enrolment', id, '{"status": "active"}', '{"status": "failed"}' from failed;
