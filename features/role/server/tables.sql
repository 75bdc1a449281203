create table roles (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  role_name text not null,
  role_system smallint not null check (role_system in (1, 2, 3)),
  -- Urls of the menu entries held; a button of a page is its url, `#` and a name.
  menus text[] not null default '{}',
  -- What its holders see: `kind` as its system has it (1 the project, 2 a unit and those below it, 3 oneself),
  -- `subtree` narrows provider staff to the unit they act for and those below it.
  data_scope text not null default 'kind' check (data_scope in ('kind', 'subtree')),
  -- Its holders prove a second factor when they sign in.
  second_factor boolean not null default false,
  remark text not null default '',
  -- Sessions opened before it are over: what the role may do has changed.
  sessions_from timestamptz not null default '-infinity',
  -- Nobody holds it any more; accounts that were deleted still name it.
  deleted_at timestamptz,
  created_at timestamptz not null default moment()
);
create unique index roles_name on roles (project_id, name_key(role_name)) where deleted_at is null;
