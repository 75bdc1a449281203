import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit, type Action } from '../../../server/audit.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../server/db.ts'
import { issueCertificate } from '../../certificate/server/actions.ts'
import { listenersOf } from '../../../server/events.ts'
import { earnHours } from '../../hours/server/actions.ts'
import { EnrolmentStatus } from '../contract.ts'
import { enrolmentLifecycle, passesByRule } from '../rules.ts'
import { examRequired } from './data.ts'

declare module '../../../server/events.ts' {
  interface Events {
    /** An enrolment is passed, with its hours and its certificate. */
    passed(tx: Tx, enrolmentId: string): Promise<void>
  }
}

/** Hours of the electives an enrolment `e` has finished, in tenths, counted where its class `c` requires some. */
export const electiveTenths = (db: Db): Fragment => db`
  case when c.elective_min_tenths = 0 then 0 else coalesce((
    select r.elective_tenths from enrolment_requirements r where r.enrolment_id = e.id), 0) end`

/** The actor and grounds of a pass. */
export interface PassedHow {
  by: Action['by']
  passedBy: 'rule' | 'manual'
  reason: string | null
  /** The approval it is based on; without one a manual pass is the decision of one person. */
  approvalId?: string | undefined
}

/**
 * Sets the pass with what follows from it: hours in the ledger, the certificate that shows them, the audit entry. A bar
 * stays on record, without effect while the pass lasts: when the pass is undone, no rule passes it again.
 */
export async function settlePass(
  tx: Tx,
  passing: { id: string; projectId: string; status: EnrolmentStatus },
  how: PassedHow,
): Promise<void> {
  const { id, projectId } = passing
  const status = enrolmentLifecycle.next(passing.status, 'pass')
  await tx`
    update enrolments set status = ${status}, passed_at = moment(), passed_by = ${how.passedBy},
      pass_reason = ${how.reason}
    where id = ${id}`
  const hoursTenths = await earnHours(tx, id)
  await issueCertificate(tx, id)
  for (const hear of listenersOf('passed')) await hear(tx, id)
  await audit(tx, {
    by: how.by,
    projectId,
    action: 'enrolment.pass',
    subjectKind: 'enrolment',
    subjectId: id,
    before: { status: passing.status },
    after: {
      status,
      passedBy: how.passedBy,
      hoursTenths,
      ...(how.approvalId ? { approvalId: how.approvalId } : {}),
    },
    ...(how.reason ? { reason: how.reason } : {}),
  })
}

const PassingRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  classId: Type.String(),
  status: EnrolmentStatus,
  passedBy: Nullable(Type.String()),
  studyDone: Type.Boolean(),
  examPassed: Type.Boolean(),
  examRequired: Type.Boolean(),
  suspended: Type.Boolean(),
  barred: Type.Boolean(),
  electiveTenths: Type.Integer(),
  electiveMinTenths: Type.Integer(),
})
type Passing = Static<typeof PassingRow>

/** Locks an enrolment and reads what decides its pass. */
export async function lockPassing(tx: Tx, enrolmentId: string): Promise<Passing> {
  await tx`select from enrolments where id = ${enrolmentId} for no key update`
  // Read after the lock: the statement that waited for it sees an older snapshot of other tables.
  const rows = await tx`
    select e.id, e.project_id, e.account_id, e.class_id, e.status, e.passed_by, e.exam_passed,
      e.study_done_at is not null as study_done, ${examRequired(tx)} as exam_required, e.suspended_by is not null as suspended,
      e.bar_reason is not null as barred, c.elective_min_tenths, ${electiveTenths(tx)} as elective_tenths
    from enrolments e join train_classes c on c.id = e.class_id where e.id = ${enrolmentId}`
  return rowOf(PassingRow, rows) ?? refuse(commonRefusals.notFound)
}

/**
 * Passes an active enrolment when every requirement is met and nothing holds it; returns whether it is passed now. `by`
 * is who confirmed it; otherwise the learner's own last step did.
 */
export async function passIfComplete(tx: Tx, enrolmentId: string, by?: Action['by']): Promise<boolean> {
  const passing = await lockPassing(tx, enrolmentId)
  if (passing.status !== 'active') return passing.status === 'passed'
  if (!passesByRule(passing)) return false
  const { accountId, projectId } = passing
  await settlePass(tx, passing, { by: by ?? { accountId, projectId }, passedBy: 'rule', reason: null })
  return true
}

/** Hours that `e` holds already, by course. */
const heldBy = (db: Db, which: Fragment): Fragment => db`
  select from held_courses h where h.account_id = e.account_id and h.course_root_id = k.course_root_id and ${which}`

/**
 * True if a passed enrolment `e` of the class `c` has finished an elective that may still bring hours: one
 * without a line here, not held from another class where courses count once, and within what the class leaves
 * to electives.
 */
export const mayEarnElective = (db: Db): Fragment => db`
  exists (
    select from enrolment_courses k where k.enrolment_id = e.id and k.attribute = 'elective' and k.finished_at is not null
      and not exists (${heldBy(db, db`h.enrolment_id = e.id`)})
      and not ((settings_of(e.project_id)->>'countCourseOnce')::boolean
        and exists (${heldBy(db, db`h.year = c.year and h.enrolment_id <> e.id`)}))
      and c.hours_tenths
        - case when exists (select from enrolment_courses r where r.enrolment_id = e.id and r.attribute = 'required')
            then c.required_hours_tenths else 0 end
        > coalesce((
          select sum(l.hours_tenths) from hour_entries l
          where l.enrolment_id = e.id and l.source = 'class' and l.attribute = 'elective'
            and not exists (select from hour_entries r where r.reverses = l.id)), 0))`

/** Writes the hours of electives that a passed enrolment finished since; nothing where there are none. */
export async function earnElectives(tx: Tx, enrolmentId: string): Promise<void> {
  const [due] = await tx`
    select e.project_id, e.account_id from enrolments e join train_classes c on c.id = e.class_id
    where e.id = ${enrolmentId} and e.status = 'passed' and ${mayEarnElective(tx)}`
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
