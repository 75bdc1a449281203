-- The demo's own WeChat: whatever it gave out, good until it expires; codes once.
create table wechat_grants (
  token text primary key,
  kind text not null check (kind in ('code', 'user', 'account', 'ticket')),
  app_id text not null,
  person text,
  scope text,
  scene text,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index wechat_grants_expires on wechat_grants (expires_at);

-- Which of the demo's people follow which of its official accounts.
create table wechat_followers (
  app_id text not null,
  person text not null,
  primary key (app_id, person)
);
