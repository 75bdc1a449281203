-- Who is at work on something that waits, for colleagues to see; it keeps nobody from settling it.
create table work_claims (
  -- The kind of work by its code, and what of it.
  code text not null,
  item_id uuid not null,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  claimed_at timestamptz not null default moment(),
  -- The last sign that the account is still at it.
  seen_at timestamptz not null default moment(),
  primary key (code, item_id)
);
create index work_claims_account on work_claims (account_id);
create index work_claims_seen on work_claims (project_id, seen_at);

-- News of the work, as a rejected proposal, that its person has seen.
create table work_seen (
  account_id uuid not null references accounts,
  -- The kind of work by its code, and what of it.
  code text not null,
  item_id uuid not null,
  seen_at timestamptz not null default moment(),
  primary key (account_id, code, item_id)
);
