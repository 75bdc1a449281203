import { audit, type Deed } from '../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { issueCertificate } from '../../certificate/server/actions.ts'
import { earnHours } from '../../hours/server/actions.ts'
import type { EnrolmentStatus } from '../contract.ts'
import { enrolmentLifecycle } from '../rules.ts'

/** Hours of the electives an enrolment `e` has finished, in tenths, counted where its class `c` asks for some. */
export const electiveTenths = (db: Db): Fragment => db`
  case when c.elective_min_tenths = 0 then 0 else coalesce((
    select r.elective_tenths from enrolment_requirements r where r.enrolment_id = e.id), 0) end`

/** Sets the pass with what follows from it: hours in the ledger, the certificate that shows them, the audit entry. */
export async function settlePass(
  tx: Tx,
  passing: { id: string; projectId: string; status: EnrolmentStatus },
  how: { by: Deed['by']; passedBy: 'rule' | 'manual'; reason: string | null },
): Promise<void> {
  const { id, projectId } = passing
  const status = enrolmentLifecycle.next(passing.status, 'pass')
  await tx`
    update enrolments set status = ${status}, passed_at = moment(), passed_by = ${how.passedBy},
      pass_reason = ${how.reason}, bar_reason = null
    where id = ${id}`
  const hoursTenths = await earnHours(tx, id)
  await issueCertificate(tx, id)
  await audit(tx, {
    by: how.by,
    projectId,
    action: 'enrolment.pass',
    subjectKind: 'enrolment',
    subjectId: id,
    before: { status: passing.status },
    after: { status, passedBy: how.passedBy, hoursTenths },
    ...(how.reason ? { reason: how.reason } : {}),
  })
}

/** Whether a passed enrolment `e` has a finished elective without a line. */
export const hasFinishedElective = (db: Db): Fragment => db`
  exists (
    select from enrolment_courses k where k.enrolment_id = e.id and k.attribute = 'elective' and k.finished_at is not null
      and not exists (
        select from held_courses h where h.account_id = e.account_id and h.enrolment_id = e.id
          and h.course_root_id = k.course_root_id))`

/** Writes the hours of electives that a passed enrolment finished since; nothing where there are none. */
export async function earnElectives(tx: Tx, enrolmentId: string): Promise<void> {
  const [due] = await tx`
    select e.project_id, e.account_id from enrolments e
    where e.id = ${enrolmentId} and e.status = 'passed' and ${hasFinishedElective(tx)}`
  if (!due) return
  const hoursTenths = await earnHours(tx, enrolmentId)
  if (hoursTenths === 0) return
  const { accountId, projectId } = due as unknown as { accountId: string; projectId: string }
  await audit(tx, {
    by: { accountId, projectId },
    projectId,
    action: 'enrolment.earn',
    subjectKind: 'enrolment',
    subjectId: enrolmentId,
    after: { hoursTenths },
  })
}
