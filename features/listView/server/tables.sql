-- Filters, order and columns of a list under a name, of one person or of everyone in the project.
create table list_views (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- Who made it; a shared one belongs to the project.
  owner_id uuid not null references accounts,
  is_shared boolean not null,
  -- The list by the path of its call.
  path text not null,
  name text not null check (length(name) between 1 and 40),
  -- The filters as the address has them; they may contain a name or a number.
  filter_sealed bytea not null,
  sort text,
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  revision int not null default 1,
  created_at timestamptz not null default moment()
);
create unique index list_views_own on list_views (owner_id, project_id, path, name_key(name)) where not is_shared;
create unique index list_views_shared on list_views (project_id, path, name_key(name)) where is_shared;

-- How a person has a list: its columns, and the view it opens with.
create table list_layouts (
  account_id uuid not null references accounts,
  path text not null,
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  default_view_id uuid references list_views on delete set null,
  primary key (account_id, path)
);
create index list_layouts_default on list_layouts (default_view_id) where default_view_id is not null;
