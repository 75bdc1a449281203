-- The codes of all regions that contain a region, itself first; the same as `regionsAround` of the rules.
create or replace function regions_around(code text) returns text[] language sql immutable parallel safe as $$
  select case when code is null then '{}'::text[]
    when code ~ '^[1-9][0-9]{5}$' then array[code, left(code, 4) || '00', left(code, 2) || '0000']
    else array[code] end
$$;
