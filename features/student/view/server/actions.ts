import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { endSession, openView, type Visitor } from '../../../session/server/actions.ts'
import { viewRefusals } from '../contract.ts'

interface Learner {
  id: string
  roleId: string
  unitId: string | null
  userName: string
  status: string
}

/**
 * Opens a look at a learner's pages from the caller's session, for a reason the learner reads. Refuses (404) anyone who
 * is no learner in the caller's scope, and (409) a disabled account. An earlier look from the same session ends.
 */
export async function viewAsLearner(
  tx: Tx,
  session: Session,
  input: { accountId: string; reason: string },
  visitor: Visitor,
): Promise<{ token: string; until: string; name: string }> {
  const [learner] = await tx<Learner[]>`
    select a.id, a.role_id, a.unit_id, a.user_name, a.status
    from accounts a join roles r on r.id = a.role_id and r.role_system = 3 left join units u on u.id = a.unit_id
    where a.id = ${input.accountId} and a.status <> 'deleted'
      and ${inScope(tx, session.scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}
    for share of a`
  if (!learner) refuse(commonRefusals.notFound)
  if (learner.status !== 'active') refuse(viewRefusals.closed)
  const { id, token, until } = await openView(tx, learner, { sessionId: session.id }, visitor)
  await audit(tx, {
    by: session,
    action: 'student.view',
    subjectKind: 'account',
    subjectId: learner.id,
    after: { view: id, until },
    reason: input.reason,
  })
  return { token, until, name: learner.userName }
}

/** Ends the look that a session is; refuses (409) a learner's own session. */
export async function endView(tx: Tx, session: Session): Promise<void> {
  const { viewer, ...own } = session
  if (!viewer) refuse(viewRefusals.notViewing)
  if ((await endSession(tx, session.id)) === null) return
  await audit(tx, {
    by: { ...own, accountId: viewer.accountId },
    action: 'student.endView',
    subjectKind: 'account',
    subjectId: session.accountId,
    after: { view: session.id },
  })
}
