-- What every feature stands on.

-- Identifiers: opaque outside, ordered by time inside (UUID version 7); PostgreSQL 15 to 17 have no uuidv7().
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Empty in production; a test moves the clock by writing one row.
create table clock_shifts (shift interval not null);

-- The only clock that decides deadlines, leases and expiries.
create function moment() returns timestamptz language sql stable as $$
  select now() + coalesce((select shift from clock_shifts limit 1), interval '0')
$$;

create table operation_logs (
  id uuid primary key default new_id(),
  project_id uuid,
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default moment()
);
create index operation_logs_subject on operation_logs (subject_kind, subject_id, created_at);
create index operation_logs_project on operation_logs (project_id, created_at desc);

create table jobs (
  id uuid primary key default new_id(),
  project_id uuid,
  operator_id uuid,
  type text not null,
  -- The same key gives the same job: a file sent twice, a timer's slot.
  key text,
  input jsonb not null default '{}',
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'partly', 'failed', 'cancelled')),
  done int not null default 0,
  total int,
  checkpoint jsonb,
  result jsonb,
  error text,
  -- Raised at each claim; a write with an old fence writes nothing.
  fence int not null default 0,
  tries int not null default 0,
  lease_until timestamptz,
  run_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment()
);
create unique index jobs_key on jobs (type, key) where key is not null;
create index jobs_due on jobs (run_at) where status in ('queued', 'running');
create index jobs_operator on jobs (operator_id, created_at desc);

create table outbox_messages (
  id uuid primary key default new_id(),
  channel text not null check (channel in ('sms')),
  recipient text not null,
  text text not null,
  created_at timestamptz not null default moment()
);
create index outbox_messages_recent on outbox_messages (created_at desc);
