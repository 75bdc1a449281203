-- The accounts that the holders of some have proved to be their own, by links from one to the next, the given ones among
-- them.
create or replace function own_accounts(accounts uuid[]) returns uuid[] language sql stable as $$
  with recursive own (id) as (
    select unnest(accounts)
    union
    select case when l.account_id = own.id then l.linked_id else l.account_id end
    from own join account_links l on l.account_id = own.id or l.linked_id = own.id)
  select array(select id from own)
$$;

-- One's own accounts, those proved to be one's own beside it, and everybody's who gave access to one of them lately.
create or replace function hands_of(account uuid) returns uuid[] language sql stable as $$
  with own as (select own_accounts(array[account]) as ids)
  select own_accounts(ids || array(
    select x.giver_id from account_accesses x
    where x.account_id = any(ids) and x.given_at > moment() - access_counts()))
  from own
$$;

-- The accounts of staff that count as one person where something takes two: whose hands are in an account, and those that
-- one of these gave access to. Learners are left out but for those with whom somebody is linked: one person brings in
-- a hundred thousand of them by a file.
create or replace function same_person(account uuid) returns uuid[] language sql stable as $$
  with hands as (select hands_of(account) as ids),
  given as materialized (
    select x.account_id as id from hands, account_accesses x
    where x.giver_id = any(hands.ids) and x.given_at > moment() - access_counts())
  select own_accounts(ids || array(
    select id from given where id in (
      select a.id from accounts a where a.role_id in (select r.id from roles r where r.role_system <> 3))
    union select id from given where id in (
      select f.account_id from account_roles f join roles r on r.id = f.role_id where r.role_system <> 3)
    union select id from given where id in (select l.account_id from account_links l)
    union select id from given where id in (select l.linked_id from account_links l)))
  from hands
$$;

-- True if another account, a learner's as well, counts as one person with an account.
create or replace function is_same_person(account uuid, other uuid) returns boolean language sql stable as $$
  with hands as (select hands_of(account) as ids), own as (select own_accounts(array[other]) as ids)
  select own.ids && hands.ids or exists (
    select from account_accesses x
    where x.account_id = any(own.ids) and x.giver_id = any(hands.ids) and x.given_at > moment() - access_counts())
  from hands, own
$$;

-- True if the first day in public of something is not over, which begins again where it is unpublished within it.
create or replace function is_first_day(published_at timestamptz) returns boolean language sql stable as $$
  select coalesce(published_at > moment() - interval '1 day', true)
$$;
