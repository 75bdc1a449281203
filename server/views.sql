-- Tampering with the log: a changed row, rows missing before one or at the end of a chain.
create or replace view operation_log_faults as
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
