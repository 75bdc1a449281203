-- Who gave access to an account lately counts as one person with its holder where something takes two.
alter table accounts add access_by uuid references accounts, add access_given_at timestamptz,
  add check ((access_by is null) = (access_given_at is null));
create index accounts_access on accounts (access_by) where access_by is not null;

create function access_counts() returns interval language sql immutable as $$ select interval '7 days' $$;

create function same_person(account uuid) returns uuid[] language sql stable as $$
  with own as (
    select account as id
    union select linked_id from account_links where account_id = account
    union select account_id from account_links where linked_id = account),
  hands as (
    select id from own
    union select a.access_by from own join accounts a on a.id = own.id
      where a.access_given_at > moment() - access_counts())
  select array(
    select id from hands
    union select a.id from hands join accounts a on a.access_by = hands.id
      where a.access_given_at > moment() - access_counts())
$$;

-- A limit that is raised counts a day later.
create function limit_of(project uuid, name text) returns bigint language sql stable as $$
  select min((default_settings() || settings_at(project, at) ->> name)::bigint)
  from (
    select moment() - interval '1 day'
    union all
    select effective_from from setting_versions
    where project_id = project and withdrawn_at is null and changes ? name
      and effective_from > moment() - interval '1 day' and effective_from <= moment()) moments (at)
$$;

-- New keys of a merchant in use wait for a second person.
alter table merchants add proposed_keys_sealed bytea;

-- When the money of a payment moved, as the provider says; of those before, when we heard of it.
alter table payments add paid_at timestamptz;
update payments set paid_at = succeeded_at;
alter table payments add check (paid_at is null or succeeded_at is not null);
