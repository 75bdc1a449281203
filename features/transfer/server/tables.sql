-- A learner's move from one class to another: what went along, and what the other class costs more or less.
create table transfer_records (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  from_id uuid not null references enrolments,
  to_id uuid not null references enrolments,
  carried_ms bigint not null check (carried_ms >= 0),
  carried_videos int not null check (carried_videos >= 0),
  -- Basis points, in the class that was left and the one that was joined.
  progress_before int not null check (progress_before between 0 and 10000),
  progress_after int not null check (progress_after between 0 and 10000),
  -- Price of the class joined less what the place had cost, in fen: on record, never charged.
  price_difference bigint not null,
  reason text not null check (reason <> ''),
  operator_id uuid not null references accounts,
  created_at timestamptz not null default moment(),
  undone_at timestamptz,
  undone_by uuid references accounts,
  undo_reason text check (undo_reason <> ''),
  check (from_id <> to_id),
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undo_reason is null))
);
create unique index transfer_records_to on transfer_records (to_id);
-- What was left is left once, until that is undone.
create unique index transfer_records_from on transfer_records (from_id) where undone_at is null;
create index transfer_records_left on transfer_records (from_id);
create index transfer_records_project on transfer_records (project_id, id desc);
create index transfer_records_account on transfer_records (account_id);
create index transfer_records_operator on transfer_records (operator_id);
create index transfer_records_undone_by on transfer_records (undone_by);
