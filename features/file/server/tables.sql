-- Who uploaded which picture; the bytes lie in the file store under the key, those of somebody's face or papers here.
create table images (
  key text primary key,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- When it was first put into what everybody sees, or taken for somebody; until then only its uploader has an address.
  used_at timestamptz,
  -- Somebody's face or papers: shown only by a signed address, and sealed soon after it was taken for that.
  is_personal boolean not null default false,
  picture_sealed bytea,
  -- The refund or person that it was brought as a proof for: it proves nothing else.
  proves uuid,
  created_at timestamptz not null default moment(),
  check (is_personal or picture_sealed is null),
  check (used_at is not null or not is_personal),
  check (is_personal or proves is null)
);
create index images_account on images (account_id, created_at desc);
create index images_unused on images (created_at) where used_at is null;
create index images_personal on images (used_at) where is_personal;
