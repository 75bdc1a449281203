-- What an order of kind `batch` is besides an order: of which unit class, how it is paid, and what became of its places.
create table batch_orders (
  order_id uuid primary key references orders,
  project_id uuid not null references projects,
  unit_class_id uuid not null references unit_classes,
  pay_mode text not null check (pay_mode in ('code', 'transfer', 'free')),
  -- Null until it is settled; then its places are opened by a job.
  delivery text check (delivery in ('opening', 'opened', 'opened_with_errors')),
  -- Counts the runs that open its places, of which each has a job.
  run int not null default 0,
  -- The import that placed it.
  import_id uuid,
  operator_id uuid not null references accounts,
  created_at timestamptz not null default moment()
);
create index batch_orders_unit_class on batch_orders (unit_class_id, order_id desc);
create index batch_orders_project on batch_orders (project_id, order_id desc);
create index batch_orders_import on batch_orders (import_id) where import_id is not null;
create index batch_orders_operator on batch_orders (operator_id);

-- One place of a settled batch order: it is opened once, or stands in the list of errors with the reason.
create table batch_places (
  item_id uuid primary key references order_items,
  order_id uuid not null references batch_orders,
  state text not null default 'opening' check (state in ('opening', 'opened', 'failed')),
  -- The code of the refusal and its values.
  problem jsonb,
  updated_at timestamptz not null default moment(),
  constraint batch_places_problem check ((state = 'failed') = (problem is not null))
);
create index batch_places_order on batch_places (order_id, state, item_id);

-- Who had a place of a batch before it was given to another: a row stays as it is.
create table batch_replacements (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  item_id uuid not null references order_items,
  from_id uuid not null references accounts,
  to_id uuid not null references accounts,
  reason text not null,
  operator_id uuid not null references accounts,
  created_at timestamptz not null default moment(),
  check (from_id <> to_id)
);
create index batch_replacements_item on batch_replacements (item_id, id);
create index batch_replacements_project on batch_replacements (project_id);
create index batch_replacements_from on batch_replacements (from_id);
create index batch_replacements_to on batch_replacements (to_id);
create index batch_replacements_operator on batch_replacements (operator_id);
