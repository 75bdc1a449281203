-- Fen that a person sent back since then without a second one: what operators refunded, and what they took off receipts.
create or replace function sent_without_second(account uuid, since timestamptz, beside uuid) returns bigint language sql stable as $$
  select coalesce((
      select sum(r.amount) from refunds r
      where r.decider_id = any((select same_person(account))::uuid[]) and r.decided_at >= since
        and r.kind = 'operator' and r.status in ('processing', 'succeeded', 'failed') and r.id is distinct from beside
        and not exists (
          select from approvals p where p.subject_id = r.id and p.kind = 'refund' and p.status = 'applied')), 0)::bigint
    + coalesce((
      select sum(v.amount) from receipt_reversals v
      where v.operator_id = any((select same_person(account))::uuid[]) and v.created_at >= since and not v.approved), 0)::bigint
$$;
