-- (6) A waived order took nothing, and records who waived it, when and why; so does the record of the action.
select o.id
from orders o
where o.status = 'free' and (
  o.paid_at is not null or o.operator_id is null or o.closed_at is null or coalesce(trim(o.remark), '') = ''
  or o.channel is distinct from 'none'
  or exists (select from payments p where p.order_id = o.id and p.status = 'succeeded')
  or not exists (
    select from operation_logs l where l.subject_kind = 'order' and l.subject_id = o.id::text
      and l.action = 'order.free' and l.actor_id = o.operator_id and l.reason is not null))
