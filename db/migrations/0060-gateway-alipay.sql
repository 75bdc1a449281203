-- The demo's own Alipay beside its WeChat Pay.
alter table gateway_payments
  drop constraint gateway_payments_trade_type_check,
  add constraint gateway_payments_trade_type_check check (trade_type in ('NATIVE', 'MWEB', 'PRECREATE', 'WAP')),
  alter time_expire drop not null,
  add scanned_at timestamptz;
