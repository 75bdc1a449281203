import type { Action } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { withdrawWaiting } from '../../approval/server/actions.ts'

/** Ends the proposals to correct the pass or a score of an enrolment that is left: neither can be applied any more. */
export async function endWithEnrolment(tx: Tx, by: Action['by'], enrolmentId: string): Promise<void> {
  const rows = await tx<{ id: string; projectId: string; subjectId: string }[]>`
    select p.id, p.project_id, p.subject_id from approvals p join enrolments e on e.id = ${enrolmentId}
    where p.subject_id = e.account_id and p.status = 'proposed' and (
      p.kind = 'pass' and p.part = e.id::text
      or p.kind = 'score' and p.part in (select x.id::text from exam_attempts x where x.enrolment_id = e.id))
    order by p.id for update of p skip locked`
  const about = rows.map(({ id: _id, ...subject }) => ({ ...subject, subjectKind: 'account' }))
  const which = tx`p.id = any(${rows.map(({ id }) => id)}::uuid[])`
  if (rows.length > 0) await withdrawWaiting(tx, by, about, 'enrolment.left', { which, prefix: 'correction' })
}
