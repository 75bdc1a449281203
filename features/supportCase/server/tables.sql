-- A problem with a learner's record that somebody wrote down, until it is settled.
create table exception_registers (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('unit', 'identity', 'hours', 'exam', 'order', 'face', 'other')),
  note text not null,
  status text not null default 'open' check (status in ('open', 'correcting', 'resolved', 'dismissed')),
  -- What became of it, and the correction that resolved it.
  outcome text,
  correction_id uuid references corrections,
  registrar_id uuid not null references accounts,
  settler_id uuid references accounts,
  settled_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status in ('open', 'correcting')) = (settled_at is null)),
  check (settled_at is null or (outcome is not null and settler_id is not null)),
  check (status <> 'correcting' or correction_id is not null)
);
create index exception_registers_project on exception_registers (project_id, id desc);
create index exception_registers_open on exception_registers (project_id, id desc) where status in ('open', 'correcting');
create index exception_registers_status on exception_registers (project_id, status, id);
-- One problem of a kind at a time.
create unique index exception_registers_once on exception_registers (account_id, kind) where status in ('open', 'correcting');
create index exception_registers_account on exception_registers (account_id, id desc);
create index exception_registers_correction on exception_registers (correction_id);
create index exception_registers_registrar on exception_registers (registrar_id);
create index exception_registers_settler on exception_registers (settler_id);
