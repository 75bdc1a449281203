create table sessions (
  id uuid primary key default new_id(),
  -- SHA-256 of the token: what is stored cannot sign anyone in.
  token_hash bytea not null unique,
  -- SHA-256 of the cookie beside it, by which `<role>-token` chooses a role.
  companion_hash bytea unique,
  account_id uuid not null references accounts,
  -- The role in use, and the unit it is used for.
  role_id uuid not null references roles,
  unit_id uuid references units,
  -- Opens nothing yet but the step that proves or sets up the second factor.
  awaits_factor boolean not null default false,
  -- The second factor was proved in it, or in the session that it continues from.
  factor_proved boolean not null default false,
  -- Opened after a version of the agreement that its learner has not accepted: until then only one's own matters are open.
  must_agree boolean not null default false,
  -- Staff look at the account's pages in it and change nothing; it ends with the session they look from.
  viewed_from uuid references sessions on delete cascade,
  ip text not null,
  agent text not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Why it ended before its time: the person left, ended it from another device, signed in elsewhere, or goes on under
  -- a fresh token.
  ended_why text check (ended_why in ('left', 'remote', 'elsewhere', 'renewed')),
  created_at timestamptz not null default moment()
);
create index sessions_account on sessions (account_id) where revoked_at is null;
create index sessions_role on sessions (role_id);
create index sessions_unit on sessions (unit_id);
create index sessions_viewed_from on sessions (viewed_from);

create table message_codes (
  id uuid primary key default new_id(),
  purpose text not null check (purpose in ('register', 'login', 'forget', 'modify')),
  mobile_index bytea not null,
  code_hash bytea not null,
  -- SHA-256 of who asked: the account or its device where the number is theirs, else the network.
  asker bytea,
  by_owner boolean not null default false,
  tries int not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default moment()
);
create index message_codes_mobile on message_codes (mobile_index, created_at desc);
