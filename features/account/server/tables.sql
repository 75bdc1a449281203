create table accounts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  role_id uuid not null references roles,
  unit_id uuid references units,
  -- The unit a learner named, until somebody confirms that they belong to it.
  claimed_unit_id uuid references units,
  -- Who alone put the learner into the unit, and when: until another confirms it or a week is over its prices are given only
  -- where they are no lower than those of the unit the learner was known to belong to.
  moved_by uuid references accounts,
  moved_at timestamptz check ((moved_at is null) = (moved_by is null)),
  moved_from uuid references units check (moved_from is null or moved_by is not null),
  -- The unit whose plans, sign-ups and notices the account has; `is_unconfirmed` says whether it has its prices.
  member_unit_id uuid generated always as (case when unit_id is distinct from claimed_unit_id then unit_id end) stored,
  login_name text not null,
  user_name text not null,
  password_hash text not null,
  image_key text,
  mobile_sealed bytea,
  mobile_index bytea,
  mobile_mask text,
  wechat_open_id text,
  wechat_union_id text,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  last_login_at timestamptz,
  -- The password was given by someone else and is to be changed first.
  must_change_password boolean not null default false,
  -- Sessions opened before it are over: the account was disabled, deleted, reset or its roles changed.
  sessions_from timestamptz not null default '-infinity',
  -- Seeded by the demo, with a password that everybody knows.
  demo boolean not null default false,
  -- Incremented by each edit of what its form shows, to detect concurrent edits.
  revision int not null default 1,
  created_at timestamptz not null default moment()
);
create unique index accounts_login_name on accounts (project_id, lower(login_name)) where status <> 'deleted';
create unique index accounts_mobile on accounts (project_id, mobile_index) where status <> 'deleted';
create index accounts_demo on accounts (project_id) where demo;
create index accounts_role on accounts (role_id);
-- Lists are ordered by it, newest first; the role distinguishes learners from staff without reading the row.
create index accounts_listed on accounts (project_id, id desc) include (role_id) where status <> 'deleted';
create index accounts_created on accounts (project_id, created_at, id) include (role_id) where status <> 'deleted';
create index accounts_seen_first on accounts (project_id, last_login_at, id) include (role_id)
  where status <> 'deleted';
create index accounts_seen_last on accounts (project_id, last_login_at desc nulls last, id desc) include (role_id)
  where status <> 'deleted';
create index accounts_unit_first on accounts (project_id, unit_id, id) include (role_id) where status <> 'deleted';
create index accounts_unit_last on accounts (project_id, unit_id desc nulls last, id desc) include (role_id)
  where status <> 'deleted';
create index accounts_unit on accounts (unit_id);
create index accounts_moved_by on accounts (moved_by) where moved_by is not null;
create index accounts_moved_from on accounts (moved_from) where moved_from is not null;
create index accounts_moved on accounts (moved_at) where moved_at is not null;
create index accounts_claimed on accounts (claimed_unit_id, id) where claimed_unit_id is not null;
-- An account is found by a part of the name, a family name, the beginning of the login name, or as one that is locked.
create index accounts_named on accounts using gin (bigrams_of(user_name));
create index accounts_family on accounts (project_id, left(user_name, 1));
create index accounts_login on accounts (project_id, lower(login_name) collate "C");
create index accounts_guessed on accounts (password_bucket(id, password_hash));
create unique index accounts_wechat on accounts (project_id, wechat_open_id) where status <> 'deleted';

-- Roles an account may act in beside its own, each for a unit where the role is a unit's.
create table account_roles (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  role_id uuid not null references roles,
  unit_id uuid references units,
  created_at timestamptz not null default moment(),
  unique nulls not distinct (account_id, role_id, unit_id)
);
create index account_roles_role on account_roles (role_id);
create index account_roles_unit on account_roles (unit_id);

-- Everybody who gave an account a password or a number to sign in with, beside its holder, and when they last did.
create table account_accesses (
  account_id uuid not null references accounts,
  giver_id uuid not null references accounts check (giver_id <> account_id),
  given_at timestamptz not null default moment(),
  primary key (account_id, giver_id)
);
create index account_accesses_giver on account_accesses (giver_id, given_at);
