import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit, type Action } from '../../../server/audit.ts'
import type { Fragment, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { assertNotOwn } from '../../approval/server/actions.ts'
import { revokeCertificate } from '../../certificate/server/actions.ts'
import { reverseClassHours } from '../../hours/server/actions.ts'
import { enrolmentRefusals, type EnrolmentStatus } from '../contract.ts'
import { admittedStatuses, enrolmentLifecycle, isComplete, passesByRule, studyStatuses } from '../rules.ts'
import { examRequired, nameEnrolments } from './data.ts'
import {
  earnElectives,
  electiveTenths,
  lockPassing,
  mayEarnElective,
  type PassedHow,
  passIfComplete,
  settlePass,
} from './pass.ts'
import { settleReopened, transition } from './transition.ts'

export { nameEnrolments, passIfComplete, transition }
export { countGiven, getOffer, lockApproved } from './offer.ts'
export { moveBack, moveInto } from './move.ts'
export { type NewEnrolment, openEnrolment, openTogether } from './open.ts'
export {
  assertSeen,
  examRequired,
  holdOf,
  metBy,
  needsSecond,
  passedAlone,
  requirementColumns,
  statusNow,
} from './data.ts'

/**
 * Writes down how far a learner has come: progress in basis points, seconds in all, where to resume. Nothing
 * falls; `done` means that every required video is watched. Refuses (409) unless the enrolment is open, or all of it is
 * known to have been watched before the end, which may have come since (`inTime`).
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
    inTime?: boolean
  },
): Promise<void> {
  const { inTime = false } = study
  const statuses: readonly EnrolmentStatus[] = inTime ? [...studyStatuses, 'expired'] : studyStatuses
  const [row] = await tx`
    update enrolments set progress = greatest(progress, ${study.progress}),
      watched_seconds = greatest(watched_seconds, ${study.watchedSeconds}),
      last_item_id = ${study.lastItemId}, last_position = ${study.lastPosition}, studied_at = moment(),
      study_done_at = coalesce(study_done_at, case when ${study.done} then moment() end)
    where id = ${study.enrolmentId} and status = any(${statuses as EnrolmentStatus[]})
      and (${inTime} or status = 'passed' or expires_at is null or expires_at > moment())
    returning status`
  if (!row) refuse(enrolmentRefusals.notOpen)
  if (study.done && row.status === 'active') await passIfComplete(tx, study.enrolmentId)
  if (row.status === 'passed') await earnElectives(tx, study.enrolmentId)
}

/**
 * Writes how far these learners have come, as recordStudy does for one, in one statement. `studies` is a query of
 * enrolment_id, progress, watched_seconds, last_item_id, last_position and done, one row an enrolment. What was watched
 * was watched before an end that may have come since; those that are left for good stay as they are. Returns the
 * enrolments it wrote, and in `passing` those it skipped because their class may pass by it, or a passed one has
 * finished an elective: recordStudy takes them one by one, so that hours are written together with their progress.
 */
export async function recordStudies(
  tx: Tx,
  enrolmentIds: readonly string[],
  studies: Fragment,
): Promise<{ recorded: string[]; passing: string[] }> {
  const passes = tx`(
    (s.done and e.status = 'active' and (e.exam_passed or not ${examRequired(tx)})
      and ${electiveTenths(tx)} >= c.elective_min_tenths)
    or (e.status = 'passed' and ${mayEarnElective(tx)}))`
  // In one order, as others who lock many.
  await tx`
    select from enrolments where id = any(${enrolmentIds as string[]}::uuid[]) order by id for no key update`
  // Whether it passes is evaluated on the row as it is when written: an exam may have been passed since the query
  // began.
  const rows = await tx`
    with s as materialized (${studies}),
    recorded as (
      update enrolments e set progress = greatest(e.progress, s.progress),
        watched_seconds = greatest(e.watched_seconds, s.watched_seconds), last_item_id = s.last_item_id,
        last_position = s.last_position, studied_at = moment(),
        study_done_at = coalesce(e.study_done_at, case when s.done then moment() end)
      from s, train_classes c
      where e.id = s.enrolment_id and c.id = e.class_id and is_admitted(e.status) and not ${passes}
      returning e.id)
    select id, false as passes from recorded
    union all
    select e.id, true from s join enrolments e on e.id = s.enrolment_id join train_classes c on c.id = e.class_id
    where is_admitted(e.status) and ${passes}`
  const idsOf = (which: boolean) => rows.filter((row) => row.passes === which).map((row) => row.id as string)
  return { recorded: idsOf(false), passing: idsOf(true) }
}

/**
 * Records results of exams with their locked enrolments: the best score stays, a pass stays, and who has done all else
 * passes. A result that comes after the end is stored too, and counts once the end is extended; an enrolment that has left
 * study for good is not changed.
 */
export async function recordExams(
  tx: Tx,
  exams: readonly { enrolmentId: string; score: number; passed: boolean }[],
): Promise<void> {
  const rows = await tx<{ id: string; status: string; passed: boolean }[]>`
    update enrolments e set exam_score = greatest(e.exam_score, s.score), exam_passed = e.exam_passed or s.passed
    from (
      select r."enrolmentId" as id, max(r.score) as score, bool_or(r.passed) as passed
      from jsonb_to_recordset(${tx.json(exams as never)}) as r ("enrolmentId" uuid, score numeric, passed boolean)
      group by 1) s
    where e.id = any(${exams.map(({ enrolmentId }) => enrolmentId)}::uuid[]) and e.id = s.id and is_admitted(e.status)
    returning e.id, e.status, s.passed`
  for (const { id, status, passed } of rows) if (passed && status === 'active') await passIfComplete(tx, id)
}

/** Fails an open enrolment that has no attempt left and no pass; a suspended one is left as it is. */
export async function failExhausted(tx: Tx, enrolmentId: string): Promise<void> {
  const passing = await lockPassing(tx, enrolmentId)
  if (passing.status !== 'active' || passing.examPassed || passing.suspended) return
  await transition(tx, null, passing, 'exhaust')
}

/** Refuses (409) what a member of staff does about an enrolment of their own, in whichever account. */
export async function assertOthers(
  tx: Tx,
  by: Pick<Session, 'accountId'>,
  enrolmentId: string,
): Promise<void> {
  const [row] = await tx<{ accountId: string }[]>`select account_id from enrolments where id = ${enrolmentId}`
  if (row) await assertNotOwn(tx, by, row.accountId)
}

/**
 * Passes an enrolment manually, for a reason, and marks it so for good. Refuses (409) all but open and failed ones,
 * suspended ones, and one's own.
 */
export async function passByHand(
  tx: Tx,
  enrolmentId: string,
  how: Omit<PassedHow, 'passedBy'>,
): Promise<void> {
  const passing = await lockPassing(tx, enrolmentId)
  if (passing.suspended) refuse(enrolmentRefusals.suspended)
  if (how.by) await assertNotOwn(tx, how.by, passing.accountId)
  await settlePass(tx, passing, { ...how, passedBy: 'manual' })
}

/**
 * Takes a pass back, for a reason: the enrolment is open again, its hours are reverted line by line, its certificate
 * is revoked. With `barred`, or where an earlier bar was never lifted, no rule passes it again until a person lifts
 * that; where no attempt is left it has failed. Refuses (409) all but passed ones.
 */
export async function revertPass(
  tx: Tx,
  by: NonNullable<Action['by']>,
  enrolmentId: string,
  reason: string,
  barred: boolean,
): Promise<void> {
  const passing = await lockPassing(tx, enrolmentId)
  const status = enrolmentLifecycle.next(passing.status, 'unpass')
  await tx`
    update enrolments set status = ${status}, passed_at = null, passed_by = null, pass_reason = null,
      bar_reason = ${barred ? reason : tx`bar_reason`}
    where id = ${enrolmentId}`
  await reverseClassHours(tx, enrolmentId, { operatorId: by.accountId, reason })
  await revokeCertificate(tx, enrolmentId, reason)
  await audit(tx, {
    by,
    projectId: passing.projectId,
    action: 'enrolment.unpass',
    subjectKind: 'enrolment',
    subjectId: enrolmentId,
    before: { status: passing.status },
    after: { status, barred },
    reason,
  })
  await settleReopened(tx, enrolmentId)
}

/**
 * Ends an enrolment whose money goes back, for a reason: its place is free, its hours are reversed line by line, its
 * certificate is revoked. Refuses (409) one that was left, and what would leave the learner fewer hours than none.
 */
export async function endRefunded(
  tx: Tx,
  by: NonNullable<Action['by']>,
  enrolmentId: string,
  reason: string,
): Promise<void> {
  await transition(tx, by, await lockPassing(tx, enrolmentId), 'refund', reason)
  await reverseClassHours(tx, enrolmentId, { operatorId: by.accountId, reason })
  await revokeCertificate(tx, enrolmentId, reason)
}

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

/** Opens an enrolment again that has ended or failed; an open one stays. Refuses (409) what was left. */
export async function reopen(
  tx: Tx,
  by: NonNullable<Action['by']>,
  enrolmentId: string,
  reason: string,
): Promise<void> {
  const passing = await lockPassing(tx, enrolmentId)
  if (passing.status !== 'active') await transition(tx, by, passing, 'reopen', reason)
}

/**
 * Saves the exam results of an enrolment after a correction, which may be less than before: the pass follows, won or
 * reverted; so does the failure of anyone who has no attempt left. A pass that never depended on an exam stays: a
 * manual one, and one by a rule that required no exam then.
 */
export async function restateExam(
  tx: Tx,
  by: NonNullable<Action['by']>,
  exam: {
    enrolmentId: string
    score: number | null
    passed: boolean
    exhausted: boolean
    reason: string
  },
): Promise<void> {
  const before = await lockPassing(tx, exam.enrolmentId)
  if (!admittedStatuses.includes(before.status)) refuse(enrolmentRefusals.notOpen)
  await tx`
    update enrolments set exam_score = ${exam.score}, exam_passed = ${exam.passed}
    where id = ${exam.enrolmentId}`
  const passing = { ...before, examPassed: exam.passed }
  const lost = before.examPassed && !exam.passed && !isComplete(passing)
  if (passing.status === 'passed' && passing.passedBy === 'rule' && lost) {
    await revertPass(tx, by, exam.enrolmentId, exam.reason, false)
  } else if (passesByRule(passing) && enrolmentLifecycle.can(passing.status, 'pass')) {
    await settlePass(tx, passing, { by, passedBy: 'rule', reason: null })
    return
  }
  const { id, projectId, classId, status } = await lockPassing(tx, exam.enrolmentId)
  const failed = exam.exhausted && !exam.passed
  if (failed ? status === 'active' && !passing.suspended : status === 'failed') {
    await transition(tx, by, { id, projectId, classId, status }, failed ? 'exhaust' : 'reopen', exam.reason)
  }
}
