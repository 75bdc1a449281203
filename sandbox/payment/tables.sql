-- What the demo's own WeChat Pay and Alipay know; empty wherever a real contract is configured.
create table gateway_payments (
  out_trade_no text primary key,
  token text not null unique,
  appid text not null,
  mchid text not null,
  description text not null,
  amount bigint not null check (amount > 0),
  notify_url text not null,
  -- As WeChat Pay compares it.
  time_expire text,
  expires_at timestamptz not null,
  state text not null default 'NOTPAY' check (state in ('NOTPAY', 'SUCCESS', 'CLOSED', 'REFUND')),
  transaction_id text unique,
  paid_at timestamptz,
  created_at timestamptz not null default moment(),
  -- What its refunds come to in place of success, as the payer chose at the demo's checkout.
  refund_fault text check (refund_fault in ('CLOSED', 'ABNORMAL', 'NO_BALANCE', 'ACCOUNT_BLOCKED')),
  -- Paid by a code, or from the browser of a phone: of WeChat Pay, and of Alipay.
  trade_type text not null default 'NATIVE' check (trade_type in ('NATIVE', 'MWEB', 'JSAPI', 'PRECREATE', 'WAP')),
  -- Who pays inside WeChat, as the official account knows them.
  payer text,
  -- Alipay knows a payment from then on.
  scanned_at timestamptz,
  check ((state in ('SUCCESS', 'REFUND')) = (transaction_id is not null and paid_at is not null))
);
create table gateway_refunds (
  refund_no text primary key,
  out_trade_no text not null references gateway_payments,
  amount bigint not null check (amount > 0),
  fault text check (fault in ('CLOSED', 'ABNORMAL')),
  -- Where WeChat Pay was asked to tell of it.
  notify_url text,
  created_at timestamptz not null default moment()
);
create index gateway_refunds_payment on gateway_refunds (out_trade_no);
