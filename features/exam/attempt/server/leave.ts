import { audit, type Action } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { attemptLifecycle } from '../rules.ts'

/** Statuses in which an attempt still waits for its result. */
const unfinished = ['in_progress', 'submitted', 'marking'] as const

/** Voids what an enrolment that is being left has under way or in marking: nobody is left to whom its result counts. */
export async function voidUnfinished(
  tx: Tx,
  by: Action['by'],
  enrolmentId: string,
  reason: string,
): Promise<void> {
  const rows = await tx`
    with open as (
      select id, status from exam_attempts
      where enrolment_id = ${enrolmentId} and status = any(${unfinished as unknown as string[]}) order by id for update)
    update exam_attempts a set status = 'voided' from open
    where a.id = open.id returning a.id, a.project_id, open.status as before`
  for (const { id, projectId, before } of rows) {
    await audit(tx, {
      by,
      projectId: projectId as string,
      action: 'exam-attempt.void',
      subjectKind: 'exam-attempt',
      subjectId: id as string,
      before: { status: before },
      after: { status: attemptLifecycle.next(before as (typeof unfinished)[number], 'void') },
      reason,
    })
  }
}
