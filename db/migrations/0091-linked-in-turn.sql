-- Accounts that one person has linked in a third are that person's, as the third is.
create function own_accounts(account uuid) returns uuid[] language sql stable as $$
  with recursive own (id) as (
    select account
    union
    select case when l.account_id = own.id then l.linked_id else l.account_id end
    from own join account_links l on own.id in (l.account_id, l.linked_id))
  select array(select id from own)
$$;

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
