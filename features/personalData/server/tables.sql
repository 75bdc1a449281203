-- A copy of what is on record about a person, made for that person; fetched once, or gone after a day.
create table data_exports (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  -- The session that proved itself: no other one is given it.
  session_id uuid references sessions on delete set null,
  language text not null check (language in ('zh', 'en')),
  status text not null default 'making' check (status in ('making', 'ready', 'fetched', 'lapsed', 'failed')),
  -- One page with everything, sealed until it is fetched.
  content_sealed bytea,
  expires_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status = 'ready') = (content_sealed is not null)),
  check (status <> 'ready' or expires_at is not null)
);
create unique index data_exports_open on data_exports (account_id) where status in ('making', 'ready');
create index data_exports_session on data_exports (session_id);
create index data_exports_account on data_exports (account_id, created_at desc);
create index data_exports_due on data_exports (expires_at) where status = 'ready';

-- A learner's request to close the account: waiting for some days, in which signing in cancels it.
create table account_closings (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  status text not null default 'waiting' check (status in ('waiting', 'cancelled', 'closed')),
  due_at timestamptz not null,
  ended_at timestamptz,
  -- Name and numbers, where the law makes the provider keep who paid or holds a certificate; and until when.
  kept_sealed bytea,
  kept_until timestamptz,
  created_at timestamptz not null default moment(),
  check ((status = 'waiting') = (ended_at is null)),
  check (kept_sealed is null or status = 'closed'),
  check ((kept_sealed is null) or (kept_until is not null))
);
create unique index account_closings_waiting on account_closings (account_id) where status = 'waiting';
create index account_closings_account on account_closings (account_id, created_at desc);
create index account_closings_due on account_closings (due_at) where status = 'waiting';
create index account_closings_kept on account_closings (kept_until) where kept_sealed is not null;
