create table accounts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  role_id uuid not null references roles,
  unit_id uuid references units,
  login_name text not null,
  user_name text not null,
  password_hash text not null,
  image_key text,
  mobile_sealed bytea,
  mobile_index bytea,
  mobile_mask text,
  wechat_open_id text,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  failed_count int not null default 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default moment()
);
create unique index accounts_login_name on accounts (project_id, lower(login_name)) where status <> 'deleted';
create unique index accounts_mobile on accounts (project_id, mobile_index) where status <> 'deleted';
create index accounts_role on accounts (role_id);
create index accounts_unit on accounts (unit_id);
