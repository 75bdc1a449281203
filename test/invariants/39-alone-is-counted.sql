-- (39) What one person decided without a second is counted, once and to the fen: waivers, changes of prices, refunds that
-- were sent, money that left receipts, dearer classes that learners moved to, places in classes whose giver made them free
-- or published them.
with approved as (select subject_id, kind from approvals where status = 'applied'),
reduced as (
  select subject_id, sum(amount) as amount from sole_decisions d
  where effect = 'reduction' and source_id <> subject_id and not exists (select from refunds r where r.id = d.source_id)
    and not by_sum
  group by subject_id)
select o.id, 'a waiver that is not counted' as problem
from orders o
where o.status = 'free' and not exists (select from approved p where p.subject_id = o.id and p.kind = 'waiver')
  and not exists (
    select from sole_decisions d where d.effect = 'reduction' and d.source_id = o.id and d.subject_id = o.id
      and d.amount = o.amount)
union all
select o.id, 'changes of prices that are not counted'
from orders o left join reduced on reduced.subject_id = o.id
where coalesce(reduced.amount, 0)
  <> (select coalesce(-sum(a.amount), 0) from order_adjustments a where a.order_id = o.id and not a.approved)
union all
select r.id, 'a refund that is not counted'
from refunds r
where r.kind <> 'surplus' and r.status in ('processing', 'succeeded', 'failed')
  and not exists (select from approved p where p.subject_id = r.id and p.kind = 'refund')
  and not exists (
    select from sole_decisions d where d.effect = 'refund' and d.source_id = r.id and d.subject_id = r.order_id
      and d.amount = r.amount)
union all
select c.id, 'reversals of a receipt that are not counted'
from receipts c
where (select coalesce(sum(v.amount), 0) from receipt_reversals v where v.receipt_id = c.id and not v.approved)
  <> (select coalesce(sum(d.amount), 0) from sole_decisions d where d.effect = 'refund' and d.subject_id = c.id)
union all
select t.id, 'a transfer that is not counted'
from transfer_records t
where coalesce((select sum(d.amount) from sole_decisions d where d.source_id in (t.id, t.to_id)), 0) <> case
  when t.undone_at is not null then 0
  -- A paid place that moved on counts by its difference to what was counted before.
  when exists (select from transfer_records o where o.to_id = t.from_id and o.undone_at is null)
    then coalesce((select sum(d.amount) from sole_decisions d where d.source_id = t.id), 0)
  else greatest(0, t.price_difference) end
union all
select d.id, 'a counted place that nobody has'
from sole_decisions d
where d.amount = 0
  and not exists (select from enrolments e where e.id = d.subject_id)
  and not exists (select from order_items i where i.id = d.subject_id)
