-- (16) Every enrolment that may study has a recorded basis, and a refund leaves neither hours nor certificate.
select e.id, 'studies without approval' as problem
from enrolments e
where e.source = 'apply' and e.status in ('active', 'passed', 'failed', 'expired') and not exists (
  select from operation_logs l where l.subject_kind = 'enrolment' and l.subject_id = e.id::text
    and l.action = 'enrolment.approve')
union all
select e.id, 'was approved and studies an unpaid order'
from enrolments e join operation_logs l on l.subject_kind = 'enrolment' and l.subject_id = e.id::text
  and l.action = 'enrolment.admit' and l.after->>'source' in ('order', 'batch')
where not exists (
  select from order_items i join orders o on o.id = i.order_id
  where i.id::text = l.after->>'sourceId' and i.account_id = e.account_id and o.status not in ('unpaid', 'cancelled'))
union all
select e.id, 'has no record of how it began'
from enrolments e
where not exists (
  select from operation_logs l where l.subject_kind = 'enrolment' and l.subject_id = e.id::text
    and l.action in ('enrolment.open', 'enrolment.apply'))
union all
select e.id, 'was given up and keeps hours'
from enrolments e
where e.status in ('rejected', 'withdrawn', 'refunded', 'removed', 'transferred')
  and (select coalesce(sum(h.hours_tenths), 0) from hour_entries h where h.enrolment_id = e.id) <> 0
union all
select e.id, 'was given up and keeps a certificate'
from enrolments e join certificates k on k.enrolment_id = e.id and k.status = 'valid'
where e.status in ('rejected', 'withdrawn', 'refunded', 'removed', 'transferred')
union all
select e.id, 'was refunded in full and studies on'
from enrolments e join order_items i on i.id = e.source_id
where e.source in ('order', 'batch') and i.account_id = e.account_id and i.payable > 0 and i.refunded = i.payable and is_live(e.status)
union all
select e.id, 'is suspended for a refund that nobody has to decide'
from enrolments e
where e.suspended_by like 'refund:%' and not exists (
  select from refunds r where 'refund:' || r.id::text = e.suspended_by and r.status in ('applied', 'awaiting_red'))
union all
select e.id, 'came by a transfer that is not on record'
from enrolments e
where e.source = 'transfer' and not exists (
  select from transfer_records r where r.id = e.source_id and r.to_id = e.id and r.account_id = e.account_id)
union all
select r.id, 'is a transfer that did not happen or was not undone'
from transfer_records r join enrolments f on f.id = r.from_id join enrolments t on t.id = r.to_id
where (f.account_id, t.account_id) <> (r.account_id, r.account_id)
  or r.undone_at is null and f.status <> 'transferred' or r.undone_at is not null and t.status <> 'removed'
union all
select r.id, 'lost seconds on the way'
from transfer_records r join enrolments t on t.id = r.to_id
where r.undone_at is null and r.carried_ms > (
  select coalesce(sum(w.accepted_ms), 0) from watch_coverages w where w.enrolment_id = r.to_id)
