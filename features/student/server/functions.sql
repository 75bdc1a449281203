-- Whether an account and its profile are in different units: neither table's index could find those. Whichever of both
-- is written last says so, under the lock of the profile.
create or replace function note_unit_of_profile() returns trigger language plpgsql as $$
begin
  new.unit_differs := new.unit_id is distinct from (select unit_id from accounts where id = new.account_id);
  return new;
end $$;

create or replace function note_unit_of_account() returns trigger language plpgsql as $$
begin
  update students set unit_differs = unit_id is distinct from new.unit_id where account_id = new.id;
  return null;
end $$;
