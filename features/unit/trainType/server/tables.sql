-- What a unit may buy of a class type and how; a unit without a row inherits from the nearest one above it that has
-- one.
create table unit_train_types (
  unit_id uuid not null references units,
  -- A key of the project's showClassType.
  class_type text not null,
  open boolean not null default true,
  price_mode text not null default 'listed' check (price_mode in ('listed', 'discount', 'hourly')),
  -- What is paid of the listed price, in basis points: 8500 is 85 %.
  rate int check (rate between 0 and 10000),
  -- Fen for one hour.
  hour_price bigint check (hour_price >= 0),
  payment_mode text not null default 'both' check (payment_mode in ('personal', 'group', 'both')),
  -- The first and the last day on which it may buy.
  valid_from date,
  valid_to date,
  -- Class categories it may buy of, with all below them; empty for all.
  category_ids uuid[] not null default '{}',
  updated_at timestamptz not null default moment(),
  primary key (unit_id, class_type),
  check ((price_mode = 'discount') = (rate is not null)),
  check ((price_mode = 'hourly') = (hour_price is not null)),
  check (valid_to >= valid_from)
);
