-- (42) A sign-up's taken places are its live applications, never more than its quota; one with a fee is confirmed exactly as
-- long as its order is settled and not all of it went back.
select s.id, 'counts other places than it has, or more than its quota' as problem
from sign_ups s
cross join lateral (select count(*) from sign_up_applications p
  where p.sign_up_id = s.id and p.status in ('applied', 'approved', 'confirmed')) live
where s.taken <> live.count or s.taken > s.quota
union all
select p.id, 'is confirmed and not paid'
from sign_up_applications p left join order_items i on i.id = p.order_item_id left join orders o on o.id = i.order_id
where p.status = 'confirmed' and p.fee > 0 and (o.id is null or o.status in ('unpaid', 'cancelled'))
union all
select p.id, 'is paid and not confirmed'
from sign_up_applications p join order_items i on i.id = p.order_item_id join orders o on o.id = i.order_id
where p.status in ('applied', 'approved', 'rejected', 'lapsed') and o.status not in ('unpaid', 'cancelled')
union all
select p.id, 'is confirmed and was refunded in full'
from sign_up_applications p join order_items i on i.id = p.order_item_id
where p.status = 'confirmed' and i.payable > 0 and i.refunded = i.payable
union all
select p.id, 'has an item of another sign-up or person'
from sign_up_applications p join order_items i on i.id = p.order_item_id
where (i.sign_up_id, i.account_id) is distinct from (p.sign_up_id, p.account_id)
union all
select p.id, 'sits and is not confirmed, or sits in another exam'
from sign_up_seats t join sign_up_applications p on p.id = t.application_id
join sign_up_subjects j on j.id = t.subject_id join sign_up_sessions x on x.id = t.session_id
where p.status <> 'confirmed' or j.sign_up_id <> p.sign_up_id or x.subject_id <> j.id or not j.id = any(p.subject_ids)
union all
select i.id, 'is a fee of no application'
from order_items i where i.sign_up_id is not null
  and not exists (select from sign_up_applications p where p.order_item_id = i.id)
