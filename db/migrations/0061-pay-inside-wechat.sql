-- A visit makes known whose WeChat pays, and a payment inside WeChat belongs to an official account.
alter table wechat_scenes
  drop constraint wechat_scenes_purpose_check,
  add constraint wechat_scenes_purpose_check check (purpose in ('login', 'bind', 'pay')),
  drop constraint wechat_scenes_check,
  add constraint wechat_scenes_check check ((purpose <> 'login') = (account_id is not null));
alter table payments
  add app_id text,
  add constraint payments_app check ((method = 'jsapi') = (app_id is not null));
alter table gateway_payments
  drop constraint gateway_payments_trade_type_check,
  add constraint gateway_payments_trade_type_check
    check (trade_type in ('NATIVE', 'MWEB', 'JSAPI', 'PRECREATE', 'WAP')),
  add payer text;
