create or replace function count_allocation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'an allocation is released by one that reverses it';
  end if;
  if new.reverses is not null and not exists (
    select from allocations a where a.id = new.reverses and a.reverses is null
      and (a.receipt_id, a.order_id, a.amount) = (new.receipt_id, new.order_id, -new.amount)) then
    raise exception 'a reversal takes back the whole of one allocation';
  end if;
  update receipts set allocated = allocated + new.amount where id = new.receipt_id;
  return new;
end $$;

create or replace function count_reversal() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a reversal stays as it is';
  end if;
  update receipts set reversed = reversed + new.amount, is_void = new.kind = 'void' where id = new.receipt_id;
  return new;
end $$;
