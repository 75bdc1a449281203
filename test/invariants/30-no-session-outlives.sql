-- (30) No session works whose account was disabled or deleted, whose role the account does not hold, or whose password
-- was reset after it began.
select s.id, s.account_id, a.status
from sessions s join accounts a on a.id = s.account_id join roles r on r.id = s.role_id
where s.revoked_at is null and s.idle_until > moment() and s.expires_at > moment()
  and s.created_at >= a.sessions_from and s.created_at >= r.sessions_from and (
  a.status <> 'active'
  or (s.role_id <> a.role_id
    and not exists (select from account_roles h where h.account_id = a.id and h.role_id = s.role_id))
  or exists (select from operation_logs l where l.subject_kind = 'account' and l.subject_id = a.id::text
    and l.action = 'account.resetPassword' and l.created_at > s.created_at))
