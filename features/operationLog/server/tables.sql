-- How far each chain of the log was verified: the daily verification continues from there.
create table operation_log_checkpoints (
  project_id uuid not null,
  lane bigint not null,
  serial bigint not null,
  hash bytea not null,
  verified_at timestamptz not null default moment(),
  primary key (project_id, lane)
);
