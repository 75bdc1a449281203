import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../../server/db.ts'
import { hashToken } from '../../../../server/session.ts'

const kind = 't.'
/** Seconds a handed-over ticket is good for. */
const ticketSeconds = 60

/** Account a ticket is for, with its role and unit. */
interface TicketHolder {
  id: string
  projectId: string
  roleId: string
  roleSystem: number
  unitId: string | null
}

/** True if a token is a ticket's: good for nothing but being redeemed. */
export const isTicket = (token: string) => token.startsWith(kind)

/**
 * Opens a ticket for an account in one of its roles: what another platform may put into an address as `token`. It is
 * good once, for a minute, and get-account-info redeems it. Only its hash is stored.
 */
export async function openTicket(
  tx: Tx,
  account: Pick<TicketHolder, 'id' | 'roleId' | 'unitId'>,
): Promise<string> {
  const ticket = kind + randomBytes(32).toString('base64url')
  await tx`
    insert into session_tickets (ticket_hash, account_id, role_id, unit_id, expires_at)
    values (${hashToken(ticket)}, ${account.id}, ${account.roleId}, ${account.unitId},
      moment() + make_interval(secs => ${ticketSeconds}))`
  return ticket
}

/** Uses a ticket up and gives whom it is for; null for one that is forged, late or used. */
export async function spendTicket(tx: Tx, ticket: string): Promise<TicketHolder | null> {
  const [holder] = await tx<TicketHolder[]>`
    update session_tickets t set used_at = moment() from accounts a, roles r
    where t.ticket_hash = ${hashToken(ticket)} and t.used_at is null and t.expires_at > moment()
      and a.id = t.account_id and r.id = t.role_id and a.status = 'active'
    returning a.id, a.project_id, t.role_id, r.role_system::int, t.unit_id`
  return holder ?? null
}
