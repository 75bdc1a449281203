-- Another account the holder of this one has proved to be theirs too, by its password. The link goes one way and lasts
-- as long as that password and the holder's own password and number.
create table account_links (
  id uuid primary key default new_id(),
  account_id uuid not null references accounts,
  linked_id uuid not null references accounts check (linked_id <> account_id),
  -- SHA-256 of what it was proved with; empty once its holder has taken it away, at that moment.
  proof bytea not null,
  created_at timestamptz not null default moment(),
  unique (account_id, linked_id)
);
create index account_links_linked on account_links (linked_id);
