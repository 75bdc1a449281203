-- A hand-over from elsewhere, in an address: good once, for a minute, for one account in one role.
create table session_tickets (
  ticket_hash bytea primary key,
  account_id uuid not null references accounts,
  role_id uuid not null references roles,
  unit_id uuid references units,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default moment()
);
create index session_tickets_account on session_tickets (account_id);
create index session_tickets_role on session_tickets (role_id);
create index session_tickets_unit on session_tickets (unit_id);
create index session_tickets_expires on session_tickets (expires_at);
