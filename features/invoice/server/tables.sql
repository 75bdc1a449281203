-- What an invoice was made out to before, to be chosen again: of a person or of a unit.
create table invoice_titles (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid references accounts,
  unit_id uuid references units,
  kind text not null check (kind in ('personal', 'enterprise')),
  name text not null check (name <> ''),
  tax_no text check (tax_no <> ''),
  address text not null default '',
  phone text not null default '',
  bank text not null default '',
  bank_account text not null default '',
  used_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  check (num_nonnulls(account_id, unit_id) = 1),
  check ((kind = 'enterprise') = (tax_no is not null)),
  check (kind = 'enterprise' or unit_id is null)
);
create unique index invoice_titles_account on invoice_titles (account_id, name, tax_no) nulls not distinct
  where account_id is not null;
create unique index invoice_titles_unit on invoice_titles (unit_id, name, tax_no) nulls not distinct
  where unit_id is not null;
create index invoice_titles_project on invoice_titles (project_id);

-- Blue invoices and the red ones that reverse them.
create table invoices (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  colour text not null check (colour in ('blue', 'red')),
  kind text not null check (kind in ('ordinary', 'special')),
  -- Our number, which people read to each other.
  apply_no text not null unique,
  -- Who paid the orders, which is who gets it: a person or a unit.
  account_id uuid references accounts,
  payer_unit_id uuid references units,
  -- The payer's unit when asking: which managers see it.
  unit_id uuid references units,
  -- Who asked for it; null for a red one that a refund asked for.
  applicant_id uuid references accounts,
  -- {kind, name, taxNo, address, phone, bank, bankAccount} of the buyer and {name, taxNo, address, phone, bank,
  -- bankAccount, drawer} of the seller, as they were then.
  title jsonb not null,
  seller jsonb not null,
  email text,
  remark text not null,
  -- Fen with tax, and the tax in it: the sums of its lines, above 0 in both colours.
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0 and tax <= amount),
  status text not null,
  constraint invoices_status check (case colour
    when 'blue' then status in ('requested', 'opening', 'waiting_drawer', 'opened', 'failed', 'rejected', 'withdrawn',
      'reddening', 'part_reddened', 'reddened')
    else status in ('requested', 'confirming', 'opening', 'opened', 'stalled', 'failed', 'lapsed', 'refused',
      'cancelled') end),
  provider text check (provider in ('nuonuo', 'manual')),
  -- The number of the request to the provider, fixed before it: repeated, it is the same invoice. One that failed is
  -- asked for again under another.
  serial text unique,
  attempts int not null default 0 check (attempts >= 0),
  -- When this attempt, or the form of a red one, began: without an answer for a day it is a person's.
  sent_at timestamptz,
  number text check (number ~ '^\d{20}$'),
  issued_at timestamptz,
  -- The text of the QR code by which the drawer signs in, and until when it is good.
  login_qr text,
  login_until timestamptz,
  -- The provider's own code and words of why it failed, the last time.
  failure_code text,
  failure text,
  -- When the provider was last asked, how often, and when it is to be asked again.
  asked_at timestamptz,
  asked int not null default 0,
  ask_at timestamptz,
  -- Who rejected or marked it, and why it was rejected, which the applicant reads.
  decider_id uuid references accounts,
  decided_at timestamptz,
  decision text,
  -- Of a new blue one: the blue one in whose place it is issued once that is reversed.
  replaces_id uuid references invoices,
  -- Of a red one: the blue one, why, its confirmation form, and the refund that waits for it.
  original_id uuid references invoices,
  red_reason text check (red_reason in ('error', 'return', 'serviceEnded', 'allowance')),
  form_serial text unique,
  form_no text,
  -- Who has to confirm the form; null where nobody has.
  form_by text check (form_by in ('buyer', 'seller')),
  form_until timestamptz,
  refund_id uuid,
  -- The same form sent twice is one invoice; with the SHA-256 of its request.
  request_key text,
  request_hash text,
  created_at timestamptz not null default moment(),
  check (num_nonnulls(account_id, payer_unit_id) = 1),
  check ((colour = 'red') = (original_id is not null) and (colour = 'red') = (red_reason is not null)),
  check (colour = 'blue' or replaces_id is null),
  check (colour = 'red' or num_nonnulls(form_serial, form_no, form_by, form_until, refund_id) = 0),
  check (kind = 'ordinary' or title ->> 'kind' = 'enterprise'),
  check ((status in ('opened', 'reddening', 'part_reddened', 'reddened')) = (number is not null)),
  check ((number is null) = (issued_at is null)),
  check (status <> 'failed' or failure is not null),
  check (status <> 'waiting_drawer' or login_qr is not null),
  check ((status = 'rejected') = (decision is not null)),
  check ((request_key is null) = (request_hash is null)),
  check (ask_at is null or serial is not null or form_serial is not null)
);
create unique index invoices_number on invoices (project_id, number) where number is not null;
create unique index invoices_request on invoices (applicant_id, request_key) where request_key is not null;
create index invoices_project on invoices (project_id, id desc);
create index invoices_status on invoices (project_id, status, id);
create index invoices_amount on invoices (project_id, amount, id);
create index invoices_created on invoices (project_id, created_at, id);
create index invoices_issued_first on invoices (project_id, issued_at, id);
create index invoices_issued_last on invoices (project_id, issued_at desc nulls last, id desc);
create index invoices_account on invoices (account_id, id desc) where account_id is not null;
create index invoices_payer_unit on invoices (payer_unit_id, id desc) where payer_unit_id is not null;
create index invoices_unit on invoices (unit_id, id desc);
create index invoices_applicant on invoices (applicant_id);
create index invoices_decider on invoices (decider_id) where decider_id is not null;
create index invoices_original on invoices (original_id, id) where original_id is not null;
-- What is issued in its place: one at a time.
create unique index invoices_replaces on invoices (replaces_id)
  where replaces_id is not null and status not in ('withdrawn', 'rejected');
