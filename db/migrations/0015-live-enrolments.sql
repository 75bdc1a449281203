-- Which enrolments are live is said once.
create function is_live(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('applied', 'approved', 'active', 'passed', 'failed', 'expired')
$$;
