-- Where wrong passwords of an account are counted; the same as the bucket of the limit of tries.
create or replace function password_bucket(account_id uuid, password_hash text) returns text
language sql immutable parallel safe as $$
  select 'password:' || translate(rtrim(encode(
    sha256(convert_to(account_id::text || ' ' || password_hash, 'UTF8')), 'base64'), '='), '+/', '-_')
$$;

-- How long somebody who gave access to an account counts as one person with its holder where something takes two.
create or replace function access_counts() returns interval language sql immutable as $$ select interval '7 days' $$;
