-- Money that came or went back at a channel otherwise than our books have it: a person finds out why and settles it.
create table payment_differences (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  payment_id uuid not null references payments,
  kind text not null check (kind in ('came', 'wentBack')),
  number text not null,
  amount bigint not null check (amount >= 0),
  settled_by uuid references accounts,
  settled_at timestamptz,
  reason text,
  created_at timestamptz not null default moment(),
  unique (payment_id, kind, number),
  check ((settled_by is null) = (settled_at is null) and (settled_at is null) = (reason is null))
);
create index payment_differences_project on payment_differences (project_id, created_at) where settled_at is null;
create index payment_differences_settler on payment_differences (settled_by) where settled_by is not null;
create index receipts_unallocated on receipts (project_id, created_at) where allocated < amount;

-- One bank transfer proves one offline refund, and can be shown. Where one was entered for several, the later ones say so.
update refunds r set offline = jsonb_set(offline, '{serialNo}', to_jsonb((offline ->> 'serialNo') || '-' || n.nth))
from (select id, row_number() over (partition by project_id, offline ->> 'serialNo' order by succeeded_at, id) as nth
  from refunds where offline is not null) n
where n.id = r.id and n.nth > 1;
alter table refunds
  add proof_key text references images,
  add constraint refunds_proof check (proof_key is null or offline is not null),
  -- How many refunds the learner had requested in the year before this one.
  add times int check (times >= 0);
create unique index refunds_offline on refunds (project_id, (offline ->> 'serialNo')) where offline is not null;
create index refunds_proof_key on refunds (proof_key) where proof_key is not null;
