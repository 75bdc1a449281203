import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Pool } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { getHeldHours, listHeldHours } from '../../../hours/server/actions.ts'
import { contentsOf, keysOf } from '../../../question/server/actions.ts'
import { drawPaper } from '../../paper/server/actions.ts'
import { asShown, sizeOf } from '../../paper/rules.ts'
import { type Answers, attemptRefusals, type ExamPaper, type ExamResult, type MyExam } from '../contract.ts'
import { isAnswered } from '../../../question/rules.ts'
import { attemptsLeft, isMakeUp, mayShowKeys, shownPaper, stateOf } from '../rules.ts'
import {
  getMyAttempt,
  getSitting,
  inTime,
  isExhausted,
  lessonsOf,
  listMyAttempts,
  listMyExams,
  type OpenAttempt,
  type Sitting,
} from './data.ts'
import { beginWriter } from './begin.ts'
import { recordSoon, tellResults } from './record.ts'
import { type Ended, submitWriter, type Submission } from './settle.ts'

export { isExhausted, recordSoon, tellResults }

/** Ends an attempt and lets the enrolment know; refuses (404) one that is not the learner's. */
export async function endAttempt(db: Pool, submission: Submission): Promise<Ended> {
  const ended = (await submitWriter(db).write(submission)) ?? refuse(commonRefusals.notFound)
  if (ended.status === 'scored' && !ended.recorded) await recordSoon(db, ended.attemptId)
  return ended
}

/** Exams of a learner's classes with the learner's status in each. */
export async function findMyExams(
  db: Pool,
  accountId: string,
  filter: { classId?: string | undefined; examId?: string | undefined },
): Promise<MyExam[]> {
  const exams = await listMyExams(db, accountId, filter)
  const held = await listHeldHours(
    db,
    accountId,
    exams.map(({ classId }) => classId),
  )
  const attempts = await listMyAttempts(
    db,
    accountId,
    exams.map(({ enrolmentId }) => enrolmentId),
  )
  return exams.map((exam) => ({
    ...exam,
    heldTenths: held.get(exam.classId) ?? 0,
    questions: exam.sections.reduce((sum, section) => sum + sizeOf(section), 0),
    allowed: exam.attempts + exam.makeUps,
    makeUp: isMakeUp(exam),
    makeUpsLeft: Math.max(0, exam.makeUpAttempts - exam.makeUps),
    state: stateOf(exam),
    attempts: attempts.filter(
      ({ examId, enrolmentId }) => examId === exam.examId && enrolmentId === exam.enrolmentId,
    ),
  }))
}

async function paperOf(db: Pool, examId: string, sitting: Sitting, open: OpenAttempt): Promise<ExamPaper> {
  const contents = await contentsOf(
    db,
    open.items.map(({ v }) => v),
  )
  return {
    ...open,
    ...shownPaper(open.items, contents),
    examId,
    name: sitting.name,
    className: sitting.className,
    now: sitting.now,
    leaveLimit: sitting.leaveLimit,
  }
}

/** An attempt is ended, another window's is found, or the learner is refused: so many turns are never needed. */
const turns = 4

const percent = (points: number) => Math.floor(points / 100)

/** Refuses with the rule that holds a learner. */
function assertOpen(sitting: Sitting): void {
  const state = stateOf(sitting)
  if (state === 'open' || state === 'in_progress') return
  refuse(attemptRefusals[state], {
    needed: percent(sitting.requiredProgress),
    have: percent(sitting.progress),
  })
}

/**
 * Begins an exam, or continues with the attempt under way: the same paper and the same deadline, however often
 * and from wherever it is called. With `attemptId` another attempt is never begun. Refuses (409) with the rule
 * that holds the learner.
 */
