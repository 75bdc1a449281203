-- A file on its way in: its bytes lie in the upload folder until all of them are there and were examined.
create table uploads (
  id uuid primary key,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  -- What it is for, and so who may send it, how large it may be and how it is examined.
  purpose text not null,
  name text not null,
  bytes bigint not null check (bytes > 0),
  status text not null default 'receiving' check (status in ('receiving', 'ready', 'used', 'refused')),
  -- What its purpose found when all bytes were there: where it put them, and measures.
  found jsonb,
  -- Why it is of no use: the code of the refusal and its values.
  refusal jsonb,
  -- What was made of it.
  used_for uuid,
  touched_at timestamptz not null default moment(),
  check (status not in ('ready', 'used') or found is not null),
  check ((status = 'used') = (used_for is not null)),
  check ((status = 'refused') = (refusal is not null))
);
create index uploads_account on uploads (account_id);
create index uploads_project on uploads (project_id);
create index uploads_stale on uploads (touched_at);
create index uploads_ready on uploads (purpose) where status = 'ready';
