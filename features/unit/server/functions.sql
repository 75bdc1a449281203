-- Units that exist: merged and deleted ones are history. The same as `existingUnitStatuses` of the rules.
create or replace function unit_exists(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('active', 'disabled')
$$;
