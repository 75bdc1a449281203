-- (18) From any moment a learner opened a video to any later one, over all videos: credited seconds ≤ wall clock ×
-- rate + 2 s.
with lease as (
  select *, coalesce(ended_at, last_beat_at) as closed_at,
    lag(paid_until) over (partition by account_id order by opened_at, id) as paid_before
  from play_leases
)
select a.account_id, a.id as since_lease, b.id as until_lease,
  (select sum(m.accepted_ms) from lease m
    where m.account_id = a.account_id and m.opened_at between a.opened_at and b.opened_at) as accepted_ms,
  extract(epoch from b.closed_at - a.opened_at) * 1000 as wall_ms
from lease a join lease b on b.account_id = a.account_id and b.opened_at >= a.opened_at
where (select sum(m.accepted_ms * 100.0 / m.rate_percent) from lease m
    where m.account_id = a.account_id and m.opened_at between a.opened_at and b.opened_at)
  > extract(epoch from b.closed_at - a.opened_at) * 1000 + 2001
union all
-- Each lease pays its own stretch of wall time: after the one before it, not beyond its end and two seconds.
select account_id, id, id, accepted_ms, extract(epoch from paid_until - paid_from) * 1000
from lease
where paid_until > greatest(paid_from, least(ended_at, last_beat_at) + interval '2 s')
  or paid_from < greatest(opened_at, paid_before)
  or accepted_ms > extract(epoch from paid_until - paid_from) * 10 * rate_percent + 1
