import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import type { Scope, Session } from '../../../../server/session.ts'
import { confirmUnits, isUnconfirmed } from '../../../account/server/actions.ts'
import { assertNotOwn, isSamePerson } from '../../../approval/server/actions.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { placeInUnit, visible } from '../../server/actions.ts'
import { memberRefusals } from '../contract.ts'
import { memberConfirmed, memberRefused } from './messages.ts'

/**
 * Confirms that a learner belongs to the unit they named or were put into, or puts them out of it, and tells them. Refuses
 * (404) a learner out of scope, and (409) one's own account, one whose unit is confirmed already or was changed meanwhile,
 * and to confirm one whom the caller put there.
 */
export async function settleMember(
  tx: Tx,
  session: Session,
  { accountId, belongs }: { accountId: string; belongs: boolean },
): Promise<void> {
  const [learner] = await tx<
    { unitId: string; unitName: string; unconfirmed: boolean | null; movedBy: string | null }[]
  >`
    select u.id as unit_id, u.name as unit_name, ${isUnconfirmed(tx)} as unconfirmed, a.moved_by
    from accounts a left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${visible(tx, session.scope)} for no key update of a`
  if (!learner) refuse(commonRefusals.notFound)
  const { unitId, unitName, unconfirmed, movedBy } = learner
  await assertNotOwn(tx, session, accountId)
  if (!unconfirmed) refuse(memberRefusals.settledAlready)
  if (belongs && (await isSamePerson(tx, session, movedBy))) refuse(memberRefusals.ownMove)
  await sendMessage(tx, belongs ? memberConfirmed : memberRefused, accountId, { unitName })
  if (belongs) return confirmUnits(tx, session, [{ accountId, unitId }])
  await placeInUnit(tx, accountId, null)
  await audit(tx, {
    by: session,
    action: 'student.refuseUnit',
    subjectKind: 'account',
    subjectId: accountId,
    before: { unitId },
    after: { unitId: null },
  })
}

/** Learners in scope whose unit is to be confirmed, as work that waits. */
export const waitingMembers = (db: Db, scope: Scope): Fragment => db`
  select a.id, a.created_at, null from accounts a left join units u on u.id = a.unit_id
  where ${visible(db, scope)} and ${isUnconfirmed(db)}`

/** Names of learners in scope, by id. */
export async function nameMembers(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select a.id, coalesce(s.real_name, a.user_name) as name
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = any(${ids as string[]}::uuid[]) and ${visible(db, scope)}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
