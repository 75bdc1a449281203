-- The class type of all items of the orders of an invoice, * where they are of several, empty where it is of none.
create or replace function invoice_class_type(of_invoice uuid) returns text language sql stable as $$
  select case when count(distinct i.class_type) > 1 then '*' else coalesce(min(i.class_type), '') end
  from order_items i
  where i.order_id in (select l.order_id from invoice_lines l where l.invoice_id = of_invoice)
$$;

create or replace function board_enrolment() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
  select coalesce(new.project_id, old.project_id), coalesce(new.account_id, old.account_id), f.day,
    (select c.class_type from train_classes c where c.id = coalesce(new.class_id, old.class_id)), f.kind, sum(f.amount)
  from (values
    ('registrations', china_day(new.created_at), case when new.status <> 'removed' then 1 end),
    ('passes', china_day(new.passed_at), case when new.status = 'passed' then 1 end),
    ('studying', china_day(new.created_at), case when new.status = 'active' then 1 end),
    ('registrations', china_day(old.created_at), case when old.status <> 'removed' then -1 end),
    ('passes', china_day(old.passed_at), case when old.status = 'passed' then -1 end),
    ('studying', china_day(old.created_at), case when old.status = 'active' then -1 end)) f (kind, day, amount)
  where f.amount is not null group by f.kind, f.day having sum(f.amount) <> 0;
  return null;
end $$;

-- All accounts of a roster at once: they are added by one statement.
create or replace function board_learners() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
  select f.project_id, f.id, china_day(f.created_at), '', 'learners', 1
  from fresh f join roles r on r.id = f.role_id where f.status = 'active' and r.role_system = 3;
  return null;
end $$;

create or replace function board_learner() returns trigger language plpgsql as $$
declare
  is_one boolean := new.status = 'active' and (select role_system from roles where id = new.role_id) = 3;
  was_one boolean := old.status = 'active' and (select role_system from roles where id = old.role_id) = 3;
begin
  if is_one <> was_one then
    insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
    values (new.project_id, new.id, china_day(new.created_at), '', 'learners', case when is_one then 1 else -1 end);
  end if;
  return null;
end $$;

create or replace function board_hours() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
  values (coalesce(new.project_id, old.project_id), coalesce(new.account_id, old.account_id),
    china_day(coalesce(new.created_at, old.created_at)), coalesce(new.class_type, old.class_type), 'hours',
    coalesce(new.hours_tenths, -old.hours_tenths));
  return null;
end $$;

create or replace function board_certificate() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
  select coalesce(new.project_id, old.project_id), coalesce(new.account_id, old.account_id), f.day,
    -- Those of a year or a skill are of no class.
    coalesce((select c.class_type from enrolments e join train_classes c on c.id = e.class_id
      where e.id = coalesce(new.enrolment_id, old.enrolment_id)), ''), 'certificates', sum(f.amount)
  from (values
    (china_day(new.issued_at), case when new.status = 'valid' then 1 end),
    (china_day(old.issued_at), case when old.status = 'valid' then -1 end)) f (day, amount)
  where f.amount is not null group by f.day having sum(f.amount) <> 0;
  return null;
end $$;

create or replace function board_order() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, unit_id, day, class_type, kind, amount)
  select new.project_id, f.unit_id, f.day, order_class_type(new.id), f.kind, sum(f.amount)
  from (values
    ('orders', new.unit_id, china_day(new.created_at), 1),
    ('payments', new.unit_id, china_day(new.paid_at), case when new.status <> 'free' then 1 end),
    ('moneyIn', new.unit_id, china_day(new.paid_at), case when new.status <> 'free' then new.amount end),
    ('orders', old.unit_id, china_day(old.created_at), case when old.id is not null then -1 end),
    ('payments', old.unit_id, china_day(old.paid_at), case when old.status <> 'free' then -1 end),
    ('moneyIn', old.unit_id, china_day(old.paid_at), case when old.status <> 'free' then -old.amount end))
    f (kind, unit_id, day, amount)
  where f.amount is not null and f.day is not null
  group by f.kind, f.unit_id, f.day having sum(f.amount) <> 0;
  -- What went back of an order is of the unit of the order.
  if old.unit_id is distinct from new.unit_id and old.id is not null then
    insert into board_deltas (project_id, unit_id, day, class_type, kind, amount)
    select new.project_id, s.unit_id, china_day(r.succeeded_at), order_class_type(new.id), k.kind, s.sign * k.amount
    from refunds r
    cross join lateral (values ('refunds', 1), ('moneyOut', r.amount)) k (kind, amount)
    cross join (values (new.unit_id, 1), (old.unit_id, -1)) s (unit_id, sign)
    where r.order_id = new.id and r.succeeded_at is not null;
  end if;
  return null;
