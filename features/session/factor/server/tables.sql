-- The second factor of an account: a secret that its holder's telephone knows too.
create table second_factors (
  account_id uuid primary key references accounts,
  secret_sealed bytea not null,
  -- Null until the first code was right.
  confirmed_at timestamptz,
  -- The last 30-second step whose code was used: a code is good once.
  last_step bigint not null default 0,
  created_at timestamptz not null default moment()
);

create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
