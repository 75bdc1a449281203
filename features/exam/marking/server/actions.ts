import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit, type Action } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { handlerOf } from '../../../../server/events.ts'
import type { Session } from '../../../../server/session.ts'
import { assertOthers, restateExam } from '../../../enrolment/server/actions.ts'
import { contentsOf, keysOf } from '../../../question/server/actions.ts'
import { isExhausted, tellResults } from '../../attempt/server/actions.ts'
import { attemptLifecycle, type Marks, shownPaper, sumOf } from '../../attempt/rules.ts'
import { asShown } from '../../paper/rules.ts'
import { type MarkedPaper, type markingCalls, markingRefusals } from '../contract.ts'
import { getAttempt } from './data.ts'

/** A submitted attempt with its answers, points and keys. */
export async function getMarking(db: Db, session: Session, attemptId: string): Promise<MarkedPaper> {
  const attempt = await getAttempt(db, session.scope, attemptId, false)
  const versions = attempt.items.map(({ v }) => v)
  const [contents, keys] = await Promise.all([contentsOf(db, versions), keysOf(db, versions)])
  const { materials, items } = shownPaper(attempt.items, contents)
  return {
    ...attempt,
    materials,
    items: items.map((shown, i) => {
      const item = attempt.items[i]!
      const key = keys.get(item.v)![item.p]!
      const given = attempt.answers[String(shown.no)] ?? []
      const mark = attempt.marks?.[String(shown.no)] ?? null
      return { ...shown, given, mark, answer: asShown(item, key.answer), analysis: key.analysis }
    }),
  }
}

/** Gives points for essays of an attempt in marking; with the last of them it is scored. Refuses (409) one's own. */
export async function saveMarking(
  tx: Tx,
  session: Session,
  input: InputOf<typeof markingCalls.saveMarking>,
): Promise<OutputOf<typeof markingCalls.saveMarking>> {
  const attempt = await getAttempt(tx, session.scope, input.attemptId, true)
  await assertOthers(tx, session, attempt.enrolmentId)
  const scored = attemptLifecycle.next(attempt.status, 'score')
  const versions = attempt.items.map(({ v }) => v)
  const contents = await contentsOf(tx, versions)
  const marks: Marks = { ...attempt.marks }
  for (const { no, score } of input.marks) {
    const item = attempt.items[no - 1]
    if (!item || contents.get(item.v)!.parts[item.p]!.type !== 'essay') {
      refuse(markingRefusals.notEssay, { no }, 'marks')
    }
    if (score > item.s || !Number.isInteger(score * 2)) {
      refuse(markingRefusals.tooMuch, { no, most: item.s }, 'marks')
    }
    marks[String(no)] = score
  }
  const { sum, open } = sumOf(marks)
  const manual = sum - attempt.objective!
  const status = open === 0 ? scored : attempt.status
  const score = open === 0 ? sum : null
  await tx`
    update exam_attempts set ${tx({ status, marks: tx.json(marks), manual, score, passed: score === null ? null : score >= attempt.passScore })}
    where id = ${attempt.attemptId}`
  await audit(tx, {
    by: session,
    action: 'exam-attempt.mark',
    subjectKind: 'exam-attempt',
    subjectId: attempt.attemptId,
    before: { status: attempt.status, marks: attempt.marks },
    after: { status, marks, score },
  })
  return { status, score }
}

declare module '../../../../server/events.ts' {
  interface Events {
    /** A locked attempt with a result is to be voided: who keeps its score proposes that and gives the proposal. */
    attemptToVoid(tx: Tx, session: Session, wanted: { attemptId: string; reason: string }): Promise<string>
  }
}

/**
 * Voids an attempt that has no result yet, or proposes to a second person to void one that has, and gives the proposal.
 * Refuses 404, and (409) one that the learner passed by, one's own, one whose score is still to be recorded, and a second
 * proposal about it.
 */
export async function voidOrPropose(
  tx: Tx,
  session: Session,
  wanted: InputOf<typeof markingCalls.voidAttempt>,
): Promise<OutputOf<typeof markingCalls.voidAttempt>> {
  const { attemptId, reason } = wanted
  await lockEnrolmentOf(tx, attemptId)
  const { status, passed } = await getAttempt(tx, session.scope, attemptId, true)
  if (passed) refuse(markingRefusals.passedAlready)
  if (status === 'scored') return { approvalId: await handlerOf('attemptToVoid')(tx, session, wanted) }
  await voidAttempt(tx, session, attemptId, reason)
  return null
}

