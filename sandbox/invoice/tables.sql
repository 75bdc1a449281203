-- What the demo's own 诺诺 and the tax bureau behind it know; empty wherever a real contract is configured.
create table sandbox_invoices (
  serial_no text primary key,
  seller_tax_no text not null,
  -- The seller's number of it: used once.
  order_no text not null,
  color text not null check (color in ('blue', 'red')),
  -- Of a red one: the form it followed.
  form_id text,
  -- The order as it came; of a red one that of its blue.
  content jsonb not null,
  lines jsonb not null,
  -- Fen with the tax in them, and of the tax; below 0 of a red one.
  amount bigint not null,
  tax bigint not null,
  callback_url text not null,
  callbacks integer not null default 1,
  -- As 诺诺 numbers them: 20 under way, 2 issued, 22 failed, 24 issued without a seal.
  status text not null default '20' check (status in ('20', '2', '22', '24')),
  fault text,
  seal_fails boolean not null default false,
  -- The buyer has booked it: a red form wants their word then.
  booked boolean not null default false,
  number text unique,
  issued_at timestamptz,
  -- Names its files.
  token text not null unique,
  tries integer not null default 0,
  tried_on date,
  created_at timestamptz not null default moment(),
  unique (seller_tax_no, order_no),
  check ((status in ('2', '24')) = (number is not null and issued_at is not null)),
  check (case color when 'blue' then amount > 0 and form_id is null else amount < 0 and form_id is not null end)
);
create index sandbox_invoices_issued on sandbox_invoices (seller_tax_no, issued_at);
create table sandbox_red_forms (
  form_id text primary key,
  form_no text not null unique,
  uuid text not null unique,
  seller_tax_no text not null,
  blue_number text not null references sandbox_invoices (number),
  requester text not null check (requester in ('seller', 'buyer')),
  reason text not null,
  -- Each with its number on the blue invoice.
  lines jsonb not null,
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0),
  -- At the tax bureau, where one that waits lapses by itself; and as 诺诺 last fetched it, null before it ever did.
  state text not null check (state in ('01', '02', '03', '04', '05', '06', '08')),
  seen text,
  red_order_no text,
  callback_url text not null,
  created_at timestamptz not null default moment()
);
create index sandbox_red_forms_blue on sandbox_red_forms (blue_number);
-- The seller's session at the tax bureau and their credit line.
create table sandbox_drawers (
  seller_tax_no text primary key,
  -- What the tax bureau wants of the drawer before it issues.
  needs text check (needs in ('login', 'identity')),
  code text unique,
  code_until timestamptz,
  scanned boolean not null default false,
  credit bigint not null default 1000000000
);
-- What goes otherwise than well, for the next invoices or forms of a buyer, or of any.
create table sandbox_knobs (
  id uuid primary key default new_id(),
  knob text not null,
  buyer_name text,
  reason text,
  times integer not null check (times > 0)
);
