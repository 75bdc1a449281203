-- Notices of a project to an audience, and announcements of a class to its learners.
create table notices (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- The class of an announcement; null: a notice of the project.
  class_id uuid references train_classes,
  title text not null check (title <> ''),
  content text not null check (content <> ''),
  pinned boolean not null default false,
  -- The end excluded; null: open.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Whom it is for: codes of the dictionary, empty for everybody; units are rows of their own.
  personnel_categories text[] not null default '{}',
  regions text[] not null default '{}',
  -- The key of the request that made it: sent again, it makes no second.
  request_key text,
  -- Raised by each edit; an edit names the one it was read at.
  revision int not null default 1,
  -- Raised by each edit of its words: what was read, and what messages are about.
  edition int not null default 1,
  status text not null default 'draft' check (status in ('draft', 'published', 'withdrawn', 'deleted')),
  published_at timestamptz,
  created_at timestamptz not null default moment(),
  unique (project_id, request_key),
  check (ends_at > starts_at),
  check (status <> 'published' or published_at is not null),
  -- An announcement is for the whole class, until it is withdrawn.
  check (class_id is null or not pinned and starts_at is null and ends_at is null
    and personnel_categories = '{}' and regions = '{}')
);
create index notices_project on notices (project_id, id desc) where class_id is null and status <> 'deleted';
create index notices_class on notices (class_id, id desc) where status <> 'deleted';

-- Units a notice is for, each with those below it; one without any is for all.
create table notice_units (
  notice_id uuid not null references notices,
  unit_id uuid not null references units,
  primary key (notice_id, unit_id)
);
create index notice_units_unit on notice_units (unit_id);

-- The edition of a notice that a person opened last.
create table notice_reads (
  notice_id uuid not null references notices,
  account_id uuid not null references accounts,
  edition int not null,
  read_at timestamptz not null default moment(),
  primary key (notice_id, account_id)
);
create index notice_reads_account on notice_reads (account_id);
