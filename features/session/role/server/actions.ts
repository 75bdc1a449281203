import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Pool, Tx } from '../../../../server/db.ts'
import type { RoleToken, Session } from '../../../../server/session.ts'
import { writeRoleToken } from '../../../../server/session.ts'
import { sessionRefusals } from '../../contract.ts'
import { endSession, openSession, proofOf, renewSession, type Visitor } from '../../server/actions.ts'
import { findLiveSession, getSettings } from '../../server/data.ts'
import { hashToken, whyNot } from '../../server/gate.ts'
import { roleSwitchRefusals } from '../contract.ts'
import { type GrantedRole, grantedRoles } from './data.ts'

interface Acting {
  id: string
  accountId: string
  projectId: string
  roleId: string
  unitId: string | null
}

/** Refuses where the role chosen at sign-in is the only one. */
export async function assertMaySwitch(db: Pool, projectId: string): Promise<void> {
  if ((await getSettings(db, projectId)).singleRole) refuse(sessionRefusals.singleRole)
}

/** Goes on in another role of the same account, under a fresh token; gives it. */
async function actAs(tx: Tx, session: Acting, role: GrantedRole, visitor: Visitor): Promise<string> {
  const [factor] = await tx<{ enrolled: boolean; proved: boolean }[]>`
    select s.factor_proved as proved, exists (select from second_factors f
      where f.account_id = s.account_id and f.confirmed_at is not null) as enrolled
    from roles r join sessions s on s.id = ${session.id} where r.id = ${role.roleId} and r.second_factor`
  if (factor && !factor.enrolled) refuse(roleSwitchRefusals.factorFirst)
  // A password alone, given before the factor was set up, does not climb into a role that demands it.
  if (factor && !factor.proved) refuse(roleSwitchRefusals.factorUnproved)
  const token = await renewSession(tx, session.id, visitor, role)
  await audit(tx, {
    by: session,
    action: 'session.changeRole',
    subjectKind: 'account',
    subjectId: session.accountId,
    before: { roleId: session.roleId, unitId: session.unitId },
    after: { roleId: role.roleId, unitId: role.unitId },
  })
  return token
}

/**
 * Changes to the role that stands in the token, inside the session of its companion: the same role's unit where the
 * account holds it for several. Refuses with 401 without a live companion, with 403 when the role is not granted.
 */
export async function changeRole(db: Pool, chosen: RoleToken, visitor: Visitor) {
  const live = await findLiveSession(db, { companionHash: hashToken(chosen.companion) })
  if (!live || live.awaitsFactor) refuse(await whyNot(db, writeRoleToken(chosen)))
  await assertMaySwitch(db, live.projectId)
  const named = (await grantedRoles(db, live.accountId)).filter((role) => role.roleName === chosen.roleName)
  const role =
    named.find((candidate) => candidate.unitId === live.unitId) ??
    named[0] ??
    refuse(commonRefusals.notAllowed)
  await db.begin((tx) => actAs(tx, live, role, visitor))
  return role
}

/** Switches to a role of the own account or of a linked one; gives the fresh token. Refuses with 403 what is not granted. */
export async function switchTo(
  db: Pool,
  session: Session,
  input: { accountId: string; roleId?: string | undefined; unitId?: string | undefined },
  visitor: Visitor,
): Promise<string> {
  await assertMaySwitch(db, session.projectId)
  const role =
    (await grantedRoles(db, session.accountId, true)).find(
      (candidate) =>
        candidate.accountId === input.accountId &&
        (input.roleId === undefined || candidate.roleId === input.roleId) &&
        (input.unitId === undefined || candidate.unitId === input.unitId),
    ) ?? refuse(commonRefusals.notAllowed)
  return db.begin((tx) =>
    role.linked
      ? switchAccount(tx, session, { ...role, id: role.accountId, projectId: session.projectId }, visitor)
      : actAs(tx, session, role, visitor),
  )
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

/** Links an account whose password was just proved, and switches to it; gives the fresh token. */
export async function linkAccount(
  db: Pool,
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
  const proof = proofOf(target.passwordHash)
  return db.begin(async (tx) => {
    await tx`
      insert into account_links (account_id, linked_id, proof) values (${session.accountId}, ${target.id}, ${proof})
      on conflict (account_id, linked_id) do update set proof = excluded.proof, created_at = moment()`
    await audit(tx, {
      by: session,
      action: 'account.link',
      subjectKind: 'account',
      subjectId: session.accountId,
      after: { linkedId: target.id },
    })
    return switchAccount(tx, session, target, visitor)
  })
}

/** No longer offers an account; what is not linked stays so. */
export async function unlinkAccount(db: Pool, session: Session, linkedId: string): Promise<void> {
  await db.begin(async (tx) => {
    const gone = await tx`
      delete from account_links where account_id = ${session.accountId} and linked_id = ${linkedId} returning id`
    if (gone.length === 0) refuse(commonRefusals.notFound)
    await audit(tx, {
      by: session,
      action: 'account.unlink',
      subjectKind: 'account',
      subjectId: session.accountId,
      before: { linkedId },
    })
  })
}