create index invoices_refund on invoices (refund_id) where refund_id is not null;
create index invoices_due on invoices (ask_at) where ask_at is not null;

-- Files that somebody uploaded to record an invoice with, sealed; those that are not used are deleted after a day.
create table invoice_uploads (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  format text not null check (format in ('pdf', 'ofd', 'xml')),
  content_sealed bytea not null,
  created_at timestamptz not null default moment()
);
create index invoice_uploads_account on invoice_uploads (account_id);
create index invoice_uploads_project on invoice_uploads (project_id);
create index invoice_uploads_created on invoice_uploads (created_at);

-- A class of an order on an invoice. A line of a red one names the line of the blue one that it reverses.
create table invoice_lines (
  invoice_id uuid not null references invoices,
  line_no int not null check (line_no > 0),
  order_id uuid not null references orders,
  class_id uuid not null references train_classes,
  -- As printed: the category of the tax code between asterisks, then the thing sold.
  name text not null check (name <> ''),
  tax_code text not null check (tax_code ~ '^\d{19}$'),
  -- People.
  quantity int not null check (quantity > 0),
  amount bigint not null check (amount > 0),
  -- Hundredths of a percent, with the policy by which it is lower or none.
  rate int not null check (rate between 0 and 10000),
  policy text check (policy ~ '^(0[1-9]|1[0-8])$'),
  tax bigint not null check (tax >= 0 and tax < amount),
  original_line int,
  -- Fen of a blue line that red ones reverse or have reversed.
  reddened bigint not null default 0 check (reddened >= 0 and reddened <= amount),
  primary key (invoice_id, line_no)
);
create index invoice_lines_order on invoice_lines (order_id, invoice_id);
create index invoice_lines_class on invoice_lines (class_id);

-- Files of an issued invoice, sealed: they name who bought what.
create table invoice_files (
  invoice_id uuid not null references invoices,
  format text not null check (format in ('pdf', 'ofd', 'xml')),
  content_sealed bytea not null,
  created_at timestamptz not null default moment(),
  primary key (invoice_id, format)
);

-- What happened to an invoice, each time: a row stays as it is, whatever the invoice becomes.
create table invoice_events (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  invoice_id uuid not null references invoices,
  status text not null check (status in ('requested', 'opening', 'waiting_drawer', 'opened', 'failed', 'rejected', 'withdrawn',
    'reddening', 'part_reddened', 'reddened', 'confirming', 'stalled', 'lapsed', 'refused', 'cancelled')),
  -- Who did it; null where the provider answered or time passed.
  operator_id uuid references accounts,
  -- The provider's words, or a person's.
  note text,
  created_at timestamptz not null default moment()
);
create index invoice_events_invoice on invoice_events (invoice_id, id);
create index invoice_events_project on invoice_events (project_id);
create index invoice_events_operator on invoice_events (operator_id) where operator_id is not null;

-- The contract of a project with a provider; the secrets are sealed.
create table invoice_providers (
  project_id uuid primary key references projects,
  provider text not null check (provider in ('nuonuo', 'manual')),
  app_key text,
  app_secret_sealed bytea,
  token_sealed bytea,
  updated_at timestamptz not null default moment(),
  check ((provider = 'nuonuo') = (app_key is not null) and (app_key is null) = (app_secret_sealed is null))
);

-- Invoices of a day that the provider has otherwise than the books: a person finds out why and settles it.
create table invoice_differences (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  day date not null,
  -- The books do not have it, the provider does not, or their sums differ.
  kind text not null check (kind in ('unbooked', 'unissued', 'amount')),
  invoice_id uuid references invoices,
  number text not null,
  issued bigint,
  booked bigint,
  settled_by uuid references accounts,
  settled_at timestamptz,
  reason text,
  created_at timestamptz not null default moment(),
  unique (project_id, kind, number),
  check ((settled_by is null) = (settled_at is null) and (settled_at is null) = (reason is null)),
  check (kind = 'unbooked' or invoice_id is not null)
);
create index invoice_differences_open on invoice_differences (project_id, created_at) where settled_at is null;
create index invoice_differences_invoice on invoice_differences (invoice_id) where invoice_id is not null;
create index invoice_differences_settler on invoice_differences (settled_by) where settled_by is not null;

-- Days of a project's invoices that were compared with the provider's list.
create table invoice_days (
  project_id uuid not null references projects,
  day date not null,
  compared_at timestamptz,
  failure text,
  asked int not null default 0,
  ask_at timestamptz,
  primary key (project_id, day)
);
create index invoice_days_due on invoice_days (ask_at) where ask_at is not null;
