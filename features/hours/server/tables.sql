-- What a learner earned, append only: a total is a sum, a mistake is a line with a minus.
create table hour_entries (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  year int not null,
  class_type text not null,
  attribute text not null check (attribute in ('required', 'elective')),
  hours_tenths int not null check (hours_tenths <> 0),
  source text not null check (source in ('class', 'correction', 'reversal', 'external')),
  enrolment_id uuid references enrolments,
  -- Which time the enrolment was passed: a pass that was reverted can be earned again.
  pass int not null default 1,
  -- The line that a reversal reverts: each once.
  reverses uuid unique references hour_entries,
  title text not null,
  -- The course a line of a class is for, by the first of its versions; null where a line is for a whole class, as they
  -- were written at first.
  course_root_id uuid references courses,
  operator_id uuid references accounts,
  reason text,
  created_at timestamptz not null default moment(),
  check ((source = 'reversal') = (reverses is not null)),
  check (source not in ('correction', 'reversal') or reason is not null)
);
create unique index hour_entries_class on hour_entries (enrolment_id, attribute, course_root_id, pass) nulls not distinct
  where source = 'class';
create index hour_entries_course on hour_entries (course_root_id);
create index hour_entries_account on hour_entries (account_id, year);
-- The lines of a time, in their order.
create index hour_entries_created on hour_entries (project_id, created_at, id);
create index hour_entries_operator on hour_entries (operator_id);
