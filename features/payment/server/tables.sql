-- Payments requested through a channel, one row per code or request.
create table payments (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  channel text not null check (channel in ('wechat', 'alipay')),
  -- The project's merchant it was asked for through; null for the portal's own.
  merchant_id uuid,
  constraint payments_merchant foreign key (merchant_id, project_id, channel)
    references merchants (id, project_id, channel),
  method text not null constraint payments_method check (
    case channel when 'wechat' then method in ('native', 'jsapi', 'h5') else method in ('precreate', 'wap') end),
  -- The official account inside which it is paid.
  app_id text,
  constraint payments_app check ((method = 'jsapi') = (app_id is not null)),
  out_trade_no text not null unique,
  description text not null,
  amount bigint not null check (amount > 0),
  -- The content of the QR code or the address of the channel's page; null until the channel has opened the payment.
  code_url text,
  status text not null default 'waiting'
    check (status in ('waiting', 'succeeded', 'closed', 'surplus', 'refunded')),
  -- The provider's number of the money itself.
  transaction_id text,
  -- Fen that went back, and fen promised or on their way: together never more than came.
  refunded bigint not null default 0 check (refunded >= 0),
  refunding bigint not null default 0 check (refunding >= 0),
  failure text,
  expires_at timestamptz not null,
  -- When we heard of the money, and when it moved, as the provider says.
  succeeded_at timestamptz,
  paid_at timestamptz,
  -- When the channel was last queried, how often, and when it is to be queried again.
  asked_at timestamptz,
  asked int not null default 0,
  ask_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status in ('waiting', 'closed')) = (transaction_id is null)),
  check ((transaction_id is null) = (succeeded_at is null)),
  check (refunded + refunding <= amount),
  check (status not in ('waiting', 'closed') or refunded + refunding = 0),
  -- Surplus money goes back whole.
  check (status <> 'surplus' or refunded + refunding = amount),
  check (status <> 'refunded' or refunded = amount),
  -- Payments that may still change are polled until they are final.
  check (status <> 'waiting' or ask_at is not null),
  check (status in ('waiting', 'closed') or ask_at is null),
  check (paid_at is null or succeeded_at is not null)
);
create unique index payments_transaction on payments (channel, transaction_id) where transaction_id is not null;
-- One open QR code an order, and one payment that took effect.
create unique index payments_open on payments (order_id) where status = 'waiting';
create unique index payments_effect on payments (order_id) where status = 'succeeded';
create index payments_order on payments (order_id, id);
create index payments_merchant on payments (merchant_id) where merchant_id is not null;
create index payments_due on payments (ask_at) where ask_at is not null;

-- When a code was opened and closed: a row stays as it is, whatever the payment becomes.
create table payment_events (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  payment_id uuid not null references payments,
  kind text not null check (kind in ('opened', 'closed', 'ended')),
  -- Who ended it, and why.
  operator_id uuid references accounts,
  reason text,
  created_at timestamptz not null default moment(),
  check ((kind = 'ended') = (operator_id is not null) and (kind = 'ended') = (reason is not null))
);
create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_project on payment_events (project_id);
create index payment_events_operator on payment_events (operator_id);

-- Accepted updates of the channel; a refused notice only leaves a line in the log.
create table payment_notices (
  id uuid primary key default new_id(),
  notice_id text not null,
  payment_id uuid not null references payments,
  content jsonb not null,
  created_at timestamptz not null default moment(),
  unique (payment_id, notice_id)
);

-- Money that came or went back at a channel otherwise than our books have it: a person finds out why and settles it.
create table payment_differences (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  payment_id uuid not null references payments,
  -- Other money than was asked for; or a refund that the books do not count, or count as paid in another way.
  kind text not null check (kind in ('came', 'wentBack')),
  -- Of the money that came at the channel, or ours of the refund.
  number text not null,
  -- As the channel says it.
  amount bigint not null check (amount >= 0),
  settled_by uuid references accounts,
  settled_at timestamptz,
  reason text,
  created_at timestamptz not null default moment(),
  unique (payment_id, kind, number),
  check ((settled_by is null) = (settled_at is null) and (settled_at is null) = (reason is null))
);
create index payment_differences_project on payment_differences (project_id, created_at) where settled_at is null;
create index payment_differences_settler on payment_differences (settled_by) where settled_by is not null;
