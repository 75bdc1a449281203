-- Many rows of a list that a job acts on one after the other, for the one who asked for it.
create table batches (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- Who asked for it, and in which role and for which unit they did.
  operator_id uuid not null references accounts,
  role_id uuid not null references roles,
  scope_unit_id uuid references units,
  -- The call of the batch.
  path text not null,
  -- The filters, what is excepted, and the rest of the input; they may contain a number or a name.
  input_sealed bytea not null,
  job_id uuid not null,
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'cancelled')),
  -- Why it ended before its last row: the code of the refusal and its values.
  problem jsonb,
  -- Null until the rows are counted.
  total int,
  succeeded int not null default 0,
  proposed int not null default 0,
  refused int not null default 0,
  created_at timestamptz not null default moment(),
  check ((status = 'failed') = (problem is not null))
);
create index batches_operator on batches (operator_id, created_at desc);
create index batches_ended on batches (created_at) where status <> 'running';
create index batches_project on batches (project_id);
create index batches_role on batches (role_id);
create index batches_scope on batches (scope_unit_id);

-- The rows a batch began with, and what came of each.
create table batch_rows (
  batch_id uuid not null references batches on delete cascade,
  row_id uuid not null,
  -- As its reader saw it, where the batch named it so.
  revision int,
  -- Null as long as it waits.
  outcome text check (outcome in ('done', 'proposed', 'refused')),
  -- Why it was refused: the codes of the refusals and their values, a list.
  reason jsonb,
  primary key (batch_id, row_id),
  check ((outcome is not distinct from 'refused') = (reason is not null))
);
create index batch_rows_waiting on batch_rows (batch_id, row_id) where outcome is null;
