import { lifecycleRefusals } from '../../../../contract/lifecycle.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit, type Action } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { passIfComplete } from '../../server/actions.ts'
import { expireDue } from '../../server/expiry.ts'
import { settleReopened } from '../../server/transition.ts'
import type { EnrolmentStatus } from '../../contract.ts'
import { enrolmentLifecycle, liveStatuses } from '../../rules.ts'
import { suspensionRefusals } from '../contract.ts'

/** A new suspension: `cause` identifies it for good, as `refund:` and the refund's id. */
interface Suspension {
  enrolmentId: string
  cause: string
  reason: string
}

async function lockSuspended(tx: Tx, enrolmentId: string) {
  const [row] = await tx`
    select project_id, status, suspended_by from enrolments where id = ${enrolmentId} for no key update`
  if (!row) refuse(commonRefusals.notFound)
  return row as { projectId: string; status: EnrolmentStatus; suspendedBy: string | null }
}

async function record(
  tx: Tx,
  by: Action['by'],
  event: 'suspend' | 'resume',
  projectId: string,
  { enrolmentId, cause, reason }: Suspension,
): Promise<void> {
  const [before, after] = event === 'suspend' ? [null, cause] : [cause, null]
  await audit(tx, {
    by,
    projectId,
    action: `enrolment.${event}`,
    subjectKind: 'enrolment',
    subjectId: enrolmentId,
    before: { suspendedBy: before },
    after: { suspendedBy: after },
    reason,
  })
}

/**
 * Suspends an enrolment, whose scope the caller has checked: until it is resumed it gets no lease, earns no study
 * time, begins no exam, does not pass and does not expire. An attempt under way may be finished; its result waits.
 * Again for the same cause changes nothing. Refuses (409) an enrolment that was left, and one suspended for another
 * cause.
 */
export async function suspendEnrolment(tx: Tx, by: Action['by'], suspension: Suspension): Promise<void> {
  const { enrolmentId, cause } = suspension
  const { projectId, status, suspendedBy } = await lockSuspended(tx, enrolmentId)
  if (suspendedBy === cause) return
  if (suspendedBy !== null) refuse(suspensionRefusals.suspendedOtherwise)
  if (!liveStatuses.includes(status)) {
    const state = enrolmentLifecycle.stateName(status)
    refuse(lifecycleRefusals.illegal, { state, event: { zh: '暂停', en: 'suspend' } })
  }
  await tx`update enrolments set suspended_by = ${cause} where id = ${enrolmentId}`
  await record(tx, by, 'suspend', projectId, suspension)
}

/**
 * Resumes an enrolment and settles what became due meanwhile: what was complete passes, what used up its attempts
 * fails, what has ended expires.
 * Refuses (409) unless it is suspended for this very cause.
 */
export async function resumeEnrolment(tx: Tx, by: Action['by'], suspension: Suspension): Promise<void> {
  const { enrolmentId, cause } = suspension
  const { projectId, suspendedBy } = await lockSuspended(tx, enrolmentId)
  if (suspendedBy !== cause) refuse(suspensionRefusals.notSuspended)
  await tx`update enrolments set suspended_by = null where id = ${enrolmentId}`
  await record(tx, by, 'resume', projectId, suspension)
  if (await passIfComplete(tx, enrolmentId)) return
  await settleReopened(tx, enrolmentId)
  await expireDue(tx, { enrolmentId })
}
