-- What the request that made a copy asked for, so that its key with another request is refused.
alter table train_classes add copy_request_hash text;

-- What was proposed about orders and refunds that are over waits for nobody.
update approvals p set status = 'withdrawn'
from orders o where o.id = p.subject_id and p.status = 'proposed' and p.kind in ('waiver', 'price')
  and o.status <> 'unpaid';
update approvals p set status = 'withdrawn'
from refunds r where r.id = p.subject_id and p.status = 'proposed' and p.kind = 'refund'
  and r.status in ('rejected', 'cancelled', 'succeeded');
