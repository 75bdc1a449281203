-- Money has a source: what came to the bank account, and which orders have it.
create table receipts (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  -- The bank's serial number.
  serial_no text not null,
  payer_name text not null check (payer_name <> ''),
  day date not null,
  amount bigint not null check (amount > 0),
  -- Fen of it that orders have, the sum of its allocations: never more than came.
  allocated bigint not null default 0 check (allocated >= 0 and allocated <= amount),
  memo text,
  -- Who entered it; null where it was taken over with the order it pays.
  operator_id uuid references accounts,
  created_at timestamptz not null default moment(),
  unique (project_id, serial_no)
);
create index receipts_project on receipts (project_id, id desc);
create index receipts_amount on receipts (project_id, amount, id);
create index receipts_day on receipts (project_id, day, id);
create index receipts_serial on receipts (serial_no);
create index receipts_operator on receipts (operator_id);

-- Which orders have how much of a receipt. A line stays for ever; what it gave is released by a line that reverses it.
create table allocations (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  receipt_id uuid not null references receipts,
  order_id uuid not null references orders,
  amount bigint not null check (amount <> 0),
  reverses uuid unique references allocations,
  -- Who approved it; null where it was taken over.
  operator_id uuid references accounts,
  created_at timestamptz not null default moment(),
  check ((reverses is null) = (amount > 0))
);
create index allocations_receipt on allocations (receipt_id);
create index allocations_order on allocations (order_id);
create index allocations_project on allocations (project_id);
create index allocations_operator on allocations (operator_id);

create function count_allocation() returns trigger language plpgsql as $$
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
create trigger allocations_count after insert on allocations for each row execute function count_allocation();
create trigger allocations_keep before update or delete on allocations for each row execute function count_allocation();

-- What was paid offline before is taken over: each order with a receipt of its own.
with taken as (
  insert into receipts (project_id, serial_no, payer_name, day, amount, created_at)
  select project_id, 'BEFORE-' || order_no, payer_name, (paid_at at time zone 'Asia/Shanghai')::date, amount, paid_at
  from orders where channel = 'offline' and paid_at is not null and amount > 0
  returning id, project_id, serial_no, amount, created_at)
insert into allocations (project_id, receipt_id, order_id, amount, created_at)
select t.project_id, t.id, o.id, t.amount, t.created_at
from taken t join orders o on t.serial_no = 'BEFORE-' || o.order_no;

-- Who waives orders records bank transfers as well.
update roles set menus = menus || '{/order-manage/list#receipt}' where '/order-manage/list#free' = any(menus);
