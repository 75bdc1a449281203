-- Who is at work on something that waits, for colleagues to see; it keeps nobody from settling it.
create table work_claims (
  -- The kind of work by its code, and what of it.
  code text not null,
  item_id uuid not null,
  project_id uuid not null references projects,
  account_id uuid not null references accounts,
  claimed_at timestamptz not null default moment(),
  -- The last sign that the account is still at it.
  seen_at timestamptz not null default moment(),
  primary key (code, item_id)
);
create index work_claims_account on work_claims (account_id);
create index work_claims_seen on work_claims (project_id, seen_at);

-- What applying a correction did to certificates and hours; of an undone one, what undoing it did.
alter table corrections add column effects jsonb;

-- A certificate that was issued again has the day of the first issue, and its own beside it.
with recursive chain as (
  select id, holder->>'issuedDate' as first_issued from certificates where reissue_of is null
  union all
  select c.id, chain.first_issued from certificates c join chain on c.reissue_of = chain.id
)
update certificates c
set holder = c.holder || jsonb_build_object(
  'issuedDate', chain.first_issued, 'reissuedDate', c.holder->>'issuedDate')
from chain where chain.id = c.id and c.reissue_of is not null;
