-- An order says who pays it: a person or a unit, with name and tax number as sold. Every order so far is a learner's own.
alter table orders
  add column kind text not null default 'personal' constraint orders_kind check (kind in ('personal', 'batch', 'cms')),
  add column payer_unit_id uuid references units,
  add column payer_name text constraint orders_payer_name check (payer_name <> ''),
  add column payer_tax_no text,
  alter column account_id drop not null;
update orders o set payer_name = coalesce(s.real_name, a.user_name)
from accounts a left join students s on s.account_id = a.id where a.id = o.account_id;
alter table orders
  alter column payer_name set not null,
  add constraint orders_payer check (num_nonnulls(account_id, payer_unit_id) = 1
    and (kind <> 'personal' or account_id is not null) and (kind <> 'batch' or payer_unit_id is not null)),
  add constraint orders_payer_tax_no check (payer_tax_no is null or payer_unit_id is not null and payer_tax_no <> '');
create index orders_payer_unit on orders (payer_unit_id, id desc) where payer_unit_id is not null;

alter table refunds alter column account_id drop not null;
