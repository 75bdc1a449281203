-- Tables every feature uses.

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
  -- Where the request came from, and the number its log lines carry; null for the system's own work.
  ip text,
  request_id text,
  -- The chain it hangs in and its place there; the hash covers the row and the hash before it.
  lane bigint not null,
  serial bigint not null,
  hash bytea not null,
  created_at timestamptz not null default moment()
);
create index operation_logs_subject on operation_logs (subject_kind, subject_id, created_at);
create index operation_logs_project on operation_logs (project_id, created_at desc, id desc);
create index operation_logs_actor on operation_logs (actor_id, created_at desc, id desc);
-- A chain is read from any place of it on.
create index operation_logs_chain on operation_logs (lane, serial);

-- The end of each chain. A project has as many as transactions that once wrote at the same time, so that none waits
-- for another to commit.
create table operation_lanes (
  project_id uuid not null,
  lane bigint not null,
  serial bigint not null,
  hash bytea not null,
  primary key (project_id, lane)
) with (fillfactor = 40);
create sequence operation_lane_numbers;
create trigger operation_logs_chain before insert on operation_logs
  for each row execute function chain_operation();
create trigger operation_logs_keep before update or delete on operation_logs
  for each row execute function keep_operation();
create trigger operation_logs_keep_all before truncate on operation_logs
  for each statement execute function keep_operation();

create table jobs (
  id uuid primary key default new_id(),
  project_id uuid,
  operator_id uuid,
  type text not null,
  -- Whose workers run it: see server/jobs/lanes.ts.
  lane text not null check (lane in ('time', 'money', 'people', 'code', 'message', 'push', 'heavy')),
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
create index jobs_due on jobs (lane, run_at) where status in ('queued', 'running');
create index jobs_type on jobs (type, status, updated_at);
create index jobs_failed on jobs (updated_at) where status = 'failed';
create index jobs_operator on jobs (operator_id, created_at desc);

create table outbox_messages (
  id uuid primary key default new_id(),
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  text text not null,
  created_at timestamptz not null default moment(),
  -- What a carrier knows of a text: our number of it, the sign and the template.
  out_id text,
  sign text,
  template_id text
);
create index outbox_messages_recent on outbox_messages (created_at desc);
