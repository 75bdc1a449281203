-- What somebody is to know, in their inbox. No sentence is stored: the kind has the words, here is what fills them.
create table messages (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  kind text not null,
  params jsonb not null,
  -- What there is one message of its kind about: a class and the days before its end.
  key text,
  read_at timestamptz,
  created_at timestamptz not null default moment()
);
create unique index messages_once on messages (account_id, kind, key) where key is not null;
create index messages_inbox on messages (account_id, id desc);
create index messages_unread on messages (account_id, id desc) where read_at is null;
create index messages_project on messages (project_id);
create index messages_created on messages (created_at);

-- A message, or a code, on its way through a channel.
create table message_deliveries (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- None for a code, which is in no inbox.
  message_id uuid references messages on delete cascade,
  account_id uuid references accounts,
  kind text not null,
  channel text not null check (channel in ('sms', 'mail', 'wechat')),
  -- The number at the time: the former owner of a number is written to as well.
  mobile_sealed bytea,
  mobile_index bytea,
  recipient_mask text not null,
  -- What fills a code's text; gone as soon as it was sent or given up.
  params_sealed bytea,
  status text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'failed')),
  -- Our number of it at the carrier: a repeated try has the same, so that it is sent once.
  out_id uuid not null default new_id(),
  carrier_id text,
  -- The carrier's word for what went wrong, or ours.
  carrier_code text,
  tries int not null default 0,
  -- Whether it was counted against the budget of its day.
  counted boolean not null default false,
  -- When it was first and last handed to the carrier without a clear refusal: since then it may have been sent.
  begun_at timestamptz,
  handed_at timestamptz,
  sent_at timestamptz,
  settled_at timestamptz,
  -- When the carrier is asked next what became of it.
  receipt_at timestamptz,
  receipts int not null default 0,
  expires_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((channel = 'sms') = (mobile_sealed is not null)),
  check (params_sealed is null or message_id is null)
);
create unique index message_deliveries_once on message_deliveries (message_id, channel, coalesce(mobile_index, ''))
  where message_id is not null;
create index message_deliveries_project on message_deliveries (project_id, id desc);
create index message_deliveries_by_created on message_deliveries (project_id, created_at, id);
create index message_deliveries_account on message_deliveries (account_id);
create index message_deliveries_mobile on message_deliveries (mobile_index, created_at desc);
create index message_deliveries_receipts on message_deliveries (receipt_at) where receipt_at is not null;
create index message_deliveries_carrier on message_deliveries (carrier_id) where channel = 'wechat';
create index message_deliveries_created on message_deliveries (created_at);

-- How a kind goes through a channel: with which of the carrier's templates, and what fills its places.
create table message_routes (
  project_id uuid not null references projects,
  kind text not null,
  channel text not null check (channel in ('sms', 'mail', 'wechat')),
  is_enabled boolean not null,
  template_id text,
  -- The carrier's text when it was saved, with its places.
  template text,
  slots jsonb not null default '[]',
  updated_at timestamptz not null default moment(),
  primary key (project_id, kind, channel)
);

create table message_configs (
  project_id uuid primary key references projects,
  -- The sender named before a text, as the carrier has approved it.
  sms_sign text not null,
  daily_sms int not null check (daily_sms >= 0),
  daily_to_number int not null check (daily_to_number > 0)
);

-- Texts of a day in Shanghai: of a project, and to one number of it.
create table message_budgets (
  project_id uuid not null references projects,
  day date not null,
  -- Empty for the whole project.
  mobile_index bytea not null,
  used int not null,
  primary key (project_id, day, mobile_index)
);
create index message_budgets_day on message_budgets (day);

-- Channels by which somebody wants no notices.
create table message_refusals (
  account_id uuid not null references accounts,
  channel text not null check (channel in ('sms', 'mail', 'wechat')),
  primary key (account_id, channel)
);

-- Where somebody's mails go, and an address that is to take its place once the code sent there was typed.
create table message_mails (
  account_id uuid not null references accounts,
  address_sealed bytea not null,
  address_mask text not null,
  code_hash bytea,
  tries int not null default 0,
  expires_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz not null default moment()
);
create unique index message_mails_confirmed on message_mails (account_id) where confirmed_at is not null;
create unique index message_mails_waiting on message_mails (account_id) where confirmed_at is null;

-- When staff was last alarmed about a cause.
create table message_alarms (
  project_id uuid not null references projects,
  cause text not null,
  raised_at timestamptz not null,
  primary key (project_id, cause)
);
