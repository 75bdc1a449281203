create table orders (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- Learners pay for themselves, a unit for its people, and either signs people up through a page of the portal.
  kind text not null default 'personal' constraint orders_kind check (kind in ('personal', 'batch', 'cms')),
  -- Who pays: a person or a unit, with name and tax number as sold. Who learns is said by each item.
  account_id uuid references accounts,
  payer_unit_id uuid references units,
  payer_name text not null constraint orders_payer_name check (payer_name <> ''),
  payer_tax_no text,
  constraint orders_payer check (num_nonnulls(account_id, payer_unit_id) = 1
    and (kind <> 'personal' or account_id is not null) and (kind <> 'batch' or payer_unit_id is not null)),
  constraint orders_payer_tax_no check (payer_tax_no is null or payer_unit_id is not null and payer_tax_no <> ''),
  -- The payer's unit when ordering: which managers see it.
  unit_id uuid references units,
  order_no text not null unique,
  -- What a unit writes into the memo of its bank transfer.
  pay_reference text constraint orders_pay_reference check (pay_reference is null or payer_unit_id is not null),
  -- The same form sent twice is one order.
  request_key text,
  -- SHA-256 of that form's request: the key is not valid for another request.
  request_hash text,
  amount bigint not null check (amount >= 0),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  -- Fen that invoices have or were asked for, less what red ones reversed: never more than was paid and kept.
  invoiced bigint not null default 0 constraint orders_invoiced check (invoiced >= 0 and invoiced + refunded <= amount),
  channel text check (channel in ('none', 'wechat', 'alipay', 'offline')),
  status text not null default 'unpaid'
    check (status in ('unpaid', 'paid', 'cancelled', 'free', 'part_refunded', 'refunded')),
  expires_at timestamptz not null,
  -- The end of its time before a proposal gave it more: what it falls back to when that is withdrawn.
  own_end timestamptz,
  paid_at timestamptz,
  -- When it was cancelled or waived.
  closed_at timestamptz,
  closed_reason text constraint orders_closed_reason check (closed_reason in ('learner', 'operator', 'expired', 'place_gone', 'joined', 'applied', 'study_over', 'class_gone')),
  -- Who waived or cancelled it in the back office, and why.
  operator_id uuid references accounts,
  remark text,
  -- What the learner reads of a waiver; the remark is the office's own.
  learner_note text,
  created_at timestamptz not null default moment(),
  check ((status in ('paid', 'part_refunded', 'refunded')) = (paid_at is not null and status <> 'free')),
  check (status <> 'free' or (operator_id is not null and remark is not null)),
  check ((status = 'cancelled') = (closed_reason is not null)),
  check ((status in ('cancelled', 'free')) = (closed_at is not null)),
  check ((request_key is null) = (request_hash is null))
);
create unique index orders_request on orders (account_id, request_key) where request_key is not null;
create unique index orders_unit_request on orders (payer_unit_id, request_key)
  where request_key is not null and payer_unit_id is not null;
create unique index orders_referenced on orders (project_id, pay_reference) where pay_reference is not null;
create index orders_account on orders (account_id, id desc);
create index orders_project on orders (project_id, id desc);
create index orders_numbered on orders (project_id, order_no collate "C");
create index orders_created on orders (project_id, created_at, id);
create index orders_amount on orders (project_id, amount, id);
create index orders_unit on orders (unit_id, id desc);
create index orders_payer_unit on orders (payer_unit_id, id desc) where payer_unit_id is not null;
create index orders_operator on orders (operator_id, closed_at) where operator_id is not null;
create index orders_paid_first on orders (project_id, paid_at, id);
create index orders_paid_last on orders (project_id, paid_at desc nulls last, id desc);
create index orders_due on orders (expires_at) where status = 'unpaid';

-- What the office wrote down about an order, for each other.
create table order_notes (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  author_id uuid not null references accounts,
  text text not null check (text <> ''),
  created_at timestamptz not null default moment()
);
create index order_notes_order on order_notes (order_id, id);
create index order_notes_author on order_notes (author_id);
create index order_notes_project on order_notes (project_id);

create table order_items (
  id uuid primary key default new_id(),
  order_id uuid not null references orders,
  -- The learner.
  account_id uuid not null references accounts,
  -- What is sold: a place of a class, or one of a sign-up, whose fee it is.
  class_id uuid references train_classes,
  sign_up_id uuid,
  sold_id uuid not null generated always as (coalesce(class_id, sign_up_id)) stored,
  sort int not null,
  -- The class or sign-up as it was sold: a later change of name or price changes no order. A sign-up has no type of class.
  name text not null,
  class_type text not null,
  year int not null,
  hours_tenths int not null,
  price bigint not null check (price >= 0),
  discount bigint not null default 0 check (discount >= 0),
  -- What the office took off since: the sum of its adjustments.
  adjustment bigint not null default 0 check (adjustment <= 0),
  payable bigint not null check (payable = price - discount + adjustment and payable >= 0),
  -- Fen that went back, and fen promised or on their way: together never more than was paid.
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= payable),
  refunding bigint not null default 0 check (refunding >= 0),
  -- True while its order is unpaid, and of a batch until its place is opened after that: a class is in one waiting order
  -- of a learner at most.
  waiting boolean not null default true,
  -- Whether a place of the class is held for it; an approved application holds its own.
  holds_seat boolean not null default false,
  -- What of the learner it was not meant for, which the learner confirmed with the order.
  mismatch text check (mismatch in ('personnel', 'region', 'both')),
  check (waiting or not holds_seat),
  check (refunded + refunding <= payable),
  constraint order_items_sold check (num_nonnulls(class_id, sign_up_id) = 1 and (sign_up_id is null or not holds_seat)),
  constraint order_items_type check ((class_type = '') = (sign_up_id is not null))
);
create unique index order_items_waiting on order_items (account_id, class_id) where waiting;
create unique index order_items_waiting_fee on order_items (account_id, sign_up_id) where waiting and sign_up_id is not null;
create index order_items_order on order_items (order_id, sort);
create index order_items_sign_up on order_items (sign_up_id, order_id desc) where sign_up_id is not null;
create index order_items_class on order_items (class_id, order_id desc);
create index order_items_account on order_items (account_id, class_id);

-- What the office took off the price of an unpaid item, or gave back of that, each time with a reason.
create table order_adjustments (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  item_id uuid not null references order_items,
  amount bigint not null check (amount <> 0),
  reason text not null check (reason <> ''),
  -- What the learner reads of it; the reason is the office's own.
  learner_note text,
  operator_id uuid not null references accounts,
  -- A second person approved it: it counts against nobody's daily limit.
  approved boolean not null,
  created_at timestamptz not null default moment()
);
create index order_adjustments_order on order_adjustments (order_id, id);
create index order_adjustments_item on order_adjustments (item_id);
create index order_adjustments_operator on order_adjustments (operator_id, created_at);
create index order_adjustments_project on order_adjustments (project_id);
