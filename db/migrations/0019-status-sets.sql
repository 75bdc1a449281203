-- Which states an enrolment, an issue or a unit is in for many queries is said once.
create function is_admitted(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('active', 'passed', 'failed', 'expired')
$$;
create function is_unsettled(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('open', 'correcting')
$$;
create function unit_exists(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('active', 'disabled')
$$;
