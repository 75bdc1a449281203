create table course_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references course_categories,
  name text not null,
  sort int not null default 0,
  status text not null default 'active' check (status in ('active', 'deleted'))
);
create index course_categories_parent on course_categories (parent_id);
create index course_categories_project on course_categories (project_id, sort);

create table courses (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  category_id uuid references course_categories,
  name text not null,
  teacher_name text not null default '',
  teacher_introduction text not null default '',
  introduction text not null default '',
  -- Tenths of an hour, so that sums are exact.
  hours_tenths int not null check (hours_tenths >= 0),
  attribute text not null check (attribute in ('required', 'elective')),
  -- Raised by each edit, of its videos and their order too; an edit names the one it was read at.
  revision int not null default 1,
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_at timestamptz not null default moment(),
  -- The first version of it; null for the first itself. Its hours count once for all versions.
  version_of uuid references courses,
  root_id uuid not null generated always as (coalesce(version_of, id)) stored
);
create index courses_version on courses (version_of);
create index courses_category on courses (category_id);
create index courses_project on courses (project_id, created_at desc) where status = 'active';

create table course_items (
  id uuid primary key default new_id(),
  course_id uuid not null references courses,
  resource_id uuid not null references resources,
  title text not null,
  sort int not null,
  unique (course_id, sort) deferrable initially deferred
);
create index course_items_resource on course_items (resource_id);
