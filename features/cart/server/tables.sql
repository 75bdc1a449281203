create table cart_items (
  account_id uuid not null references accounts,
  class_id uuid not null references train_classes,
  -- What the learner saw when adding it, in fen: a change is pointed out.
  price_seen bigint not null check (price_seen >= 0),
  -- The learner confirmed that it is wanted although it is meant for others.
  accepts_mismatch boolean not null default false,
  created_at timestamptz not null default moment(),
  primary key (account_id, class_id)
);
create index cart_items_class on cart_items (class_id);
