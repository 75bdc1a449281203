import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { rowOf, type Tx } from '../../../../server/db.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { EnrolmentStatus } from '../../../enrolment/contract.ts'
import { enrolmentLifecycle } from '../../../enrolment/rules.ts'
import { assertOthers, transition } from '../../../enrolment/server/actions.ts'
import { makeUpRefusals } from '../contract.ts'

const FailedRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  classId: Type.String(),
  status: EnrolmentStatus,
  ended: Type.Boolean(),
  examId: Nullable(Type.String()),
  attempts: Nullable(Type.Integer()),
  most: Nullable(Type.Integer()),
  used: Type.Integer(),
  granted: Type.Integer(),
})

async function lockFailed(tx: Tx, session: Session, enrolmentId: string) {
  const rows = await tx`
    select e.id, e.project_id, e.class_id, e.status, coalesce(e.expires_at <= moment(), false) as ended,
      x.id as exam_id, x.attempts, x.make_up_attempts as most,
      (select count(*) from exam_attempts t
        where t.exam_id = x.id and t.enrolment_id = e.id and t.status <> 'voided') as used,
      (select count(*) from exam_make_ups m where m.exam_id = x.id and m.enrolment_id = e.id) as granted
    from enrolments e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    left join exams x on x.class_id = e.class_id and x.status = 'active'
    where e.id = ${enrolmentId} and e.status <> 'removed'
      and ${inScope(tx, session.scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}
    for no key update of e`
  return rowOf(FailedRow, rows) ?? refuse(commonRefusals.notFound)
}

/**
 * Gives a learner of the caller's scope who failed one more attempt, for a reason: the enrolment is studied again.
 * Where attempts are left, as after the exam was replaced, none is counted. Refuses (409) all but failed enrolments,
 * ended ones, a class without an exam, more make-ups than its exam allows, and one's own.
 */
export async function grantMakeUp(
  tx: Tx,
  session: Session,
  enrolmentId: string,
  reason: string,
): Promise<void> {
  const failed = await lockFailed(tx, session, enrolmentId)
  await assertOthers(tx, session, enrolmentId)
  const { examId, attempts, most, used, granted } = failed
  // Checked first, so that a wrong choice is refused with its state.
  enrolmentLifecycle.next(failed.status, 'makeUp')
  if (examId === null) refuse(makeUpRefusals.noExam)
  if (failed.ended) refuse(makeUpRefusals.ended)
  if (used >= attempts! + granted) {
    if (granted >= most!) refuse(makeUpRefusals.noneLeft, { most: most! })
    await tx`insert into exam_make_ups ${tx({ examId, enrolmentId, grantedBy: session.accountId, reason })}`
  }
  await transition(tx, session, failed, 'makeUp', reason)
}
