create table resource_categories (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references resource_categories,
  name text not null,
  sort int not null default 0,
  status text not null default 'active' check (status in ('active', 'deleted'))
);
create index resource_categories_parent on resource_categories (parent_id);
create index resource_categories_project on resource_categories (project_id, sort);

-- A video, with the duration the server measured itself.
create table resources (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  category_id uuid references resource_categories,
  title text not null,
  file_key text not null,
  mime text not null,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null,
  duration_seconds numeric(10, 3) not null check (duration_seconds > 0),
  width int,
  height int,
  poster_key text,
  subtitles_key text,
  -- Whether browsers can play the original file; otherwise only HLS.
  direct boolean not null default true,
  -- HLS folder when a transcoder was there; null plays the file by ranges.
  hls_key text,
  transcode_status text not null default 'none' check (transcode_status in ('none', 'queued', 'done', 'failed')),
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_by uuid references accounts,
  created_at timestamptz not null default moment()
);
create index resources_category on resources (category_id);
create index resources_project on resources (project_id, created_at desc) where status = 'active';
create index resources_created_by on resources (created_by);
create index resources_sha256 on resources (sha256) where status = 'active';
create index resources_file on resources (file_key) where status = 'active';
