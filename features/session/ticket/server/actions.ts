import { randomBytes } from 'node:crypto'
import { refuse } from '../../../../contract/refusal.ts'
import type { Pool, Tx } from '../../../../server/db.ts'
import { sessionRefusals } from '../../contract.ts'
import { ticketSeconds } from '../../rules.ts'
import { openSession, type SessionAccount, type Visitor } from '../../server/actions.ts'
import { hashToken } from '../../server/gate.ts'
import { grantedRoles } from '../../role/server/data.ts'

const kind = 't.'

/** Whether a token is a ticket's: good for nothing but being redeemed. */
export const isTicket = (token: string) => token.startsWith(kind)

/**
 * Opens a ticket for an account in one of its roles: what another platform may put into an address as `token`. It is
 * good once, for a minute, and get-account-info redeems it. Only its hash is stored.
 */
export async function openTicket(
  tx: Tx,
  account: Pick<SessionAccount, 'id' | 'roleId' | 'unitId'>,
): Promise<string> {
  const ticket = kind + randomBytes(32).toString('base64url')
  await tx`
    insert into session_tickets (ticket_hash, account_id, role_id, unit_id, expires_at)
    values (${hashToken(ticket)}, ${account.id}, ${account.roleId}, ${account.unitId},
      moment() + make_interval(secs => ${ticketSeconds}))`
  return ticket
}

/** Opens the session a ticket stands for. One that is forged, late, used, or no longer granted is refused with 401. */
export async function redeemTicket(
  db: Pool,
  ticket: string,
  visitor: Visitor,
): Promise<{ account: SessionAccount; tokenCode: string }> {
  return db.begin(async (tx) => {
    const [account] = await tx<SessionAccount[]>`
      update session_tickets t set used_at = moment() from accounts a, roles r
      where t.ticket_hash = ${hashToken(ticket)} and t.used_at is null and t.expires_at > moment()
        and a.id = t.account_id and r.id = t.role_id and a.status = 'active'
      returning a.id, a.project_id, t.role_id, r.role_system::int, t.unit_id`
    if (!account) refuse(sessionRefusals.ticketOver)
    const granted = await grantedRoles(tx, account.id)
    if (!granted.some((role) => role.roleId === account.roleId && role.unitId === account.unitId)) {
      refuse(sessionRefusals.ticketOver)
    }
    return { account, tokenCode: await openSession(tx, account, visitor) }
  })
}
