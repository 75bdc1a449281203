-- (30) No session lives on whose account was disabled or deleted, whose role is another by now, or whose password was
-- reset after it began.
select s.id, s.account_id, a.status
from sessions s join accounts a on a.id = s.account_id
where s.revoked_at is null and s.idle_until > moment() and s.expires_at > moment() and (
  a.status <> 'active' or s.role_id <> a.role_id
  or exists (select from operation_logs l where l.subject_kind = 'account' and l.subject_id = a.id::text
    and l.action = 'account.resetPassword' and l.created_at > s.created_at))
