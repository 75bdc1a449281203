-- What a form asked for stands beside its key; of orders already placed it is read from their items.
alter table orders add column request_hash text;
update orders o set request_hash = encode(sha256(convert_to(coalesce((
  select string_agg(i.class_id::text, ',' order by i.class_id) from order_items i where i.order_id = o.id), '')
  || '|' || o.amount, 'UTF8')), 'hex')
where o.request_key is not null;
alter table orders add check ((request_key is null) = (request_hash is null));

-- An approved application that is to be paid is not active before.
alter table enrolments
  drop constraint enrolments_status_check,
  drop constraint enrolments_check1,
  add constraint enrolments_status_check check (status in
    ('applied', 'approved', 'active', 'passed', 'failed', 'rejected', 'withdrawn', 'expired', 'refunded', 'removed',
      'transferred')),
  add constraint enrolments_check1
    check (suspended_by is null or status in ('applied', 'approved', 'active', 'passed', 'failed', 'expired'));
drop index enrolments_live;
create unique index enrolments_live on enrolments (account_id, class_id)
  where status in ('applied', 'approved', 'active', 'passed', 'failed', 'expired');

-- Unpaid orders hold their places from now on. Where more of them wait than places are left, the first hold one; the
-- others wait as they did before, for what is left when they are paid.
alter table train_classes
  add column held int not null default 0 check (held >= 0),
  drop constraint train_classes_check,
  add constraint train_classes_seats check (quota is null or sold + held <= quota);
alter table order_items
  add column holds_seat boolean not null default false,
  add check (waiting or not holds_seat);
update order_items i set holds_seat = true
from (select w.id, w.class_id, row_number() over (partition by w.class_id order by w.id) as place
  from order_items w where w.waiting) w
join train_classes c on c.id = w.class_id
where i.id = w.id and coalesce(w.place <= c.quota - c.sold, true);
update train_classes c set held = h.held
from (select class_id, count(*)::int as held from order_items where holds_seat group by class_id) h
where h.class_id = c.id;
