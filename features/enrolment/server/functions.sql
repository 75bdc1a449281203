-- The states that hold a seat; the same as `liveStatuses` of the rules. It is planned as if the list were written out
-- in the query, which so finds the partial index. The index and the check write it out: they would not follow a change.
create or replace function is_live(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('applied', 'approved', 'active', 'passed', 'failed', 'expired')
$$;

-- The states in which study was opened and not given up; the same as `admittedStatuses` of the rules.
create or replace function is_admitted(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('active', 'passed', 'failed', 'expired')
$$;
