-- News of the work that its person has seen.
create table work_seen (
  account_id uuid not null references accounts,
  code text not null,
  item_id uuid not null,
  seen_at timestamptz not null default moment(),
  primary key (account_id, code, item_id)
);
