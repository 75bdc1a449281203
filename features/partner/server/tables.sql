-- Other platforms that may hand their people over to a project, each under a key of its own.
create table partners (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- The partner's public id; generated here, so that it reveals nothing of other projects.
  code text not null unique,
  name text not null,
  -- Its hand-over protocol: `standard` and `bx` by the page of that name, `jnzj` by the call of that name.
  kind text not null check (kind in ('standard', 'bx', 'jnzj')),
  key_sealed bytea not null,
  key_since timestamptz not null default moment(),
  -- Who was shown it, and can hand people over with it.
  key_by uuid references accounts,
  -- Whether a person nobody knows yet is given an account.
  may_register boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default moment()
);
create index partners_key_by on partners (key_by) where key_by is not null;
create unique index partners_name on partners (project_id, name_key(name));

-- The account of a partner's user id; written once, when the person arrived as a newcomer or proved an account.
create table partner_accounts (
  partner_id uuid not null references partners,
  external_id text not null,
  account_id uuid not null references accounts,
  -- How it came about: a new account, or one proved by signing in to it.
  source text not null check (source in ('registered', 'proved')),
  last_arrival_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  primary key (partner_id, external_id)
);
create unique index partner_accounts_account on partner_accounts (account_id, partner_id);

-- Hand-overs that were accepted: none is accepted twice.
create table partner_nonces (
  partner_id uuid not null references partners,
  nonce text not null,
  created_at timestamptz not null default moment(),
  primary key (partner_id, nonce)
);
create index partner_nonces_old on partner_nonces (created_at);

-- A person whom a partner vouches for and who has yet to sign in to the account to link.
create table partner_links (
  -- SHA-256 of the code the page holds.
  code_hash bytea primary key,
  partner_id uuid not null references partners,
  external_id text not null,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default moment()
);
create index partner_links_partner on partner_links (partner_id);
create index partner_links_old on partner_links (expires_at);
