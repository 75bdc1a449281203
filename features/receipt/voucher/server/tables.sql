-- The bank's slip of a transfer for an order that a unit pays, as the unit handed it in: it proves nothing, and says where
-- to look.
create table vouchers (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  status text not null default 'in_review' check (status in ('in_review', 'rejected', 'replaced', 'matched')),
  payer_name text not null check (payer_name <> ''),
  day date not null,
  amount bigint not null check (amount > 0),
  serial_no text,
  proof_key text not null references images,
  operator_id uuid not null references accounts,
  decider_id uuid references accounts,
  decision text,
  decided_at timestamptz,
  created_at timestamptz not null default moment(),
  check ((status = 'rejected') = (decision is not null))
);
-- One slip is of one order.
create unique index vouchers_serial on vouchers (project_id, serial_no)
  where serial_no is not null and status in ('in_review', 'matched');
create unique index vouchers_proof on vouchers (proof_key) where status in ('in_review', 'matched');
create unique index vouchers_open on vouchers (order_id) where status = 'in_review';
create index vouchers_order on vouchers (order_id, id desc);
create index vouchers_project on vouchers (project_id, created_at) where status = 'in_review';
create index vouchers_proof_key on vouchers (proof_key);
create index vouchers_operator on vouchers (operator_id);
create index vouchers_decider on vouchers (decider_id);
