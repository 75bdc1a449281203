import type { SystemReason } from '../../../contract/systemReason.ts'
import { audit, type Action } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { moveSeat } from '../../class/seat/server/actions.ts'
import type { EnrolmentStatus } from '../contract.ts'
import { enrolmentLifecycle, liveStatuses, seatOf } from '../rules.ts'

/** Ends, in the transaction in which an enrolment is left, what a feature above it has open for that enrolment. */
type LeaveHandler = (tx: Tx, by: Action['by'], enrolmentId: string, reason: string) => Promise<void>

const leaveHandlers = new Set<LeaveHandler>()

/** The reason stored where what is open for an enrolment ends with it and nobody gave one. */
const left: SystemReason = 'enrolment.left'

/**
 * Lets a feature take part whenever an enrolment is left, by whatever event. Exams stand above enrolments and cannot
 * be imported here, so app/features.ts introduces them; a refund or a transfer need not know who takes part.
 */
export function onLeave(handler: LeaveHandler): void {
  leaveHandlers.add(handler)
}

/** Settles, in the transaction in which an enrolment is open again, what a feature above it knows of it. */
type ReopenHandler = (tx: Tx, enrolmentId: string) => Promise<void>

const reopenHandlers = new Set<ReopenHandler>()

/** Lets a feature take part whenever an enrolment is resumed or its pass is reverted, as onLeave does. */
export function onReopen(handler: ReopenHandler): void {
  reopenHandlers.add(handler)
}

/** Lets every feature settle an enrolment that is open again. */
export async function settleReopened(tx: Tx, enrolmentId: string): Promise<void> {
  for (const settle of reopenHandlers) await settle(tx, enrolmentId)
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
  if (isLeft) for (const end of leaveHandlers) await end(tx, by, id, reason ?? left)
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
