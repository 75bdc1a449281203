-- (10, 11, 14) The operations on record lead from the first state to the present one by steps of the lifecycle, each
-- step recorded once: nothing is left out, nothing follows a final state. What began before its records is left out.
with step (kind, source, target) as (values
  ('order', 'unpaid', 'paid'), ('order', 'unpaid', 'cancelled'), ('order', 'unpaid', 'free'),
  ('order', 'paid', 'part_refunded'), ('order', 'paid', 'refunded'), ('order', 'part_refunded', 'part_refunded'),
  ('order', 'part_refunded', 'refunded'),
  ('payment', 'waiting', 'succeeded'), ('payment', 'waiting', 'closed'), ('payment', 'waiting', 'surplus'),
  ('payment', 'closed', 'surplus'), ('payment', 'surplus', 'refunded'),
  -- Before refunds had records of their own.
  ('payment', 'surplus', 'refunding'), ('payment', 'refunding', 'refunded'), ('payment', 'refunding', 'surplus'),
  ('refund', 'applied', 'processing'), ('refund', 'applied', 'succeeded'), ('refund', 'applied', 'rejected'),
  ('refund', 'applied', 'awaiting_red'), ('refund', 'awaiting_red', 'processing'), ('refund', 'awaiting_red', 'applied'),
  ('refund', 'awaiting_red', 'rejected'), ('refund', 'awaiting_red', 'cancelled'),
  ('refund', 'applied', 'cancelled'), ('refund', 'processing', 'succeeded'), ('refund', 'processing', 'failed'),
  ('refund', 'failed', 'processing'), ('refund', 'failed', 'succeeded'), ('refund', 'processing', 'processing'),
  ('invoice', 'requested', 'opening'), ('invoice', 'requested', 'rejected'), ('invoice', 'requested', 'opened'),
  ('invoice', 'requested', 'withdrawn'), ('invoice', 'requested', 'confirming'), ('invoice', 'requested', 'cancelled'),
  ('invoice', 'opening', 'waiting_drawer'), ('invoice', 'opening', 'opened'), ('invoice', 'opening', 'failed'),
  ('invoice', 'opening', 'opening'), ('invoice', 'waiting_drawer', 'opening'), ('invoice', 'waiting_drawer', 'opened'),
  ('invoice', 'waiting_drawer', 'failed'), ('invoice', 'failed', 'requested'), ('invoice', 'failed', 'opening'),
  ('invoice', 'failed', 'opened'), ('invoice', 'failed', 'rejected'), ('invoice', 'failed', 'withdrawn'),
  ('invoice', 'failed', 'confirming'), ('invoice', 'failed', 'cancelled'), ('invoice', 'rejected', 'requested'),
  ('invoice', 'opened', 'reddening'), ('invoice', 'reddening', 'part_reddened'), ('invoice', 'reddening', 'reddened'),
  ('invoice', 'reddening', 'opened'), ('invoice', 'part_reddened', 'reddening'), ('invoice', 'confirming', 'opening'),
  ('invoice', 'opening', 'stalled'), ('invoice', 'stalled', 'opening'), ('invoice', 'stalled', 'opened'),
  ('invoice', 'confirming', 'opened'), ('invoice', 'confirming', 'lapsed'), ('invoice', 'confirming', 'failed'),
  ('invoice', 'confirming', 'cancelled'), ('invoice', 'confirming', 'refused'), ('invoice', 'lapsed', 'confirming'),
  ('invoice', 'lapsed', 'cancelled'), ('invoice', 'refused', 'confirming'), ('invoice', 'refused', 'cancelled'),
  ('enrolment', 'applied', 'approved'), ('enrolment', 'approved', 'active'), ('enrolment', 'approved', 'withdrawn'),
  ('enrolment', 'approved', 'removed'), ('enrolment', 'applied', 'active'), ('enrolment', 'applied', 'rejected'), ('enrolment', 'applied', 'withdrawn'),
  ('enrolment', 'applied', 'removed'), ('enrolment', 'active', 'passed'), ('enrolment', 'active', 'failed'),
  ('enrolment', 'active', 'expired'), ('enrolment', 'active', 'active'), ('enrolment', 'active', 'refunded'),
  ('enrolment', 'active', 'removed'), ('enrolment', 'active', 'transferred'), ('enrolment', 'transferred', 'active'),
  ('enrolment', 'failed', 'active'), ('enrolment', 'failed', 'failed'),
  ('enrolment', 'failed', 'passed'), ('enrolment', 'failed', 'refunded'), ('enrolment', 'failed', 'removed'),
  ('enrolment', 'expired', 'active'), ('enrolment', 'expired', 'refunded'), ('enrolment', 'expired', 'removed'),
  ('enrolment', 'passed', 'refunded'), ('enrolment', 'passed', 'active'), ('enrolment', 'refunded', 'removed')
),
subject as (
  select 'order' as kind, o.id::text as id, 'unpaid' as first, o.status as present from orders o
  where exists (select from operation_logs l where l.subject_kind = 'order' and l.subject_id = o.id::text
    and l.action = 'order.create')
  union all
  select 'payment', p.id::text, 'waiting', p.status from payments p
  union all
  select 'refund', r.id::text, l.after->>'status', r.status
  from refunds r left join operation_logs l on l.subject_kind = 'refund' and l.subject_id = r.id::text
    and l.action = 'refund.open'
  union all
  select 'invoice', i.id::text, 'requested', i.status from invoices i
  union all
  select 'enrolment', e.id::text, l.after->>'status', e.status
  from enrolments e join operation_logs l on l.subject_kind = 'enrolment' and l.subject_id = e.id::text
    and l.action in ('enrolment.open', 'enrolment.apply') and l.after ? 'status'
),
entry as (
  select s.kind, s.id, l.before->>'status' as source, l.after->>'status' as target
  from subject s join operation_logs l on l.subject_kind = s.kind and l.subject_id = s.id
  -- A proposal about a subject is no step of it.
  where l.before ? 'status' and l.after ? 'status' and l.action not like 'approval.%'
)
select kind, id, source || ' to ' || target as problem from entry
where not exists (select from step where (step.kind, step.source, step.target) = (entry.kind, entry.source, entry.target))
union all
-- Anyone who walks from the first state to the present one enters each state as often as leaving it, except for the
-- ends.
select kind, id, state || ' is entered and left another number of times' from (
  select kind, id, first as state, 1 as turn from subject
  union all select kind, id, present, -1 from subject
  union all select kind, id, target, 1 from entry
  union all select kind, id, source, -1 from entry
) walk
group by kind, id, state having sum(turn) <> 0
