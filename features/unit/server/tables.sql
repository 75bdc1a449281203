create table units (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references units,
  -- Ids from the root to this unit, each followed by a slash; a subtree is a prefix.
  path text not null,
  name text not null,
  credit_code text,
  region text,
  industry text,
  contact text,
  phone text,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);
create unique index units_credit_code on units (project_id, credit_code) where status <> 'deleted';
create unique index units_path on units (path text_pattern_ops);
create index units_parent on units (parent_id);
