-- Keeps the entries of scores as they are; the reason alone goes with the account of its person.
create or replace function keep_score_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.reason := null;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'an entry of a score stays, and is followed by another';
end $$;
