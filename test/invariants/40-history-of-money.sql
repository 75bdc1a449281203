-- (40) The history of money ends where the money is: the last event of a refund is what it has become, and a payment was
-- opened once and closed once.
select r.id, 'a refund whose history ends otherwise' as problem
from refunds r
left join lateral (select kind from refund_events e where e.refund_id = r.id order by id desc limit 1) last on true
where last.kind is distinct from case r.status
    when 'processing' then 'sent' when 'failed' then 'failed'
    when 'succeeded' then case when r.offline is null then 'arrived' else 'offline' end end
union all
select r.id, 'a refund that was sent more or less often than its history has it'
from refunds r
where r.attempts > (select count(*) from refund_events e where e.refund_id = r.id and e.kind = 'sent')
union all
select p.id, 'a payment that was not opened once'
from payments p
where 1 <> (select count(*) from payment_events e where e.payment_id = p.id and e.kind = 'opened')
union all
select p.id, 'a payment that is closed without an event, or waits after one'
from payments p
where case p.status when 'closed' then 1 when 'waiting' then 0 when 'succeeded' then 0 end
  <> (select count(*) from payment_events e where e.payment_id = p.id and e.kind in ('closed', 'ended'))
