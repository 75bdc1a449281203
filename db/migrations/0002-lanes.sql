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
create index jobs_type on jobs (type, status, updated_at);

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

-- A file of an import stands no longer than it is read; what a file was kept for beyond that is removed by the sweep.
update imports i set status = 'failed',
  problem = '{"zh": "处理中断，请重试；如再次出现请联系管理员", "en": "It was interrupted; try again, and tell the administrator if it happens once more"}'
from jobs j where j.id = i.job_id and j.status in ('failed', 'cancelled') and i.status = 'checking';
update imports set file_key = null where status <> 'checking';
alter table imports add check (file_key is null or status = 'checking');

-- Imports whose staged rows were deleted while they waited say so.
update imports i set status = 'failed',
  problem = '{"zh": "这次导入已超过 30 天，其中的数据已清除，请重新上传文件", "en": "The import is more than 30 days old and its rows were deleted; upload the file again"}'
where i.status in ('checked', 'applying') and i.rows > 0
  and not exists (select from import_rows r where r.import_id = i.id);
