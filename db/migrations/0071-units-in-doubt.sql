-- The account is in another unit; kept by triggers.
alter table students add unit_differs boolean not null default false;
update students s set unit_differs = true from accounts a
where a.id = s.account_id and a.unit_id is distinct from s.unit_id;
create index students_unit_differs on students (project_id, account_id desc) where unit_differs;

-- Whether an account and its profile are in different units: neither table's index could find those. Whichever of both
-- is written last says so, under the lock of the profile.
create function note_unit_of_profile() returns trigger language plpgsql as $$
begin
  new.unit_differs := new.unit_id is distinct from (select unit_id from accounts where id = new.account_id);
  return new;
end $$;
create trigger note_unit_of_profile before insert or update of unit_id on students
  for each row execute function note_unit_of_profile();
create function note_unit_of_account() returns trigger language plpgsql as $$
begin
  update students set unit_differs = unit_id is distinct from new.unit_id where account_id = new.id;
  return null;
end $$;
create trigger note_unit_of_account after update of unit_id on accounts
  for each row when (old.unit_id is distinct from new.unit_id) execute function note_unit_of_account();
