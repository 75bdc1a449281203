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
  -- Which time the enrolment was passed: a pass that was taken back can be earned anew.
  pass int not null default 1,
  -- The line that a reversal takes back: each once.
  reverses uuid unique references hour_entries,
  title text not null,
  operator_id uuid references accounts,
  reason text,
  created_at timestamptz not null default moment(),
  check ((source = 'reversal') = (reverses is not null)),
  check (source not in ('correction', 'reversal') or reason is not null)
);
create unique index hour_entries_class on hour_entries (enrolment_id, attribute, pass) where source = 'class';
create index hour_entries_account on hour_entries (account_id, year);
create index hour_entries_operator on hour_entries (operator_id);
