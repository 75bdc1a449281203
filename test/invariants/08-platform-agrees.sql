-- (8) What the demo's platform took is in our tables or is still being queried, and the reverse; the sums agree. With
-- a real contract the platform's side comes from its statement, and these tables are empty.
select g.out_trade_no, 'the platform took money for nothing of ours' as problem
from gateway_payments g left join payments p using (out_trade_no)
where p.id is null and g.transaction_id is not null
union all
select g.out_trade_no, 'the platform took money that nobody asks about any more'
from gateway_payments g join payments p using (out_trade_no)
where g.transaction_id is not null and p.transaction_id is null and p.ask_at is null
union all
select g.out_trade_no, 'the books speak of another sum or transaction than the platform'
from gateway_payments g join payments p using (out_trade_no)
where p.amount <> g.amount or p.transaction_id <> g.transaction_id
  or p.transaction_id is not null and g.transaction_id is null
union all
select p.out_trade_no, 'another sum went back than the platform gave'
from payments p join gateway_payments g using (out_trade_no)
where p.refunded
  - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.offline is not null)
  > (select coalesce(sum(r.amount), 0) from gateway_refunds r where r.out_trade_no = p.out_trade_no and r.fault is null)
union all
select p.out_trade_no, 'the platform gave back what neither the books nor a difference have'
from payments p join gateway_payments g using (out_trade_no)
where not exists (select from refunds r where r.payment_id = p.id and r.status = 'processing')
  -- What somebody gave back in the merchant's own console is known once the bill of its day is read.
  and (select coalesce(sum(r.amount), 0) from gateway_refunds r
    where r.out_trade_no = p.out_trade_no and r.fault is null
      and not exists (select from bill_differences d where d.payment_id = p.id and d.refund_no = r.refund_no)
      and (exists (select from refund_events e where e.number = r.refund_no)
        or exists (select from refunds f where f.channel_no = r.refund_no)
        or exists (select from bills b where b.read_at is not null and b.channel = p.channel
          and b.merchant_id is not distinct from p.merchant_id
          and b.day = (r.created_at at time zone 'Asia/Shanghai')::date)))
  > p.refunded
    - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.offline is not null)
    + (select coalesce(sum(d.amount), 0) from payment_differences d where d.payment_id = p.id and d.kind = 'wentBack')
union all
select r.out_trade_no, 'the platform gave back more than it took'
from gateway_refunds r join gateway_payments g using (out_trade_no)
where r.fault is null
group by r.out_trade_no, g.amount having sum(r.amount) > g.amount