end $$;

create or replace function board_refund() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, unit_id, day, class_type, kind, amount)
  select new.project_id, (select o.unit_id from orders o where o.id = new.order_id), f.day,
    order_class_type(new.order_id), f.kind, sum(f.amount)
  from (values
    ('refunds', china_day(new.succeeded_at), 1),
    ('moneyOut', china_day(new.succeeded_at), new.amount),
    ('refunds', china_day(old.succeeded_at), -1),
    ('moneyOut', china_day(old.succeeded_at), -old.amount)) f (kind, day, amount)
  where f.day is not null group by f.kind, f.day having sum(f.amount) <> 0;
  return null;
end $$;

create or replace function board_invoice() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, unit_id, day, class_type, kind, amount)
  select new.project_id, f.unit_id, f.day, invoice_class_type(new.id), f.kind, sum(f.amount)
  from (values
    (case new.colour when 'blue' then 'invoices' else 'redInvoices' end, new.unit_id, china_day(new.issued_at), 1),
    (case new.colour when 'blue' then 'invoiced' else 'reddened' end, new.unit_id, china_day(new.issued_at), new.amount),
    (case new.colour when 'blue' then 'invoices' else 'redInvoices' end, old.unit_id, china_day(old.issued_at), -1),
    (case new.colour when 'blue' then 'invoiced' else 'reddened' end, old.unit_id, china_day(old.issued_at), -old.amount))
    f (kind, unit_id, day, amount)
  where f.day is not null group by f.kind, f.unit_id, f.day having sum(f.amount) <> 0;
  return null;
end $$;

-- The first of a learner's day counts. Two transactions of the same learner follow each other, so that each knows the
-- day before its own; the next day, where there is one already, learns of this one.
create or replace function board_active() returns trigger language plpgsql as $$
declare
  today date;
  project uuid;
  earlier date;
  later date;
begin
  if tg_table_name = 'play_leases' then
    today := china_day(new.opened_at);
  else
    today := china_day(new.started_at);
  end if;
  if exists (select from board_days where account_id = new.account_id and day = today) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('board day ' || new.account_id, 0));
  select project_id into project from accounts where id = new.account_id;
  select coalesce(max(day) filter (where day < today), '-infinity'), min(day) filter (where day > today)
    into earlier, later from board_days where account_id = new.account_id;
  insert into board_days (account_id, day, project_id, since) values (new.account_id, today, project, earlier)
  on conflict do nothing;
  if not found then
    return null;
  end if;
  if later is not null then
    update board_days set since = today where account_id = new.account_id and day = later;
  end if;
  insert into board_deltas (project_id, account_id, day, class_type, kind, since, amount)
  select project, new.account_id, f.day, '', 'active', f.since, f.amount
  from (values (today, earlier, 1), (later, earlier, -1), (later, today, 1)) f (day, since, amount)
  where f.day is not null;
  return null;
end $$;

create or replace function board_class() returns trigger language plpgsql as $$
begin
  insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
  select f.project_id, f.account_id, f.day, s.class_type, f.kind, s.sign * f.amount
  from (
    select e.project_id, e.account_id, china_day(e.created_at) as day, 'registrations' as kind, 1 as amount
    from enrolments e where e.class_id = new.id and e.status <> 'removed'
    union all
    select e.project_id, e.account_id, china_day(e.created_at), 'studying', 1
    from enrolments e where e.class_id = new.id and e.status = 'active'
    union all
    select e.project_id, e.account_id, china_day(e.passed_at), 'passes', 1
    from enrolments e where e.class_id = new.id and e.status = 'passed'
    union all
    select k.project_id, k.account_id, china_day(k.issued_at), 'certificates', 1
    from enrolments e join certificates k on k.enrolment_id = e.id where e.class_id = new.id and k.status = 'valid') f
  cross join (values (old.class_type, -1), (new.class_type, 1)) s (class_type, sign);
  return null;
