-- Who brought which picture in; the bytes lie in the file store under the key.
create table images (
  key text primary key,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- Somebody's face or papers: shown by a signed address alone.
  is_personal boolean not null default false,
  created_at timestamptz not null default moment()
);
create index images_account on images (account_id, created_at desc);
