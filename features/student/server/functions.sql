-- Whether an account and its profile are in different units: neither table's index could find those. Whichever of both
-- is written last says so, under the lock of the profile.
create or replace function note_unit_of_profile() returns trigger language plpgsql as $$
begin
  new.unit_differs := new.unit_id is distinct from (select unit_id from accounts where id = new.account_id);
  return new;
end $$;

-- All profiles of a roster at once: they are added by one statement.
create or replace function note_units_of_profiles() returns trigger language plpgsql as $$
begin
  update students s set unit_differs = a.unit_id is distinct from f.unit_id
  from fresh f join accounts a on a.id = f.account_id
  where s.account_id = f.account_id and s.unit_differs <> (a.unit_id is distinct from f.unit_id);
  return null;
end $$;

create or replace function note_unit_of_account() returns trigger language plpgsql as $$
begin
  update students set unit_differs = unit_id is distinct from new.unit_id where account_id = new.id;
  return null;
end $$;
