-- Identifiers: opaque outside, ordered by time inside (UUID version 7); PostgreSQL 15 to 17 have no uuidv7().
create or replace function new_id() returns uuid language sql volatile as $$
  select (overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
    || substr(gen_random_uuid()::text, 20))::uuid
$$;

-- The form of a name by which it is compared and searched: the same as `nameKey` of the contract, for names as stored.
create or replace function name_key(name text) returns text language sql immutable parallel safe as $$
  select translate(lower(normalize(name, NFKC)), '•‧∙⋅・ ' || chr(8205) || chr(65039), '·····')
$$;

-- The two-character pieces of a name; the same as `bigramsOf` of the contract, for indexes of a name itself: those are
-- built without a search path.
create or replace function bigrams_of(name text) returns text[] language plpgsql immutable parallel safe as $$
declare
  plain text := public.name_key(name);
  pairs text[] := '{}';
begin
  if name is null then return '{}'; end if;
  if length(plain) < 2 then return array[plain]; end if;
  -- Counted, not selected: an index asks for it with every name that is written.
  for place in 1 .. length(plain) - 1 loop
    if substr(plain, place, 2) <> all(pairs) then pairs := pairs || substr(plain, place, 2); end if;
  end loop;
  return pairs;
end $$;

-- The only clock that decides deadlines, leases and expiries. A test moves it by giving it another body.
create or replace function moment() returns timestamptz language sql stable as $$ select now() $$;

-- The day in China.
create or replace function china_day(at timestamptz) returns date language sql immutable parallel safe as $$
  select (at at time zone 'Asia/Shanghai')::date
$$;

create or replace function operation_project(project_id uuid) returns uuid language sql immutable as $$
  select coalesce(project_id, '00000000-0000-0000-0000-000000000000')
$$;

create or replace function operation_digest(previous bytea, entry operation_logs) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(entry.id, entry.project_id, entry.actor_id, entry.action,
    entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason, entry.ip, entry.request_id,
    extract(epoch from entry.created_at))::text, 'UTF8'))
$$;

-- Appends a new row to a chain that no other transaction holds, or begins a chain. With its owner's rights: the running
-- program may add to the log but not touch where a chain ends.
create or replace function chain_operation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

create or replace function keep_operation() returns trigger language plpgsql as $$
begin
  raise exception 'operation_logs is written once and kept';
end $$;
