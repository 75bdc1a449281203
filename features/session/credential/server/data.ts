import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf } from '../../../../server/db.ts'
import type { Secrets } from '../../../../server/secrets.ts'

const OwnRow = Type.Object({
  loginName: Type.String(),
  passwordHash: Type.String(),
  mobileSealed: Nullable(Type.Unsafe<Buffer>({})),
  cardSealed: Nullable(Type.Unsafe<Buffer>({})),
})

/** Reads what an account's owner proves themselves with, numbers in the clear: never to leave the server. */
export async function getOwn(db: Db, secrets: Secrets, accountId: string) {
  const rows = await db`
    select a.login_name, a.password_hash, a.mobile_sealed, s.card_sealed
    from accounts a left join students s on s.account_id = a.id where a.id = ${accountId}`
  const row = rowOf(OwnRow, rows) ?? refuse(commonRefusals.notSignedIn)
  return {
    loginName: row.loginName,
    passwordHash: row.passwordHash,
    mobile: row.mobileSealed && secrets.open('accounts.mobile', accountId, row.mobileSealed),
    cardNumber: row.cardSealed && secrets.open('students.card', accountId, row.cardSealed),
  }
}
export type Own = Awaited<ReturnType<typeof getOwn>>

const SessionRow = Type.Object({
  sessionId: Type.String(),
  agent: Type.String(),
  ip: Type.String(),
  roleName: Type.String(),
  since: Type.String(),
})

/** The sessions of an account that still open something, the newest first; at most fifty. */
export async function listMySessions(db: Db, accountId: string) {
  const rows = await db`
    select s.id as session_id, s.agent, s.ip, r.role_name, s.created_at as since
    from sessions s join roles r on r.id = s.role_id and s.created_at >= r.sessions_from
    join accounts a on a.id = s.account_id and s.created_at >= a.sessions_from
    where s.account_id = ${accountId} and s.viewed_from is null and s.revoked_at is null and not s.awaits_factor
      and s.idle_until > moment() and s.expires_at > moment()
    order by s.created_at desc, s.id desc limit 50`
  return rowsOf(SessionRow, rows)
}
