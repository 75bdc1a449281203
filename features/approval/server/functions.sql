-- The accounts that somebody has proved to be their own, by links from one to the next, the given one among them.
create or replace function own_accounts(account uuid) returns uuid[] language sql stable as $$
  with recursive own (id) as (
    select account
    union
    select case when l.account_id = own.id then l.linked_id else l.account_id end
    from own join account_links l on own.id in (l.account_id, l.linked_id))
  select array(select id from own)
$$;

-- The accounts that count as one person where something takes two: one's own, those proved to be one's own beside it,
-- who gave access to one of them lately, and those that one of these gave access to.
create or replace function same_person(account uuid) returns uuid[] language sql stable as $$
  with own as (select unnest(own_accounts(account)) as id),
  hands as (
    select id from own
    union select a.access_by from own join accounts a on a.id = own.id
      where a.access_given_at > moment() - access_counts())
  select array(
    select id from hands
    union select a.id from hands join accounts a on a.access_by = hands.id
      where a.access_given_at > moment() - access_counts())
$$;
