-- Money that goes back: surplus money by itself, what a learner applies for, what an operator refunds.
create table refunds (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  -- Who paid the order, where that is a person.
  account_id uuid references accounts,
  -- The payment it goes back to through its channel; null where the money never came through one.
  payment_id uuid references payments,
  kind text not null check (kind in ('surplus', 'learner', 'operator')),
  refund_no text not null unique,
  amount bigint not null check (amount > 0),
  status text not null
    check (status in ('applied', 'awaiting_red', 'processing', 'succeeded', 'failed', 'rejected', 'cancelled')),
  -- Who asked for it and why; surplus money goes back by itself.
  applicant_id uuid references accounts,
  reason text,
  -- What the learner reads of an operator's refund, whose reason is the office's own.
  learner_note text,
  -- The same form sent twice is one refund.
  request_key text,
  -- SHA-256 of that form's request: the key is not valid for another request.
  request_hash text,
  -- The learner's terms when it was asked for: days, process, times.
  terms jsonb,
  -- A learner asked for it, and these terms had allowed it for a day: terms made for a moment are the word of who made them.
  by_terms boolean not null default false,
  -- How many refunds the learner had requested in the year before this one.
  times int check (times >= 0),
  -- Who cancelled or rejected it or sent it back, and, where it was rejected, why.
  decider_id uuid references accounts,
  decided_at timestamptz,
  decision text,
  -- The number of the request to the channel, fixed before it: repeated, it is the same refund. After the channel has
  -- closed one, the next request has a number of its own.
  channel_no text unique,
  attempts int not null default 0,
  -- The provider's number of the refund.
  provider_no text,
  -- What the channel said of the last request: it has closed it, the money came back to it, it refuses it, or it gave no
  -- answer; and its own word for why.
  failure text check (failure in ('closed', 'abnormal', 'refused', 'silent')),
  failure_code text,
  constraint refunds_code check (
    case when failure = 'refused' then failure_code is not null else failure_code is null or failure = 'silent' end),
  -- When the channel was last asked, how often, and when it is to be asked again.
  asked_at timestamptz,
  asked int not null default 0,
  ask_at timestamptz,
  -- Where it went back outside the channel: bank, its serial number, day; and a picture that proves it.
  offline jsonb,
  proof_key text references images,
  constraint refunds_proof check (proof_key is null or offline is not null),
  succeeded_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status = 'succeeded') = (succeeded_at is not null)),
  check (kind <> 'surplus' or payment_id is not null),
  check (kind = 'learner' or not by_terms),
  check (status <> 'failed' or failure in ('closed', 'abnormal', 'refused')),
  check (ask_at is null or status = 'processing' and channel_no is not null),
  check ((kind = 'surplus') = (applicant_id is null)),
  check ((applicant_id is null) = (reason is null)),
  check ((status = 'rejected') = (decision is not null)),
  check (offline is null or status = 'succeeded'),
  check ((request_key is null) = (request_hash is null)),
  check (request_key is null or applicant_id is not null)
);
create unique index refunds_request on refunds (applicant_id, request_key) where request_key is not null;
create unique index refunds_surplus on refunds (payment_id) where kind = 'surplus';
create index refunds_order on refunds (order_id, id);
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_project on refunds (project_id, id desc);
create index refunds_status on refunds (project_id, status, id);
create index refunds_due on refunds (ask_at) where ask_at is not null;
create index refunds_account on refunds (account_id, id desc);
create index refunds_created on refunds (project_id, created_at, id);
create index refunds_amount on refunds (project_id, amount, id);
create index refunds_succeeded on refunds (project_id, succeeded_at) where succeeded_at is not null;
create index refunds_applicant on refunds (applicant_id);
create index refunds_decider on refunds (decider_id, decided_at);
-- One bank transfer proves one offline refund.
create unique index refunds_offline on refunds (project_id, (offline ->> 'serialNo')) where offline is not null;
create index refunds_proof_key on refunds (proof_key) where proof_key is not null;
create index refunds_failure on refunds (project_id) where failure is not null;

-- What happened to the money of a refund, each time: a row stays as it is, whatever the refund becomes.
create table refund_events (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  refund_id uuid not null references refunds,
  kind text not null check (kind in ('sent', 'failed', 'arrived', 'offline')),
  -- The number of the request; of money that arrived the provider's or the bank's.
  number text,
  -- Who sent it or recorded it; null where nobody did.
  operator_id uuid references accounts,
  created_at timestamptz not null default moment()
);
create index refund_events_refund on refund_events (refund_id, id);
create index refund_events_project on refund_events (project_id);
create index refund_events_operator on refund_events (operator_id);

-- What of an order goes back, with how far it was studied when that was asked for.
create table refund_items (
  refund_id uuid not null references refunds,
  order_item_id uuid not null references order_items,
  amount bigint not null check (amount > 0),
  -- Basis points of study, and calendar days since the payment.
  progress int not null check (progress between 0 and 10000),
  days int not null check (days >= 0),
  primary key (refund_id, order_item_id)
);
create index refund_items_item on refund_items (order_item_id);
