-- Whether a check counts as missed.
create or replace function is_missed_capture(status text) returns boolean language sql immutable as $$
  select status in ('missed', 'failed', 'appealed', 'rejected')
$$;

-- Whether a person is to decide about a check.
create or replace function waits_for_review(status text) returns boolean language sql immutable as $$
  select status in ('review', 'appealed')
$$;
