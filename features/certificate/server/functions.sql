-- The form of a certificate's number by which it is found: as `name_key`, without the dashes that people type in many ways.
create or replace function number_key(number text) returns text language sql immutable parallel safe as $$
  select translate(public.name_key(number), '-‐‑‒–—―−', '')
$$;
