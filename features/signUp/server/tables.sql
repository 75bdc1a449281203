-- A sign-up for a training or an exam: when, for how many, for whom, and for how much.
create table sign_ups (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  kind text not null check (kind in ('training', 'exam')),
  title text not null check (title <> ''),
  introduction text not null default '',
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- Places in all, null without a limit, and those that live applications have.
  quota int check (quota > 0),
  taken int not null default 0 check (taken >= 0),
  -- Fen a head.
  fee bigint not null check (fee >= 0),
  -- Whom it is for: codes of the dictionary, empty for everybody; units are rows of their own.
  personnel_categories text[] not null default '{}',
  regions text[] not null default '{}',
  -- The version of its form that is filled in now.
  form_version int not null default 1 check (form_version > 0),
  -- The key of the request that made it: sent again, it makes no second.
  request_key text,
  -- Raised by each edit; an edit names the one it was read at.
  revision int not null default 1,
  status text not null default 'draft' check (status in ('draft', 'open', 'closed', 'deleted')),
  -- When its first day in public began; null before, and again where it was closed within that day.
  published_at timestamptz,
  created_at timestamptz not null default moment(),
  unique (project_id, request_key),
  check (closes_at > opens_at),
  constraint sign_ups_quota check (quota is null or taken <= quota)
);
create index sign_ups_open on sign_ups (project_id, closes_at) where status = 'open';
create index sign_ups_project on sign_ups (project_id, id desc) where status <> 'deleted';

-- Units a sign-up is for, each with those below it; one without any is for all.
create table sign_up_units (
  sign_up_id uuid not null references sign_ups,
  unit_id uuid not null references units,
  primary key (sign_up_id, unit_id)
);
create index sign_up_units_unit on sign_up_units (unit_id);

-- A version of the form of a sign-up. One that an application was made by stays as it is.
create table sign_up_forms (
  sign_up_id uuid not null references sign_ups,
  version int not null check (version > 0),
  -- The fields in their order, as the contract writes them.
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  created_at timestamptz not null default moment(),
  primary key (sign_up_id, version)
);

-- A subject of an exam, and its sessions.
create table sign_up_subjects (
  id uuid primary key default new_id(),
  sign_up_id uuid not null references sign_ups,
  name text not null check (name <> ''),
  -- Points of the whole subject, and to pass it; they stay once somebody has a score.
  full_score numeric(5, 1) not null default 100 check (full_score > 0 and full_score * 2 = trunc(full_score * 2)),
  pass_score numeric(5, 1) not null default 60 check (pass_score * 2 = trunc(pass_score * 2)),
  sort int not null,
  check (pass_score between 0 and full_score)
);
create index sign_up_subjects_sign_up on sign_up_subjects (sign_up_id, sort);

create table sign_up_sessions (
  id uuid primary key default new_id(),
  subject_id uuid not null references sign_up_subjects,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Rooms with their seats, in the order in which they are filled.
  rooms jsonb not null check (jsonb_typeof(rooms) = 'array'),
  sort int not null,
  check (ends_at > starts_at)
);
create index sign_up_sessions_subject on sign_up_sessions (subject_id, sort);
