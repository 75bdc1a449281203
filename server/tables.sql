-- Tables every feature uses.

-- Identifiers: opaque outside, ordered by time inside (UUID version 7); PostgreSQL 15 to 17 have no uuidv7().
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- The two-character pieces of a name, lower case; the same as `bigramsOf` of the contract, for indexes of a name itself.
create function bigrams_of(name text) returns text[] language sql immutable parallel safe as $$
  select case when length(plain) < 2 then array[plain] else array(
    select distinct substr(plain, place, 2) from generate_series(1, length(plain) - 1) place) end
  from lower(regexp_replace(name, '\s', '', 'g')) plain
$$;

-- The only clock that decides deadlines, leases and expiries. A test moves it by giving it another body.
create function moment() returns timestamptz language sql stable as $$ select now() $$;

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

create function operation_project(project_id uuid) returns uuid language sql immutable as $$
  select coalesce(project_id, '00000000-0000-0000-0000-000000000000')
$$;

create function operation_digest(previous bytea, entry operation_logs) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(entry.id, entry.project_id, entry.actor_id, entry.action,
    entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason, entry.ip, entry.request_id,
    extract(epoch from entry.created_at))::text, 'UTF8'))
$$;

-- Appends a new row to a chain that no other transaction holds, or begins a chain. With its owner's rights: the running
-- program may add to the log but not touch where a chain ends.
create function chain_operation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update operation_lanes l set serial = l.serial + 1, hash = operation_digest(l.hash, new)
  where (l.project_id, l.lane) = (
    select f.project_id, f.lane from operation_lanes f where f.project_id = operation_project(new.project_id)
    order by f.lane for no key update skip locked limit 1)
  returning l.lane, l.serial, l.hash into new.lane, new.serial, new.hash;
  if not found then
    insert into operation_lanes as l (project_id, lane, serial, hash)
    values (operation_project(new.project_id), nextval('operation_lane_numbers'), 1, operation_digest('', new))
    returning l.lane, l.serial, l.hash into new.lane, new.serial, new.hash;
  end if;
  return new;
end $$;
create trigger operation_logs_chain before insert on operation_logs
  for each row execute function chain_operation();

create function keep_operation() returns trigger language plpgsql as $$
begin
  raise exception 'operation_logs is written once and kept';
end $$;
create trigger operation_logs_keep before update or delete on operation_logs
  for each row execute function keep_operation();
create trigger operation_logs_keep_all before truncate on operation_logs
  for each statement execute function keep_operation();

-- Tampering with the log: a changed row, rows missing before one or at the end of a chain.
create view operation_log_faults as
  with chained as (
    select l as entry, operation_project(l.project_id) as owner, l.lane, l.serial, l.created_at,
      lag(l.hash, 1, '') over chain as previous, lag(l.serial, 1, 0) over chain as behind
    from operation_logs l
    window chain as (partition by operation_project(l.project_id), l.lane order by l.serial)),
  ends as (
    select distinct on (owner, lane) owner, lane, serial, (entry).hash as hash from chained
    order by owner, lane, serial desc)
  select (entry).id, (entry).project_id, (entry).action, created_at, lane, serial,
    case when serial = behind + 1 then 'changed' else 'missing before' end as fault
  from chained
  where serial <> behind + 1 or (entry).hash <> operation_digest(previous, entry)
  union all
  select null, coalesce(l.project_id, e.owner), null, null, coalesce(l.lane, e.lane), coalesce(l.serial, e.serial),
    'missing at the end'
  from operation_lanes l full join ends e on e.owner = l.project_id and e.lane = l.lane
  where (l.serial, l.hash) is distinct from (e.serial, e.hash);

create table jobs (
  id uuid primary key default new_id(),
  project_id uuid,
  operator_id uuid,
  type text not null,
  -- Whose workers run it: see server/jobs/lanes.ts.
  lane text not null check (lane in ('time', 'money', 'people', 'code', 'message', 'heavy')),
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
