-- A class opened for one unit, with its own price and terms; its people learn in the class itself.
create table unit_classes (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  unit_id uuid not null references units,
  class_id uuid not null references train_classes,
  name text not null check (name <> ''),
  -- Fen a head, as it was given; below the unit's terms it holds only where two people approved it.
  price bigint not null check (price >= 0),
  approved boolean not null default false,
  -- Until when people can be ordered, and the end of their study, where they end before the class does.
  sign_up_to timestamptz,
  study_to timestamptz,
  -- Places the unit may take at most.
  quota int check (quota > 0),
  pay_modes text[] not null constraint unit_classes_pay_modes
    check (cardinality(pay_modes) > 0 and pay_modes <@ array['code', 'transfer', 'free']),
  -- The unit opened it itself: its price is by the unit's terms whenever people are ordered.
  by_unit boolean not null,
  status text not null default 'open' check (status in ('open', 'deleted')),
  -- Raised by each edit; an edit names the one it was read at.
  revision int not null default 1,
  -- The same form sent twice is one unit class; with other content it is refused.
  request_key text,
  request_hash text,
  operator_id uuid not null references accounts,
  created_at timestamptz not null default moment()
);
create unique index unit_classes_request on unit_classes (operator_id, request_key) where request_key is not null;
create index unit_classes_project on unit_classes (project_id, id desc);
create index unit_classes_price on unit_classes (project_id, price, id);
create index unit_classes_created on unit_classes (project_id, created_at, id);
create index unit_classes_unit on unit_classes (unit_id, id desc);
create index unit_classes_class on unit_classes (class_id);

-- Whom a unit wants to have in a unit class: its roster, ordered or not yet.
create table unit_class_people (
  unit_class_id uuid not null references unit_classes,
  account_id uuid not null references accounts,
  operator_id uuid not null references accounts,
  -- When the person was last reminded to begin.
  reminded_at timestamptz,
  created_at timestamptz not null default moment(),
  primary key (unit_class_id, account_id)
);
create index unit_class_people_account on unit_class_people (account_id);
create index unit_class_people_operator on unit_class_people (operator_id);
