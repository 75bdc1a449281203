-- How a payment is paid stands beside its channel. What there is was opened as a code to scan.
alter table payments add column method text;
update payments set method = case channel when 'wechat' then 'native' else 'precreate' end;
alter table payments
  alter column method set not null,
  add constraint payments_method check (
    case channel when 'wechat' then method in ('native', 'jsapi', 'h5') else method in ('precreate', 'wap') end);