/**
 * Voids an attempt for a reason, which was approved where it has a result; refuses (409) one that the learner passed by, and
 * one's own.
 */
export async function voidAttempt(
  tx: Tx,
  session: Session,
  attemptId: string,
  reason: string,
): Promise<void> {
  const live = await lockEnrolmentOf(tx, attemptId)
  const attempt = await getAttempt(tx, session.scope, attemptId, true)
  await assertOthers(tx, session, attempt.enrolmentId)
  const status = attemptLifecycle.next(attempt.status, 'void')
  if (attempt.passed) refuse(markingRefusals.passedAlready)
  await tx`update exam_attempts set status = ${status} where id = ${attemptId}`
  await audit(tx, {
    by: session,
    action: 'exam-attempt.void',
    subjectKind: 'exam-attempt',
    subjectId: attemptId,
    before: { status: attempt.status, score: attempt.score },
    after: { status },
    reason,
  })
  await tellResults(tx, [attemptId], { by: session, reason })
  if (live) await restate(tx, session, attempt.enrolmentId, reason)
}

/** Locks the enrolment of an attempt, before the attempt as everywhere; returns whether exams still count for it. */
async function lockEnrolmentOf(tx: Tx, attemptId: string): Promise<boolean> {
  const [row] = await tx`
    select is_admitted(status) as counts from enrolments
    where id = (select enrolment_id from exam_attempts where id = ${attemptId})
    for no key update`
  return row?.counts === true
}

/** Updates an enrolment from its attempts: the best score, the pass, whether any attempt is left. */
async function restate(
  tx: Tx,
  by: NonNullable<Action['by']>,
  enrolmentId: string,
  reason: string,
): Promise<void> {
  const [best] = await tx`
    select max(score) as score, coalesce(bool_or(passed), false) as passed from exam_attempts
    where enrolment_id = ${enrolmentId} and status = 'scored'`
  await restateExam(tx, by, {
    enrolmentId,
    score: best!.score as number | null,
    passed: best!.passed as boolean,
    exhausted: await isExhausted(tx, enrolmentId),
    reason,
  })
}

/**
 * Gives a scored attempt another score, for a reason; the marks stay, the difference is saved beside them. What the
 * result of the enrolment follows, and with it the pass. Refuses (409) an attempt not yet scored, and (422) what is
 * no score of the paper. Returns the score it had.
 */
export async function correctScore(
  tx: Tx,
  by: NonNullable<Action['by']>,
  input: { attemptId: string; score: number; reason: string },
): Promise<number> {
  await lockEnrolmentOf(tx, input.attemptId)
  const [attempt] = await tx<Scored[]>`
    select a.id, a.enrolment_id, a.status, a.score, a.corrected, a.total, a.pass_score
    from exam_attempts a where a.id = ${input.attemptId} and a.project_id = ${by.projectId} for update`
  if (!attempt) refuse(commonRefusals.notFound)
  const status = attemptLifecycle.next(attempt.status, 'correct')
  const { score, reason } = input
  if (score < 0 || score > attempt.total || !Number.isInteger(score * 2)) {
    refuse(markingRefusals.noScore, { most: attempt.total }, 'score')
  }
  const corrected = attempt.corrected + score - attempt.score
  await tx`
    update exam_attempts set ${tx({ status, score, corrected, passed: score >= attempt.passScore })},
      recorded_at = coalesce(recorded_at, moment())
    where id = ${attempt.id}`
  await audit(tx, {
    by,
    action: 'exam-attempt.correct',
    subjectKind: 'exam-attempt',
    subjectId: attempt.id,
    before: { score: attempt.score, passed: attempt.score >= attempt.passScore },
    after: { score, passed: score >= attempt.passScore },
    reason,
  })
  await tellResults(tx, [attempt.id], { by, reason })
  await restate(tx, by, attempt.enrolmentId, reason)
  return attempt.score
}

interface Scored {
  id: string
  enrolmentId: string
  status: keyof typeof attemptLifecycle.table
  score: number
  corrected: number
  total: number
  passScore: number
}
