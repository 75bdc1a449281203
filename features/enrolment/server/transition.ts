import type { SystemReason } from '../../../contract/systemReason.ts'
import { audit, type Action } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { listenersOf } from '../../../server/events.ts'
import { moveSeat } from '../../class/seat/server/actions.ts'
import type { EnrolmentStatus } from '../contract.ts'
import { enrolmentLifecycle, liveStatuses, seatOf } from '../rules.ts'

declare module '../../../server/events.ts' {
  interface Events {
    /** An enrolment is left, by whatever event: what a feature above it has open for it ends. */
    leave(tx: Tx, by: Action['by'], enrolmentId: string, reason: string): Promise<void>
    /** An enrolment is resumed or its pass reverted: what a feature above it knows of it is settled. */
    reopen(tx: Tx, enrolmentId: string): Promise<void>
  }
}

/** The reason stored where what is open for an enrolment ends with it and nobody gave one. */
const left: SystemReason = 'enrolment.left'

/** Lets every feature settle an enrolment that is open again. */
export async function settleReopened(tx: Tx, enrolmentId: string): Promise<void> {
  for (const settle of listenersOf('reopen')) await settle(tx, enrolmentId)
}

/** An enrolment its caller has locked. */
export interface LockedEnrolment {
  id: string
  projectId: string
  classId: string
  status: EnrolmentStatus
}

/**
 * Moves a locked enrolment along its lifecycle, with its audit entry, and gives the new status. Its place is counted
 * as the new status requires; an approval gives it the project's time to pay. Where it is left, its place is free and
 * what is open for it ends in the same transaction. Refuses (409) what the table does not have.
 */
export async function transition(
  tx: Tx,
  by: Action['by'],
  before: LockedEnrolment,
  event: Parameters<typeof enrolmentLifecycle.next>[1],
  reason?: string,
): Promise<EnrolmentStatus> {
  const { id, classId } = before
  const status = enrolmentLifecycle.next(before.status, event)
  const isLeft = liveStatuses.includes(before.status) && !liveStatuses.includes(status)
  // Before the status changes: anyone who opens a place has the class locked already and would wait for this row.
  await moveSeat(tx, classId, seatOf(before.status), seatOf(status))
  await tx`
    update enrolments set status = ${status}, suspended_by = case when ${isLeft} then null else suspended_by end,
      pay_until = case when ${status === 'approved'} then moment() + make_interval(days => (settings_of(project_id)->>'approvalDays')::int) end
    where id = ${id}`
  if (isLeft) for (const end of listenersOf('leave')) await end(tx, by, id, reason ?? left)
  await audit(tx, {
    by,
    projectId: before.projectId,
    action: `enrolment.${event}`,
    subjectKind: 'enrolment',
    subjectId: id,
    before: { status: before.status },
    after: { status },
    ...(reason ? { reason } : {}),
  })
  return status
}
