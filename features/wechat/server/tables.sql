-- A project's app at WeChat: `open` signs people in on the open platform's own page, `official` is an official account
-- that is notified who scans its codes.
create table wechat_apps (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  kind text not null check (kind in ('open', 'official')),
  name text not null,
  app_id text not null,
  secret_sealed bytea not null,
  -- What signs and seals an official account's events.
  event_token_sealed bytea,
  event_key_sealed bytea,
  -- `demo` is this portal's own gateway, only in demo mode.
  provider text not null default 'wechat' check (provider in ('wechat', 'demo')),
  host text not null default 'api.weixin.qq.com',
  -- Signing in requires that the person follows the official account.
  require_follow boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  updated_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  check (kind = 'open' or (event_token_sealed is not null and event_key_sealed is not null))
);
create unique index wechat_apps_kind on wechat_apps (project_id, kind) where status <> 'deleted';
create unique index wechat_apps_app_id on wechat_apps (app_id) where status <> 'deleted';

-- One request of one browser to identify its WeChat user: the scene of a QR code, or the state of an OAuth
-- round trip. Good once, for five minutes, in that browser.
create table wechat_scenes (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  app_id uuid not null references wechat_apps,
  -- SHA-256 of the scene and of the browser's cookie: what is stored opens nothing.
  scene_hash bytea not null unique,
  browser_hash bytea not null,
  way text not null check (way in ('scan', 'oauth')),
  purpose text not null check (purpose in ('login', 'bind', 'pay')),
  -- Whose WeChat it is to become, or whose order it is to pay.
  account_id uuid references accounts,
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'recognised', 'cancelled', 'used')),
  open_id text,
  union_id text,
  nickname_sealed bytea,
  -- Whether the person follows the official account; null while WeChat was not queried.
  follows boolean,
  expires_at timestamptz not null,
  created_at timestamptz not null default moment(),
  -- Who requested it, for the person who is asked on the phone: the user agent, and the network without its last part.
  asked_agent text not null default '',
  asked_place text not null default '',
  -- SHA-256 of the secret in the link that was sent to the person who scanned.
  confirm_hash bytea unique,
  -- The account that this person agreed to have signed in, or linked with their WeChat.
  agreed_account_id uuid references accounts,
  -- The account that the browser proved and the person is asked about; one a scene.
  proposed_account_id uuid references accounts,
  check ((purpose <> 'login') = (account_id is not null)),
  check (state <> 'recognised' or open_id is not null)
);
create index wechat_scenes_project on wechat_scenes (project_id);
create index wechat_scenes_app on wechat_scenes (app_id);
create index wechat_scenes_account on wechat_scenes (account_id);
create index wechat_scenes_agreed_account on wechat_scenes (agreed_account_id) where agreed_account_id is not null;
create index wechat_scenes_proposed_account on wechat_scenes (proposed_account_id)
  where proposed_account_id is not null;
create index wechat_scenes_expires on wechat_scenes (expires_at);

-- What is shown of the WeChat an account is bound to; it holds while the account has this open id.
create table wechat_bindings (
  account_id uuid primary key references accounts,
  app_id uuid not null references wechat_apps,
  open_id text not null,
  nickname_sealed bytea,
  bound_at timestamptz not null default moment()
);
create index wechat_bindings_app on wechat_bindings (app_id);