export async function sitExam(
  db: Pool,
  session: Session,
  visit: { examId: string; attemptId?: string | undefined; agent: string; ip: string },
): Promise<ExamPaper> {
  const { examId, attemptId, agent, ip } = visit
  const { accountId } = session
  for (let turn = 0; turn < turns; turn++) {
    const { sitting, open } = await getSitting(db, accountId, examId)
    if (open && !sitting.underWay) {
      await endAttempt(db, { attemptId: open.attemptId, accountId, answers: {}, reason: 'deadline' })
      continue
    }
    if (attemptId !== undefined && open?.attemptId !== attemptId) await refuseEnded(db, accountId, attemptId)
    if (open) return paperOf(db, examId, sitting, open)
    assertOpen(sitting)
    const makeUp = isMakeUp(sitting)
    const drawn = await drawPaper(db, sitting)
    const begun = await beginWriter(db).write({ session, examId, sitting, ...drawn, device: agent, ip })
    // Another window was faster, or the place has just ended: the next turn finds out.
    if (!begun) continue
    const { total, passScore, sections } = sitting
    const fresh = { answers: {}, revision: 0, lastSavedAt: null, timesLeft: 0, items: drawn.items, sections }
    return paperOf(
      db,
      examId,
      { ...sitting, now: begun.startedAt },
      { ...begun, ...fresh, makeUp, total, passScore },
    )
  }
  return refuse(attemptRefusals.busy)
}

/** Refuses (409) what is asked of a learner's own attempt that has ended, by how it did; (404) that of another. */
async function refuseEnded(db: Pool, accountId: string, attemptId: string): Promise<never> {
  const { status } = await getMyAttempt(db, accountId, attemptId)
  return refuse(status === 'voided' ? attemptRefusals.voided : attemptRefusals.submitted)
}

/** Counts that the page was left; past the exam's limit the attempt is submitted with what is saved. */
export async function reportLeave(
  db: Pool,
  accountId: string,
  attemptId: string,
): Promise<{ timesLeft: number; leaveLimit: number | null; submitted: boolean }> {
  const [row] = await db`
    update exam_attempts a set times_left = a.times_left + 1 from exams x
    where a.id = ${attemptId} and a.account_id = ${accountId} and x.id = a.exam_id
      and a.status = 'in_progress' and ${inTime(db)}
    returning a.times_left, x.leave_limit`
  if (!row) {
    return refuseEnded(db, accountId, attemptId)
  }
  const { timesLeft, leaveLimit } = row as unknown as { timesLeft: number; leaveLimit: number | null }
  const submitted = leaveLimit !== null && timesLeft > leaveLimit
  if (submitted) await endAttempt(db, { attemptId, accountId, answers: {}, reason: 'left' })
  return { timesLeft, leaveLimit, submitted }
}

/** The result of a learner's own attempt; right, wrong and keys only once they may be shown. */
export async function getResult(db: Pool, accountId: string, attemptId: string): Promise<ExamResult> {
  let row = await getMyAttempt(db, accountId, attemptId)
  if (row.status === 'in_progress' && row.late) {
    await endAttempt(db, { attemptId, accountId, answers: {}, reason: 'deadline' })
    row = await getMyAttempt(db, accountId, attemptId)
  }
  const { items, answers, marks, attemptPassed, year, creditedTenths, certified, ...shown } = row
  const ended = row.status === 'scored'
  return {
    ...shown,
    passed: attemptPassed,
    credit:
      row.enrolmentStatus === 'passed'
        ? {
            year,
            hoursTenths: creditedTenths,
            heldTenths: await getHeldHours(db, row.enrolmentId),
            certified,
          }
        : null,
    answered: items.filter((_, i) => isAnswered(answers[String(i + 1)])).length,
    questions: items.length,
    state: stateOf(row),
    attemptsLeft: attemptsLeft(row),
    review: ended && marks && mayShowKeys(row.showAnswers, row) ? await reviewOf(db, row) : null,
  }
}

async function reviewOf(
  db: Pool,
  row: Awaited<ReturnType<typeof getMyAttempt>>,
): Promise<ExamResult['review']> {
  const versions = row.items.map(({ v }) => v)
  const [contents, keys, lessons] = await Promise.all([
    contentsOf(db, versions),
    keysOf(db, versions),
    lessonsOf(db, versions),
  ])
  const { materials, items } = shownPaper(row.items, contents)
  return {
    materials,
    items: items.map((shown, i) => {
      const item = row.items[i]!
      const key = keys.get(item.v)![item.p]!
      return {
        ...shown,
        given: row.answers[String(shown.no)] ?? [],
        mark: row.marks![String(shown.no)] ?? null,
        answer: asShown(item, key.answer),
        analysis: key.analysis,
        lesson: lessons.get(item.v) ?? null,
      }
    }),
  }
}

/** Characters of a set of answers. */
export const lengthOf = (answers: Answers) =>
  Object.values(answers).reduce((sum, texts) => sum + texts.reduce((all, text) => all + text.length, 0), 0)
