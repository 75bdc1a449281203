create table certificate_templates (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  name text not null,
  kind text not null check (kind in ('class', 'year', 'skill')),
  -- Page size in millimetres, background and placed elements; see template/rules.ts.
  design jsonb not null,
  -- {year}, {serial}: a number is never used twice.
  numbering text not null,
  version int not null default 1,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);
create index certificate_templates_project on certificate_templates (project_id, created_at desc);
