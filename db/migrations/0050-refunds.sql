-- A payment can be refunded in parts and more than once. Surplus money is one kind of refund: what is under way keeps the
-- number the channel knows, and so comes to the same end.
-- Money that goes back: surplus money by itself, what a learner applies for, what an operator refunds.
create table refunds (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  -- The payment it goes back to through its channel; null where the money never came through one.
  payment_id uuid references payments,
  kind text not null check (kind in ('surplus', 'learner', 'operator')),
  refund_no text not null unique,
  amount bigint not null check (amount > 0),
  status text not null
    check (status in ('applied', 'processing', 'succeeded', 'failed', 'rejected', 'cancelled')),
  -- The number of the request to the channel, fixed before it: repeated, it is the same refund. After the channel has
  -- closed one, the next request has a number of its own.
  channel_no text unique,
  attempts int not null default 0,
  -- The provider's number of the refund.
  provider_no text,
  -- What the channel said of the last request: it has closed it, the money came back to it, or it gave no answer.
  failure text check (failure in ('closed', 'abnormal', 'silent')),
  -- When the channel was last asked, how often, and when it is to be asked again.
  asked_at timestamptz,
  asked int not null default 0,
  ask_at timestamptz,
  succeeded_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status = 'succeeded') = (succeeded_at is not null)),
  check (kind <> 'surplus' or payment_id is not null),
  check (status <> 'failed' or failure in ('closed', 'abnormal')),
  check (ask_at is null or status = 'processing' and channel_no is not null)
);
create unique index refunds_surplus on refunds (payment_id) where kind = 'surplus';
create index refunds_order on refunds (order_id, id);
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_project on refunds (project_id, id desc);
create index refunds_status on refunds (project_id, status, id);
create index refunds_due on refunds (ask_at) where ask_at is not null;

insert into refunds (project_id, order_id, payment_id, kind, refund_no, amount, status, channel_no, attempts, ask_at,
  asked, asked_at, succeeded_at, created_at)
select project_id, order_id, id, 'surplus', refund_no, amount,
  case status when 'refunded' then 'succeeded' else 'processing' end, refund_no, 1,
  case when status <> 'refunded' then ask_at end, asked, asked_at,
  case status when 'refunded' then coalesce(asked_at, succeeded_at) end, succeeded_at
from payments where status in ('surplus', 'refunding', 'refunded');
insert into operation_logs (project_id, action, subject_kind, subject_id, after)
select project_id, 'refund.open', 'refund', id::text,
  jsonb_build_object('status', status, 'kind', kind, 'amount', amount)
from refunds;
insert into operation_logs (project_id, action, subject_kind, subject_id, before, after)
select project_id, 'payment.surplus', 'payment', id::text,
  jsonb_build_object('status', 'refunding'), jsonb_build_object('status', 'surplus', 'amount', amount)
from payments where status = 'refunding';

alter table payments
  add column refunding bigint not null default 0 check (refunding >= 0),
  drop constraint payments_check,
  drop constraint payments_check1,
  drop constraint payments_check2,
  drop constraint payments_check3,
  drop constraint payments_check4,
  drop constraint payments_check5,
  drop constraint payments_check6,
  drop constraint payments_status_check;
update payments set status = 'surplus', refunding = amount - refunded, failure = null, asked = 0, ask_at = null
where status in ('surplus', 'refunding');
alter table payments
  drop column refund_no,
  add check (status in ('waiting', 'succeeded', 'closed', 'surplus', 'refunded')),
  add check (refunded >= 0),
  add check ((status in ('waiting', 'closed')) = (transaction_id is null)),
  add check ((transaction_id is null) = (succeeded_at is null)),
  add check (refunded + refunding <= amount),
  add check (status not in ('waiting', 'closed') or refunded + refunding = 0),
  add check (status <> 'surplus' or refunded + refunding = amount),
  add check (status <> 'refunded' or refunded = amount),
  -- Payments that may still change are polled until they are final.
  add check (status <> 'waiting' or ask_at is not null),
  add check (status in ('waiting', 'closed') or ask_at is null);
