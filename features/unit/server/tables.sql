create table units (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  parent_id uuid references units,
  -- Ids from the root to this unit, each followed by a slash; a subtree is a prefix.
  path text not null,
  -- Place among its siblings, with gaps: a unit put between two changes no other row.
  sort int not null default 0 check (sort >= 0),
  name text not null,
  credit_code text,
  -- Codes of the dictionary.
  region text,
  industry text,
  contact text,
  phone text,
  email text,
  address text,
  -- What an invoice for the unit is made out to: {name, taxNo, address, phone, bank, bankAccount, email}.
  invoice_title jsonb,
  status text not null default 'active' check (status in ('active', 'disabled', 'merged', 'deleted')),
  -- Where its people went: links to it lead there.
  merged_into uuid references units check (merged_into <> id),
  -- Incremented by each form edit, to detect concurrent edits.
  version int not null default 1,
  created_at timestamptz not null default moment(),
  check ((status = 'merged') = (merged_into is not null))
);
create unique index units_credit_code on units (project_id, credit_code) where status in ('active', 'disabled');
create unique index units_path on units (path text_pattern_ops);
create index units_named on units using gin (bigrams_of(name));
create index units_parent on units (parent_id, sort, name, id);
create index units_project on units (project_id, id desc);
create index units_merged on units (merged_into) where merged_into is not null;
