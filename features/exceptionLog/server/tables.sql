-- What went wrong on the server by itself, or in a browser. Errors of one cause are one row of a project, counted. It
-- points at no other table, so that nothing keeps an error from being written down.
create table exception_logs (
  id uuid primary key default new_id(),
  -- Null: of no project that is known.
  project_id uuid,
  source text not null check (source in ('server', 'job', 'browser')),
  -- The path of the call or of the page, or the type of the job.
  place text not null,
  -- The numbers that the log lines of the newest carry, the newest first.
  trace_ids text[] not null check (cardinality(trace_ids) between 1 and 20),
  -- What kind of error it was, what it said, and where it was thrown.
  kind text not null,
  message text not null,
  stack text not null,
  -- Whose request or job the newest was.
  account_id uuid,
  fingerprint bytea not null,
  times int not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The version of the product, and the page that was open, when it was last seen.
  release text not null,
  page text,
  status text not null default 'open' check (status in ('open', 'resolved', 'returned')),
  -- When it was first seen, or came back after it had been resolved.
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid,
  check ((status = 'open') = (resolved_at is null) and (resolved_at is null) = (resolved_by is null)),
  constraint exception_logs_cause unique nulls not distinct (project_id, fingerprint)
);
create index exception_logs_last on exception_logs (last_at, id);
create index exception_logs_times on exception_logs (times, id);
create index exception_logs_opened on exception_logs (opened_at) where status <> 'resolved';
create index exception_logs_traces on exception_logs using gin (trace_ids);
