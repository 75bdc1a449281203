-- A day of a merchant's at its channel, by the bill the channel made of it.
create table bills (
  id uuid primary key default new_id(),
  channel text not null check (channel in ('wechat', 'alipay')),
  -- The project's merchant; both are null for the portal's own, through which several projects are paid.
  project_id uuid references projects,
  merchant_id uuid,
  constraint bills_merchant foreign key (merchant_id, project_id, channel)
    references merchants (id, project_id, channel),
  check ((merchant_id is null) = (project_id is null)),
  day date not null,
  read_at timestamptz,
  -- Why it could not be read, the last time.
  failure text,
  asked int not null default 0,
  -- When it is asked for next; null once it is read.
  ask_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((read_at is null) = (ask_at is not null)),
  check (failure is null or read_at is null),
  constraint bills_day unique nulls not distinct (channel, merchant_id, day)
);
create index bills_project on bills (project_id, day);
create index bills_merchant_id on bills (merchant_id);
create index bills_due on bills (ask_at) where ask_at is not null;

-- Money that came or went back, as a bill has it.
create table bill_lines (
  id uuid primary key default new_id(),
  bill_id uuid not null references bills,
  -- The project whose payment it is of; of no known one, that of the bill's merchant, or none.
  project_id uuid references projects,
  item text not null check (item in ('payment', 'refund')),
  out_trade_no text not null,
  refund_no text,
  transaction_id text not null,
  amount bigint not null check (amount > 0),
  -- What the channel kept of it; below 0 where it gave that back.
  fee bigint not null,
  at timestamptz not null,
  check ((item = 'refund') = (refund_no is not null))
);
create index bill_lines_bill on bill_lines (bill_id, project_id);
create index bill_lines_project on bill_lines (project_id);
create index bill_lines_transaction on bill_lines (transaction_id) where item = 'payment';
create index bill_lines_refund on bill_lines (refund_no) where item = 'refund';

-- Money that a bill has and the books do not, or the books and no bill, or both with other sums. A person finds out why
-- and settles it; nothing is repaired by itself.
create table bill_differences (
  id uuid primary key default new_id(),
  bill_id uuid not null references bills,
  project_id uuid references projects,
  item text not null check (item in ('payment', 'refund')),
  kind text not null check (kind in ('unbooked', 'unbilled', 'amount')),
  -- Of the payment, also where it is about a refund of it.
  payment_id uuid references payments,
  out_trade_no text not null,
  refund_no text,
  transaction_id text not null,
  -- Fen by the bill, and by the books.
  billed bigint,
  booked bigint,
  at timestamptz not null,
  settled_by uuid references accounts,
  settled_at timestamptz,
  reason text,
  created_at timestamptz not null default moment(),
  check (case kind when 'unbooked' then billed is not null and booked is null
    when 'unbilled' then billed is null and booked is not null else billed <> booked end),
  check ((item = 'refund') = (refund_no is not null)),
  check (num_nonnulls(settled_by, settled_at, reason) in (0, 3))
);
create index bill_differences_bill on bill_differences (bill_id) where settled_at is null;
create index bill_differences_project on bill_differences (project_id, id desc);
create index bill_differences_open on bill_differences (project_id, created_at) where settled_at is null;
create index bill_differences_payment on bill_differences (payment_id) where payment_id is not null;
create index bill_differences_settler on bill_differences (settled_by) where settled_by is not null;
