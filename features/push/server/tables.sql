-- The outside system that a project pushes its results to.
create table push_receivers (
  project_id uuid primary key references projects,
  -- Empty: none any more.
  address text not null,
  -- The key of the signatures.
  secret_sealed bytea,
  -- Our fields and the names that the receiver knows them by, in the order of the body.
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  hour_unit text not null check (hour_unit in ('hours', 'tenths')),
  version int not null default 1,
  updated_at timestamptz not null default moment(),
  check (address = '' or secret_sealed is not null)
);

-- A receiver that gives no answer: how often in a row, and until when it is left alone for that.
create table push_rests (
  project_id uuid primary key references projects,
  silences int not null check (silences > 0),
  until timestamptz not null
);

-- An event on its way to the outside system, written with the event. Its id is the key by which the receiver knows it.
create table pushes (
  id uuid primary key default new_id(),
  -- The order in which those of a learner go out.
  seq bigint generated always as identity,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  -- None for a correction of hours that is of no class.
  enrolment_id uuid references enrolments,
  event text not null check (event in ('pass', 'revert', 'hours')),
  -- The class, or what the correction is called.
  title text not null,
  year int not null,
  class_type text not null,
  hours_tenths int not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- When it is sent; while it is under way, when it may be sent by another.
  due_at timestamptz default moment(),
  tries int not null default 0,
  -- Answers that were no consent since it was last queued; silence counts for nobody.
  failures int not null default 0,
  http_status int,
  cause text check (cause <> ''),
  tried_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status = 'waiting') = (due_at is not null))
);
create index pushes_due on pushes (project_id, due_at, seq) where status = 'waiting';
create index pushes_waiting on pushes (account_id, seq) where status = 'waiting';
create index pushes_failed on pushes (project_id) where status = 'failed';
create index pushes_project on pushes (project_id, id desc);
create index pushes_created on pushes (project_id, created_at, id);
create index pushes_hours on pushes (project_id, hours_tenths, id);
create index pushes_account on pushes (account_id);
create index pushes_enrolment on pushes (enrolment_id, seq desc);

-- A try of a push and what the receiver said.
create table push_tries (
  push_id uuid not null references pushes on delete cascade,
  number int not null,
  tried_at timestamptz not null,
  http_status int,
  cause text check (cause <> ''),
  ms int not null check (ms >= 0),
  excerpt text,
  primary key (push_id, number)
);
create index push_tries_tried on push_tries (tried_at);
