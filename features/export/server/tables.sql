-- A list on its way to a file: read by a job with the scope of who asked for it, sealed, and theirs alone to fetch.
create table list_exports (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- Who asked for it, and in which role and for which unit they did.
  operator_id uuid not null references accounts,
  role_id uuid not null references roles,
  scope_unit_id uuid references units,
  -- The unit whose subtree was read; null for the whole project.
  scope_path text,
  -- The export by the path of its call.
  path text not null,
  language text not null check (language in ('zh', 'en')),
  -- The filters as they were given; they may contain a number or a name.
  filter_sealed bytea,
  unmasked boolean not null default false,
  reason text,
  job_id uuid not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed', 'cancelled', 'lapsed')),
  -- Why there is no file: the code of the refusal and its values.
  problem jsonb,
  rows int,
  file_name text not null,
  bytes bigint,
  -- The file, sealed under a key of its own: without the key nobody opens it.
  file_key text,
  key_sealed bytea,
  expires_at timestamptz,
  created_at timestamptz not null default moment(),
  check (not unmasked or reason is not null),
  check ((status = 'failed') = (problem is not null)),
  check ((status = 'making') <= (filter_sealed is not null)),
  check (status <> 'ready' or (file_key, key_sealed, expires_at, rows, bytes) is not null),
  check (status = 'ready' or key_sealed is null)
);
create index list_exports_operator on list_exports (operator_id, created_at desc);
create index list_exports_expiring on list_exports (expires_at) where status = 'ready';
create index list_exports_file on list_exports (file_key) where file_key is not null;
create index list_exports_project on list_exports (project_id);
create index list_exports_role on list_exports (role_id);
create index list_exports_scope on list_exports (scope_unit_id);
