-- A refund that the channel refuses has failed, with the channel's own word for why; a silent channel may have one too.
alter table refunds
  add failure_code text,
  drop constraint refunds_failure_check,
  drop constraint refunds_check2,
  add constraint refunds_failure_check check (failure in ('closed', 'abnormal', 'refused', 'silent')),
  add constraint refunds_check2 check (status <> 'failed' or failure in ('closed', 'abnormal', 'refused')),
  add constraint refunds_code check (
    case when failure = 'refused' then failure_code is not null else failure_code is null or failure = 'silent' end);

-- What failed is counted every minute, and what one person refunded on a day with each refund of theirs.
create index refunds_failure on refunds (project_id) where failure is not null;
drop index refunds_decider;
create index refunds_decider on refunds (decider_id, decided_at);

-- The demo's platforms can refuse to refund: while the merchant's balance is empty, or for good.
alter table gateway_payments
  drop constraint gateway_payments_refund_fault_check,
  add constraint gateway_payments_refund_fault_check
    check (refund_fault in ('CLOSED', 'ABNORMAL', 'NO_BALANCE', 'ACCOUNT_BLOCKED'));
