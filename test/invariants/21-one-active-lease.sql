-- (21) A learner has at most one active lease, and leases of a learner do not overlap.
select a.account_id, a.id, b.id as other
from play_leases a join play_leases b on b.account_id = a.account_id and b.id > a.id
where (a.ended_at is null and b.ended_at is null)
  or (a.opened_at < coalesce(b.ended_at, 'infinity') and b.opened_at < coalesce(a.ended_at, 'infinity'))
