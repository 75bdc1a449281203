-- The fields of a correction that its approval does not have.
create table corrections (
  id uuid primary key references approvals,
  account_id uuid not null references accounts,
  -- The unmasked values of both sides.
  before_card_sealed bytea,
  after_card_sealed bytea,
  -- The line of the ledger that it wrote.
  entry_id uuid references hour_entries,
  -- What applying it did to certificates and hours; of an undone one, what undoing it did.
  effects jsonb
);
create index corrections_account on corrections (account_id, id desc);
create index corrections_entry on corrections (entry_id);
