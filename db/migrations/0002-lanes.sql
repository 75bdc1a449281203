-- Jobs run in lanes: each kind's workers are its own.
alter table jobs add lane text;
update jobs set lane = case
  when type in ('payment.converge', 'gateway.notify') then 'money'
  when type like 'import.%' or type = 'file.seal' then 'people'
  when type in ('resource.hls', 'resource.sweep', 'operation-log.verify') then 'heavy'
  else 'time' end;
alter table jobs alter lane set not null;
alter table jobs add check (lane in ('time', 'money', 'people', 'heavy'));
drop index jobs_due;
create index jobs_due on jobs (lane, run_at) where status in ('queued', 'running');
create index jobs_type on jobs (type, status);

-- The log of operations is verified on from where it was verified before.
create index operation_logs_chain on operation_logs (lane, serial);
create table operation_log_checkpoints (
  project_id uuid not null,
  lane bigint not null,
  serial bigint not null,
  hash bytea not null,
  verified_at timestamptz not null default moment(),
  primary key (project_id, lane)
);
