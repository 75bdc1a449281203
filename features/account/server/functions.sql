-- Where wrong passwords of an account are counted; the same as the bucket of the limit of tries.
create or replace function password_bucket(account_id uuid, password_hash text) returns text
language sql immutable parallel safe as $$
  select 'password:' || translate(rtrim(encode(
    sha256(convert_to(account_id::text || ' ' || password_hash, 'UTF8')), 'base64'), '='), '+/', '-_')
$$;

-- How long somebody who gave access to an account counts as one person with its holder where something takes two.
create or replace function access_counts() returns interval language sql immutable as $$ select interval '7 days' $$;

-- The unit that the owner of an account is known to belong to: one person's word of a move counts after a week.
create or replace function known_unit(a accounts) returns uuid language sql stable as $$
  select case when a.moved_at > moment() - access_counts() then a.moved_from else a.member_unit_id end
$$;

-- True if nobody has confirmed yet that the owner of an account belongs to its unit, and it matters: they named it themselves,
-- or one person put them there and they may pay less by it. A null is a no.
create or replace function is_unconfirmed(a accounts) returns boolean language sql stable as $$
  select a.claimed_unit_id is not null and a.claimed_unit_id = a.unit_id
    or a.moved_at > moment() - access_counts() and undercuts(a.unit_id, a.moved_from)
$$;
