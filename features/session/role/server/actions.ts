import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import {
  actAs,
  assertMaySwitch,
  endSession,
  lockProved,
  openSession,
  type Visitor,
} from '../../server/actions.ts'
import { grantedRoles, proofOf } from '../../server/data.ts'

/**
 * Switches to a role of the own account or of a linked one; returns the fresh token. Refuses with 403 what is not
 * granted.
 */
export async function switchTo(
  tx: Tx,
  session: Session,
  input: { accountId: string; roleId?: string | undefined; unitId?: string | undefined },
  visitor: Visitor,
): Promise<string> {
  await assertMaySwitch(tx, session.projectId)
  const role =
    (await grantedRoles(tx, session.accountId, true)).find(
      (candidate) =>
        candidate.accountId === input.accountId &&
        (input.roleId === undefined || candidate.roleId === input.roleId) &&
        (input.unitId === undefined || candidate.unitId === input.unitId),
    ) ?? refuse(commonRefusals.notAllowed)
  return role.linked
    ? switchAccount(tx, session, { ...role, id: role.accountId, projectId: session.projectId }, visitor)
    : actAs(tx, session, role, visitor)
}

/** Leaves the session and opens one for another account; the record names who really acts. */
async function switchAccount(
  tx: Tx,
  session: Session,
  target: { id: string; projectId: string; roleId: string; roleSystem: number; unitId: string | null },
  visitor: Visitor,
): Promise<string> {
  await audit(tx, {
    by: session,
    action: 'session.switchAccount',
    subjectKind: 'account',
    subjectId: target.id,
    after: { roleId: target.roleId, unitId: target.unitId },
  })
  await endSession(tx, session.id)
  return openSession(tx, target, visitor, session.accountId)
}

/** Links an account whose password was just proved, and switches to it; returns the fresh token. */
export async function linkAccount(
  tx: Tx,
  session: Session,
  target: {
    id: string
    projectId: string
    roleId: string
    roleSystem: number
    unitId: string | null
    passwordHash: string
  },
  visitor: Visitor,
): Promise<string> {
  await lockProved(tx, target)
  await tx`
    insert into account_links (account_id, linked_id, proof)
    select mine.id, a.id, ${proofOf(tx, 'mine', 'a')} from accounts mine cross join accounts a
    where mine.id = ${session.accountId} and a.id = ${target.id}
    on conflict (account_id, linked_id) do update set proof = excluded.proof, created_at = moment()`
  await audit(tx, {
    by: session,
    action: 'account.link',
    subjectKind: 'account',
    subjectId: session.accountId,
    after: { linkedId: target.id },
  })
  return switchAccount(tx, session, target, visitor)
}

/**
 * No longer offers an account; what is not linked stays so. The two count as one person for as long as access that somebody
 * gave does: nobody becomes the second person beside themselves by it.
 */
export async function unlinkAccount(tx: Tx, session: Session, linkedId: string): Promise<void> {
  const gone = await tx`
    update account_links set proof = '', created_at = moment()
    where account_id = ${session.accountId} and linked_id = ${linkedId} and proof <> '' returning id`
  if (gone.length === 0) refuse(commonRefusals.notFound)
  await audit(tx, {
    by: session,
    action: 'account.unlink',
    subjectKind: 'account',
    subjectId: session.accountId,
    before: { linkedId },
  })
}
