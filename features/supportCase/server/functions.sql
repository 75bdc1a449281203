-- An issue somebody still has to handle; the same as `isUnsettled` of the rules.
create or replace function is_unsettled(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('open', 'correcting')
$$;
