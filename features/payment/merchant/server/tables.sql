-- A project's contract with a payment channel. A payment is asked for, and asked about, through the one it names; where
-- a project has none enabled, through the portal's own.
create table merchants (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  channel text not null check (channel in ('wechat', 'alipay')),
  name text not null,
  -- The merchant at WeChat Pay or the seller at Alipay, and the app that asks for them.
  merchant_no text not null,
  app_id text not null,
  -- Of the merchant's certificate, and of WeChat Pay's public key.
  serial text,
  platform_key_id text,
  -- The merchant signs with the one; the platform's signature is verified with the other.
  private_key_sealed bytea not null,
  platform_key_sealed bytea not null,
  -- WeChat Pay seals its notices with it.
  api_v3_key_sealed bytea,
  -- New keys that a second person has to approve, by their parts; those of a proposal that came to nothing stay until
  -- the next.
  proposed_keys_sealed bytea,
  status text not null default 'disabled' check (status in ('enabled', 'disabled')),
  updated_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  constraint merchants_wechat check (
    case channel when 'wechat' then num_nonnulls(serial, platform_key_id, api_v3_key_sealed) = 3
      else num_nonnulls(serial, platform_key_id, api_v3_key_sealed) = 0 end),
  -- What a payment names is of its own project and channel.
  unique (id, project_id, channel)
);
create unique index merchants_enabled on merchants (project_id, channel) where status = 'enabled';
create unique index merchants_number on merchants (project_id, channel, merchant_no, app_id);
