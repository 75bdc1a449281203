create table projects (
  id uuid primary key default new_id(),
  -- The project whose administrators created this one and manage it; null for the portal's first.
  parent_id uuid references projects,
  -- The fields of the registration form, in order: [{key, required}]; null for the default.
  register_fields jsonb,
  -- Incremented by each change of the registration form, to detect concurrent edits.
  register_version int not null default 1,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);
create index projects_parent on projects (parent_id);

-- A project's settings, in append-only steps: the keys a step changes with their
-- values, null giving a key back to its default. A step whose time has not come can be withdrawn.
create table setting_versions (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  effective_from timestamptz not null default moment(),
  -- The account that decided it; null for the project's beginning.
  actor_id uuid,
  reason text not null default '',
  created_at timestamptz not null default moment(),
  withdrawn_at timestamptz,
  withdrawn_by uuid
);
create index setting_versions_project on setting_versions (project_id, effective_from, id);
create trigger setting_versions_keep before update or delete on setting_versions
  for each row execute function keep_setting_version();

-- Texts of a project, a row a version, which is never rewritten; the newest of a kind is the one that is shown. A popup
-- that is not active is shown to nobody.
create table project_texts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  kind text not null check (kind in ('agreement', 'aboutUs', 'popup', 'refundOrder')),
  version int not null,
  title text not null default '',
  content text not null,
  active boolean not null default true,
  -- The period of a popup, the end excluded; null: open.
  starts_at timestamptz,
  ends_at timestamptz,
  -- An agreement that learners accept at their next sign-in, whichever version they accepted before.
  required boolean not null default false,
  actor_id uuid,
  created_at timestamptz not null default moment(),
  unique (project_id, kind, version),
  check (ends_at > starts_at),
  check (kind = 'popup' or starts_at is null and ends_at is null),
  check (kind = 'agreement' or not required)
);
create trigger project_texts_keep before update or delete on project_texts
  for each row execute function keep_project_text();

-- The version of the popup that a learner closed last.
create table popup_views (
  account_id uuid primary key references accounts,
  version int not null check (version > 0),
  seen_at timestamptz not null default moment()
);

-- A project's configuration of notifications, contact and invoices; absent keys fall back to the defaults of the rules.
create table project_configs (
  project_id uuid not null references projects,
  kind text not null check (kind in ('push', 'info', 'invoice')),
  content jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null default moment(),
  primary key (project_id, kind)
);
