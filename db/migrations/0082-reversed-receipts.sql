-- What left a receipt again otherwise than for orders: one entered by mistake is void, money that came wrongly goes back to
-- its payer.
alter table receipts add reversed bigint not null default 0 check (reversed >= 0),
  add is_void boolean not null default false constraint receipts_void check (not is_void or reversed = amount),
  drop constraint receipts_check,
  add constraint receipts_check check (allocated >= 0 and allocated + reversed <= amount);

-- Case makes no other serial number: of those that differ by it alone the first has the form that is looked for.
with first as (
  select distinct on (project_id, upper(serial_no)) id from receipts
  order by project_id, upper(serial_no), serial_no <> upper(serial_no), id)
update receipts r set serial_no = upper(r.serial_no) from first
where r.id = first.id and r.serial_no <> upper(r.serial_no);
with first as (
  select distinct on (project_id, upper(offline ->> 'serialNo')) id from refunds where offline is not null
  order by project_id, upper(offline ->> 'serialNo'), offline ->> 'serialNo' <> upper(offline ->> 'serialNo'), id)
update refunds r set offline = offline || jsonb_build_object('serialNo', upper(offline ->> 'serialNo'))
from first where r.id = first.id and offline ->> 'serialNo' <> upper(offline ->> 'serialNo');

-- The serial number of a void one is free: it is entered again, rightly.
alter table receipts drop constraint receipts_project_id_serial_no_key;
create unique index receipts_number on receipts (project_id, serial_no) where not is_void;
drop index receipts_unallocated;
create index receipts_unallocated on receipts (project_id, created_at) where allocated + reversed < amount;

create table receipt_reversals (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  receipt_id uuid not null references receipts,
  kind text not null check (kind in ('void', 'return')),
  amount bigint not null check (amount > 0),
  reason text not null check (reason <> ''),
  bank text,
  serial_no text,
  day date,
  operator_id uuid not null references accounts,
  approved boolean not null,
  created_at timestamptz not null default moment(),
  check (num_nonnulls(bank, serial_no, day) = case kind when 'return' then 3 else 0 end)
);
create index receipt_reversals_receipt on receipt_reversals (receipt_id, id);
create index receipt_reversals_project on receipt_reversals (project_id);
create index receipt_reversals_operator on receipt_reversals (operator_id, created_at);
create unique index receipt_reversals_number on receipt_reversals (project_id, serial_no) where kind = 'return';

create function count_reversal() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a reversal stays as it is';
  end if;
  update receipts set reversed = reversed + new.amount, is_void = new.kind = 'void' where id = new.receipt_id;
  return new;
end $$;
create trigger receipt_reversals_count after insert on receipt_reversals for each row execute function count_reversal();
create trigger receipt_reversals_keep before update or delete on receipt_reversals
  for each row execute function count_reversal();

-- Fen that a person sent back since then without a second one: what operators refunded, and what they took off receipts.
create function sent_without_second(account uuid, since timestamptz, beside uuid) returns bigint language sql stable as $$
  select coalesce((
      select sum(r.amount) from refunds r
      where r.decider_id = any((select same_person(account))::uuid[]) and r.decided_at >= since
        and r.kind = 'operator' and r.status in ('processing', 'succeeded', 'failed') and r.id is distinct from beside
        and not exists (
          select from approvals p where p.subject_id = r.id and p.kind = 'refund' and p.status = 'applied')), 0)::bigint
    + coalesce((
      select sum(v.amount) from receipt_reversals v
      where v.operator_id = any((select same_person(account))::uuid[]) and v.created_at >= since and not v.approved), 0)::bigint
$$;
