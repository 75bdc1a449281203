-- Money that came to the bank account, as the office entered it.
create table receipts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- The bank's serial number, in capital letters and without blanks and hyphens.
  serial_no text not null,
  payer_name text not null check (payer_name <> ''),
  day date not null,
  amount bigint not null check (amount > 0),
  -- Fen of it that orders have, the sum of its allocations: never more than came.
  allocated bigint not null default 0,
  -- Fen of it that left it otherwise, the sum of its reversals; all of it where it was entered by mistake.
  reversed bigint not null default 0 check (reversed >= 0),
  is_void boolean not null default false constraint receipts_void check (not is_void or reversed = amount),
  constraint receipts_check check (allocated >= 0 and allocated + reversed <= amount),
  memo text,
  -- The unit's order that its memo names by reference.
  named_order_id uuid references orders,
  -- Who entered it; null where it was taken over with the order it pays.
  operator_id uuid references accounts,
  created_at timestamptz not null default moment()
);
-- The serial number of a void one is free: it is entered again, rightly.
create unique index receipts_number on receipts (project_id, serial_no) where not is_void;
create index receipts_project on receipts (project_id, id desc);
create index receipts_amount on receipts (project_id, amount, id);
create index receipts_day on receipts (project_id, day, id);
create index receipts_serial on receipts (serial_no);
create index receipts_named on receipts (named_order_id) where named_order_id is not null;
create index receipts_operator on receipts (operator_id);
create index receipts_unallocated on receipts (project_id, created_at) where allocated + reversed < amount;

-- Which orders have how much of a receipt. A line stays for ever; what it gave is released by a line that reverses it.
create table allocations (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  receipt_id uuid not null references receipts,
  order_id uuid not null references orders,
  amount bigint not null check (amount <> 0),
  reverses uuid unique references allocations,
  -- Who approved it; null where it was taken over.
  operator_id uuid references accounts,
  created_at timestamptz not null default moment(),
  check ((reverses is null) = (amount > 0))
);
create index allocations_receipt on allocations (receipt_id);
create index allocations_order on allocations (order_id);
create index allocations_project on allocations (project_id);
create index allocations_operator on allocations (operator_id);
create trigger allocations_count after insert on allocations for each row execute function count_allocation();
create trigger allocations_keep before update or delete on allocations for each row execute function count_allocation();

-- What left a receipt again otherwise than for orders: one that was entered by mistake is void, and money that came wrongly
-- goes back to its payer. A line stays for ever.
create table receipt_reversals (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  receipt_id uuid not null references receipts,
  kind text not null check (kind in ('void', 'return')),
  amount bigint not null check (amount > 0),
  reason text not null check (reason <> ''),
  -- The bank transfer by which it went back.
  bank text,
  serial_no text,
  day date,
  -- Who did it, alone or as who approved it.
  operator_id uuid not null references accounts,
  approved boolean not null,
  created_at timestamptz not null default moment(),
  check (num_nonnulls(bank, serial_no, day) = case kind when 'return' then 3 else 0 end)
);
create index receipt_reversals_receipt on receipt_reversals (receipt_id, id);
create index receipt_reversals_project on receipt_reversals (project_id);
create index receipt_reversals_operator on receipt_reversals (operator_id, created_at);
create unique index receipt_reversals_number on receipt_reversals (project_id, serial_no) where kind = 'return';
create trigger receipt_reversals_count after insert on receipt_reversals for each row execute function count_reversal();
create trigger receipt_reversals_keep before update or delete on receipt_reversals
  for each row execute function count_reversal();
