import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit, type Action } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { enrolmentRefusals } from '../../contract.ts'
import { passIfComplete } from '../../server/actions.ts'

/**
 * Lifts the bar that a reverted pass left, for a reason; the caller has checked the scope. What is complete passes at
 * once by rule: gives whether it did. Refuses (409) an enrolment that is not barred.
 */
export async function liftBar(
  tx: Tx,
  by: NonNullable<Action['by']>,
  enrolmentId: string,
  reason: string,
): Promise<boolean> {
  const [row] = await tx`
    select project_id, status, bar_reason from enrolments where id = ${enrolmentId} for no key update`
  if (!row) refuse(commonRefusals.notFound)
  if (row.barReason === null || row.status === 'passed') refuse(enrolmentRefusals.notBarred)
  await tx`update enrolments set bar_reason = null where id = ${enrolmentId}`
  await audit(tx, {
    by,
    projectId: row.projectId as string,
    action: 'enrolment.liftBar',
    subjectKind: 'enrolment',
    subjectId: enrolmentId,
    before: { barReason: row.barReason },
    after: { barReason: null },
    reason,
  })
  return passIfComplete(tx, enrolmentId, by)
}
