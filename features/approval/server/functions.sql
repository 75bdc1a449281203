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

-- All accounts that count as one person with an account, those of learners that one of its hands gave access to as well.
create or replace function accounts_as_one(account uuid) returns setof uuid language sql stable as $$
  with hands as (select hands_of(account) as ids),
  given as materialized (
    select x.account_id as id from hands, account_accesses x
    where x.giver_id = any(hands.ids) and x.given_at > moment() - access_counts())
  select unnest(ids) from hands
  union select id from given
  union select unnest(own_accounts(array(
    select id from given where id in (select l.account_id from account_links l)
    union select id from given where id in (select l.linked_id from account_links l))))
$$;

-- True if another account, a learner's as well, counts as one person with an account.
create or replace function is_same_person(account uuid, other uuid) returns boolean language sql stable as $$
  with hands as (select hands_of(account) as ids), own as (select own_accounts(array[other]) as ids)
  select own.ids && hands.ids or exists (
    select from account_accesses x
    where x.account_id = any(own.ids) and x.giver_id = any(hands.ids) and x.given_at > moment() - access_counts())
  from hands, own
$$;

-- The highest price that something has or had within the last day: what is given away is measured by it.
create or replace function dearest_price(subject uuid, now_price bigint) returns bigint language sql stable as $$
  select greatest(now_price, (select max(f.price) from former_prices f
    where f.subject_id = subject and f.until > moment() - interval '1 day'))
$$;

-- True if an account of staff counts as one person with another account, a learner's as well, or with who gave access to it.
create or replace function is_hand_of(account uuid, other uuid) returns boolean language sql stable as $$
  select other in (select unnest(same_person(hand)) from unnest(hands_of(account)) hand)
$$;

-- True if something costs less than within the last day, by somebody whose hands are in an account.
create or replace function is_lowered_by(account uuid, subject uuid, now_price bigint) returns boolean language sql stable as $$
  select exists (select from former_prices f
    where f.subject_id = subject and f.price > now_price and f.until > moment() - interval '1 day'
      and is_hand_of(account, f.changed_by))
$$;

-- End of the day for which something costs less than it did; null where it does not, and where its price is not shown.
create or replace function lowered_until(subject uuid, now_price bigint) returns timestamptz language sql stable as $$
  select max(f.until) + interval '1 day' from former_prices f
  where f.subject_id = subject and f.price > now_price and f.until > moment() - interval '1 day' and isfinite(f.until)
$$;

-- True if something was published first within the last day, by somebody whose hands are in an account.
create or replace function is_published_by(account uuid, subject uuid) returns boolean language sql stable as $$
  select exists (select from former_prices f
    where f.subject_id = subject and f.price is null and f.until > moment() - interval '1 day'
      and is_hand_of(account, f.changed_by))
$$;
