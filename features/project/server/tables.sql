create table projects (
  id uuid primary key default new_id(),
  title text not null,
  short_title text not null,
  -- Settings of the specification's table and those of the domain; absent keys fall back to defaults in rules.ts.
  settings jsonb not null default '{}',
  about_us text not null default '',
  agreement text not null default '',
  -- What learners are asked for, in order: [{key, required}]; null for the default.
  register_fields jsonb,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  created_at timestamptz not null default moment()
);
