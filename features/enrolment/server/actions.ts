import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit, type Deed } from '../../../server/audit.ts'
import { rowOf, type Tx } from '../../../server/db.ts'
import { takeSeat } from '../../class/seat/server/actions.ts'
import { earnHours } from '../../hours/server/actions.ts'
import { type CourseHours, splitHours } from '../../hours/rules.ts'
import { type EnrolmentSource, type EnrolmentStatus, EnrolmentStatus as Status } from '../contract.ts'
import { enrolmentRefusals } from '../contract.ts'
import { isComplete, isPromised, studyStatuses } from '../rules.ts'

export interface NewEnrolment {
  projectId: string
  accountId: string
  classId: string
  source: EnrolmentSource
  /** The order item, import row or transfer behind it; null when the learner simply joined. */
  sourceId: string | null
  /** Who did it; null for the system, as when a payment arrives. */
  by: Deed['by']
}

/** Takes a seat and writes the row in its first state. */
export async function enrol(
  tx: Tx,
  fresh: NewEnrolment,
  status: 'applied' | 'active',
): Promise<{ enrolmentId: string; name: string }> {
  const { projectId, accountId, classId, source, sourceId } = fresh
  const { name, expiresAt } = await takeSeat(tx, { projectId, classId, promised: isPromised(source) })
  const [row] = await tx`
    insert into enrolments ${tx({ projectId, accountId, classId, source, sourceId, status, expiresAt })}
    on conflict (account_id, class_id) where status in ('applied', 'active', 'passed', 'failed', 'expired')
    do nothing returning id`
  const enrolmentId = (row?.id as string | undefined) ?? refuse(enrolmentRefusals.alreadyJoined, { name })
  await audit(tx, {
    by: fresh.by,
    action: status === 'applied' ? 'enrolment.apply' : 'enrolment.open',
    subjectKind: 'enrolment',
    subjectId: enrolmentId,
    after: { accountId, classId, source, sourceId, status },
  })
  return { enrolmentId, name }
}

/**
 * Puts a learner into a class, ready to study, and gives the enrolment's id. Refuses (409) when the learner has
 * a live enrolment in it, when no place is free, when its study period is over, and, unless the place comes from
 * a paid order or batch, when the class is off the shelf or outside its sign-up time.
 */
export async function openEnrolment(tx: Tx, fresh: NewEnrolment): Promise<string> {
  const { enrolmentId } = await enrol(tx, fresh, 'active')
  return enrolmentId
}

/**
 * Writes down how far a learner has come: progress in basis points, seconds in all, where to resume. Nothing
 * falls; `done` means that every required video is watched. Refuses (409) unless the enrolment is open.
 */
export async function recordStudy(
  tx: Tx,
  study: {
    enrolmentId: string
    progress: number
    watchedSeconds: number
    lastItemId: string
    lastPosition: number
    done: boolean
  },
): Promise<void> {
  const [row] = await tx`
    update enrolments set progress = greatest(progress, ${study.progress}),
      watched_seconds = greatest(watched_seconds, ${study.watchedSeconds}),
      last_item_id = ${study.lastItemId}, last_position = ${study.lastPosition},
      study_done_at = coalesce(study_done_at, case when ${study.done} then moment() end)
    where id = ${study.enrolmentId} and status = any(${studyStatuses as EnrolmentStatus[]})
    returning status`
  if (!row) await refuseClosed(tx, study.enrolmentId)
  if (study.done && row!.status === 'active') await passIfComplete(tx, study.enrolmentId)
}

/** Writes down an exam result: the best score stays, a pass stays. Refuses (409) unless the enrolment is open. */
export async function recordExam(
  tx: Tx,
  exam: { enrolmentId: string; score: number; passed: boolean },
): Promise<void> {
  const [row] = await tx`
    update enrolments set exam_score = greatest(exam_score, ${exam.score}),
      exam_passed = exam_passed or ${exam.passed}
    where id = ${exam.enrolmentId} and status in ('active', 'passed', 'failed', 'expired')
    returning status`
  if (!row) await refuseClosed(tx, exam.enrolmentId)
  if (exam.passed && row!.status === 'active') await passIfComplete(tx, exam.enrolmentId)
}

async function refuseClosed(tx: Tx, enrolmentId: string): Promise<never> {
  const [row] = await tx`select status from enrolments where id = ${enrolmentId}`
  return row
    ? refuse(enrolmentRefusals.notOpen, { state: row.status as string })
    : refuse(commonRefusals.notFound)
}

const PassingRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  status: Status,
  studyDoneAt: Nullable(Type.String()),
  examPassed: Type.Boolean(),
  year: Type.Integer(),
  classType: Type.String(),
  name: Type.String(),
  hoursTenths: Type.Integer(),
  courses: Type.Array(
    Type.Object({
      attribute: Type.Unsafe<CourseHours['attribute']>(Type.String()),
      hoursTenths: Type.Integer(),
    }),
  ),
})

async function lockPassing(tx: Tx, enrolmentId: string): Promise<Static<typeof PassingRow>> {
  const rows = await tx`
    select e.id, e.project_id, e.account_id, e.status, e.study_done_at, e.exam_passed,
      c.year, c.class_type, c.name, c.hours_tenths,
      coalesce((
        select json_agg(json_build_object('attribute', co.attribute, 'hoursTenths', co.hours_tenths))
        from class_courses cc join courses co on co.id = cc.course_id where cc.class_id = c.id), '[]') as courses
    from enrolments e join train_classes c on c.id = e.class_id
    where e.id = ${enrolmentId} for no key update of e`
  return rowOf(PassingRow, rows) ?? refuse(commonRefusals.notFound)
}

/** Passes an active enrolment when every requirement is met; gives whether it stands passed now. */
export async function passIfComplete(tx: Tx, enrolmentId: string): Promise<boolean> {
  const passing = await lockPassing(tx, enrolmentId)
  if (passing.status !== 'active') return passing.status === 'passed'
  if (!isComplete({ ...passing, examRequired: false })) return false
  await tx`
    update enrolments set status = 'passed', passed_at = moment(), passed_by = 'rule' where id = ${enrolmentId}`
  await earnHours(tx, {
    projectId: passing.projectId,
    accountId: passing.accountId,
    enrolmentId,
    year: passing.year,
    classType: passing.classType,
    title: passing.name,
    hoursTenths: splitHours(passing.hoursTenths, passing.courses),
  })
  await audit(tx, {
    by: { accountId: passing.accountId, projectId: passing.projectId },
    action: 'enrolment.pass',
    subjectKind: 'enrolment',
    subjectId: enrolmentId,
    before: { status: 'active' },
    after: { status: 'passed', passedBy: 'rule' },
  })
  return true
}
