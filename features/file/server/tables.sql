-- Who uploaded which picture; the bytes lie in the file store under the key, those of somebody's face or papers here.
create table images (
  key text primary key,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- Somebody's face or papers: shown only by a signed address, and sealed soon after it was taken for that.
  is_personal boolean not null default false,
  picture_sealed bytea,
  created_at timestamptz not null default moment(),
  check (is_personal or picture_sealed is null)
);
create index images_account on images (account_id, created_at desc);
