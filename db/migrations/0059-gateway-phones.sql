-- The demo's own WeChat Pay is paid by a code, or from the browser of a phone.
alter table gateway_payments
  add trade_type text not null default 'NATIVE' check (trade_type in ('NATIVE', 'MWEB'));
