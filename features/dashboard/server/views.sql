-- What is true of a person, read from the rows themselves.
create or replace view board_person_facts as
select e.account_id, e.project_id, 'registrations' as kind, china_day(e.created_at) as day, c.class_type,
  '-infinity'::date as since, 1::bigint as amount
from enrolments e join train_classes c on c.id = e.class_id where e.status <> 'removed'
union all
select e.account_id, e.project_id, 'passes', china_day(e.passed_at), c.class_type, '-infinity', 1
from enrolments e join train_classes c on c.id = e.class_id where e.status = 'passed'
union all
select e.account_id, e.project_id, 'studying', china_day(e.created_at), c.class_type, '-infinity', 1
from enrolments e join train_classes c on c.id = e.class_id where e.status = 'active'
union all
select a.id, a.project_id, 'learners', china_day(a.created_at), '', '-infinity', 1
from accounts a join roles r on r.id = a.role_id and r.role_system = 3 where a.status = 'active'
union all
select h.account_id, h.project_id, 'hours', china_day(h.created_at), h.class_type, '-infinity', h.hours_tenths
from hour_entries h
union all
select k.account_id, k.project_id, 'certificates', china_day(k.issued_at), coalesce(c.class_type, ''), '-infinity', 1
from certificates k left join enrolments e on e.id = k.enrolment_id left join train_classes c on c.id = e.class_id
where k.status = 'valid'
union all
select d.account_id, d.project_id, 'active', d.day, '', d.since, 1 from board_days d;

-- What is true, by the unit it is of, counted again from all rows.
create or replace view board_recount as
with types as (
  select order_id, case when count(distinct class_type) > 1 then '*' else min(class_type) end as class_type
  from order_items group by order_id),
billed as (
  select l.invoice_id, case when count(distinct i.class_type) > 1 then '*' else min(i.class_type) end as class_type
  from invoice_lines l join order_items i on i.order_id = l.order_id group by l.invoice_id),
facts as (
  select f.project_id, a.unit_id, f.kind, f.day, f.class_type, f.since, f.amount
  from board_person_facts f join accounts a on a.id = f.account_id where f.kind <> 'active'
  union all
  select a.project_id, a.unit_id, 'active', w.day, '',
    coalesce(lag(w.day) over (partition by w.account_id order by w.day), '-infinity'), 1
  from (select account_id, china_day(opened_at) as day from play_leases
    union select account_id, china_day(started_at) from exam_attempts) w join accounts a on a.id = w.account_id
  union all
  select o.project_id, o.unit_id, k.kind, china_day(k.at), coalesce(t.class_type, ''), '-infinity', k.amount
  from orders o left join types t on t.order_id = o.id
  cross join lateral (values ('orders', o.created_at, 1), ('payments', o.paid_at, 1), ('moneyIn', o.paid_at, o.amount))
    k (kind, at, amount)
  where k.at is not null and (k.kind = 'orders' or o.status <> 'free')
  union all
  select r.project_id, o.unit_id, k.kind, china_day(r.succeeded_at), coalesce(t.class_type, ''), '-infinity', k.amount
  from refunds r join orders o on o.id = r.order_id left join types t on t.order_id = o.id
  cross join lateral (values ('refunds', 1), ('moneyOut', r.amount)) k (kind, amount)
  where r.succeeded_at is not null
  union all
  select i.project_id, i.unit_id, k.kind, china_day(i.issued_at), coalesce(b.class_type, ''), '-infinity', k.amount
  from invoices i left join billed b on b.invoice_id = i.id
  cross join lateral (values (case i.colour when 'blue' then 'invoices' else 'redInvoices' end, 1),
    (case i.colour when 'blue' then 'invoiced' else 'reddened' end, i.amount)) k (kind, amount)
  where i.issued_at is not null)
select project_id, unit_id, kind, day, class_type, since, sum(amount)::bigint as amount
from facts group by project_id, unit_id, kind, day, class_type, since;

-- Changes that are not folded yet, each with the unit it is of: of a person's the one they are in now, looked up for each,
-- as there are few, and not joined, which might read all accounts.
create or replace view board_changes as
select d.id, d.project_id, d.kind, d.day, d.class_type, d.since, d.amount,
  case when d.account_id is null then d.unit_id
    else (select a.unit_id from accounts a where a.id = d.account_id) end as unit_id
from board_deltas d;

-- What boards show, folded or not: each unit with all below it, and the whole project without a unit.
create or replace view board_shown as
select project_id, unit_id, kind, grain, start, class_type, since, sum(amount)::bigint as amount
from (
  select project_id, unit_id, kind, grain, start, class_type, since, amount from board_counts
  union all
  select d.project_id, c.unit_id, d.kind, g.grain, g.start, d.class_type, g.since, d.amount
  from board_changes d
  cross join lateral board_units(d.unit_id) c
  cross join lateral board_grains(d.kind, d.day, d.since) g) s
group by project_id, unit_id, kind, grain, start, class_type, since;

-- Counts that are not what is true, which there must be none of.
create or replace view board_differences as
with counted as (
  select r.project_id, c.unit_id, r.kind, g.grain, g.start, r.class_type, g.since, sum(r.amount)::bigint as amount
  from board_recount r
  cross join lateral board_units(r.unit_id) c
  cross join lateral board_grains(r.kind, r.day, r.since) g
  group by r.project_id, c.unit_id, r.kind, g.grain, g.start, r.class_type, g.since)
select project_id, unit_id, kind, grain, start, class_type, since, sum(shown)::bigint as shown,
  sum(counted)::bigint as counted
from (
  select project_id, unit_id, kind, grain, start, class_type, since, amount as shown, 0 as counted from board_shown
  union all
  select project_id, unit_id, kind, grain, start, class_type, since, 0, amount from counted) both_of_them
group by project_id, unit_id, kind, grain, start, class_type, since having sum(shown) <> sum(counted);
