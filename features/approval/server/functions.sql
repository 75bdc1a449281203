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

-- The accounts that count as one person where something takes two: one's own, those proved to be one's own beside it,
-- everybody's who gave access to one of them lately, and those that one of these gave access to.
create or replace function same_person(account uuid) returns uuid[] language sql stable as $$
  with own as (select own_accounts(array[account]) as ids),
  hands as (
    select own_accounts(ids || array(
      select x.giver_id from account_accesses x
      where x.account_id = any(ids) and x.given_at > moment() - access_counts())) as ids
    from own)
  select own_accounts(ids || array(
    select x.account_id from account_accesses x
    where x.giver_id = any(ids) and x.given_at > moment() - access_counts()))
  from hands
$$;