end $$;

-- The one lock of the counts: what folds, and what moves what was folded, follow each other.
create or replace function lock_boards() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('boards', 0))
$$;

-- A person's deltas follow by themselves; what was folded is what is true less the deltas there still are.
create or replace function board_account() returns trigger language plpgsql as $$
begin
  perform lock_boards();
  insert into board_deltas (project_id, unit_id, day, class_type, kind, since, amount)
  select f.project_id, s.unit_id, f.day, f.class_type, f.kind, f.since, s.sign * sum(f.amount)
  from (
    select project_id, day, class_type, kind, since, amount from board_person_facts where account_id = new.id
    union all
    select project_id, day, class_type, kind, since, -amount from board_deltas where account_id = new.id) f
  cross join (values (old.unit_id, -1), (new.unit_id, 1)) s (unit_id, sign)
  group by f.project_id, s.unit_id, s.sign, f.day, f.class_type, f.kind, f.since having sum(f.amount) <> 0;
  return null;
end $$;

-- A unit that moved takes what was folded of it, and of all below it, from the units it was below to those it is below.
create or replace function board_unit() returns trigger language plpgsql as $$
begin
  perform lock_boards();
  insert into board_counts (project_id, unit_id, kind, grain, start, class_type, since, amount)
  select c.project_id, above.id, c.kind, c.grain, c.start, c.class_type, c.since, sum(c.amount * above.sign)
  from board_counts c
  cross join (
    select id, 1 as sign from unnest(string_to_array(rtrim(new.path, '/'), '/')::uuid[]) id where id <> new.id
    union all
    select id, -1 from unnest(string_to_array(rtrim(old.path, '/'), '/')::uuid[]) id where id <> new.id) above
  where c.project_id = new.project_id and c.unit_id = new.id
  group by c.project_id, above.id, c.kind, c.grain, c.start, c.class_type, c.since
  having sum(c.amount * above.sign) <> 0
  on conflict on constraint board_counts_key do update set amount = board_counts.amount + excluded.amount;
  return null;
end $$;

-- The units that what is of a unit counts in: the whole project, as null, the unit and each above it.
create or replace function board_units(of_unit uuid) returns table (unit_id uuid) language sql stable as $$
  select null::uuid
  union all
  select above.id from units u cross join unnest(string_to_array(rtrim(u.path, '/'), '/')::uuid[]) above (id)
  where u.id = of_unit
$$;

-- Where a change of a day is counted: by day and by month. Of learners a month has those who were not active in it
-- before, and `alone` has all of each day.
create or replace function board_grains(of_kind text, of_day date, of_since date)
returns table (grain text, start date, since date) language sql immutable as $$
  select 'day', of_day, of_since
  union all
  select 'month', date_trunc('month', of_day::timestamp)::date, of_since
  where of_since < date_trunc('month', of_day::timestamp)::date
  union all
  select 'alone', of_day, '-infinity'::date where of_kind = 'active'
$$;

-- Folds some of the oldest deltas into the counts; returns how many there were.
create or replace function fold_boards(most int) returns int language plpgsql as $$
declare
  folded int;
begin
  perform lock_boards();
  with taken as (select * from board_changes order by id limit most),
  gone as (delete from board_deltas where id in (select id from taken)),
  summed as (
    select project_id, unit_id, kind, day, class_type, since, sum(amount) as amount
    from taken group by 1, 2, 3, 4, 5, 6),
  spread as (
    select s.project_id, c.unit_id, s.kind, g.grain, g.start, s.class_type, g.since, sum(s.amount) as amount
    from summed s
    cross join lateral board_units(s.unit_id) c
    cross join lateral board_grains(s.kind, s.day, s.since) g
    group by 1, 2, 3, 4, 5, 6, 7),
  written as (
    insert into board_counts (project_id, unit_id, kind, grain, start, class_type, since, amount)
    select project_id, unit_id, kind, grain, start, class_type, since, amount from spread where amount <> 0
    on conflict on constraint board_counts_key do update set amount = board_counts.amount + excluded.amount)
  select count(*) into folded from taken;
  return folded;
end $$;
