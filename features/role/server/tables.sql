create table roles (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  role_name text not null,
  role_system smallint not null check (role_system in (1, 2, 3)),
  -- Urls of the menu entries held.
  menus text[] not null default '{}',
  created_at timestamptz not null default moment(),
  unique (project_id, role_name)
);
