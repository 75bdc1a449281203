import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import { inScope, type Scope, type Session } from '../../../../server/session.ts'
import { changeUnit, confirmUnits, endSessionsOf, isUnconfirmed } from '../../../account/server/actions.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { memberRefusals } from '../contract.ts'
import { memberConfirmed, memberRefused } from './messages.ts'

/** Learners `a` in scope, with their unit as `u`. */
const visible = (db: Db, scope: Scope): Fragment => db`(
  a.status <> 'deleted' and a.role_id = any(array(
    select id from roles where project_id = ${scope.projectId} and role_system = 3))
  and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })})`

/** Puts a learner out of their unit, profile and account alike; their sessions end, since each is for a unit. */
async function leaveUnit(tx: Tx, accountId: string): Promise<void> {
  await changeUnit(tx, accountId, null)
  await tx`update students set unit_id = null, version = version + 1 where account_id = ${accountId}`
  await endSessionsOf(tx, accountId)
}

/**
 * Confirms that a learner belongs to the unit they named, or puts them out of it, and tells them. Refuses (404) a learner
 * out of scope, and (409) one whose unit is confirmed already or was changed meanwhile.
 */
export async function settleMember(
  tx: Tx,
  session: Session,
  { accountId, belongs }: { accountId: string; belongs: boolean },
): Promise<void> {
  const [learner] = await tx<{ unitId: string; unitName: string; unconfirmed: boolean | null }[]>`
    select u.id as unit_id, u.name as unit_name, ${isUnconfirmed(tx)} as unconfirmed
    from accounts a left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${visible(tx, session.scope)} for no key update of a`
  if (!learner) refuse(commonRefusals.notFound)
  const { unitId, unitName, unconfirmed } = learner
  if (!unconfirmed) refuse(memberRefusals.settledAlready)
  await (belongs ? confirmUnits(tx, [{ accountId, unitId }]) : leaveUnit(tx, accountId))
  await sendMessage(tx, belongs ? memberConfirmed : memberRefused, accountId, { unitName })
  await audit(tx, {
    by: session,
    action: belongs ? 'student.confirmUnit' : 'student.refuseUnit',
    subjectKind: 'account',
    subjectId: accountId,
    after: { unitId },
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
