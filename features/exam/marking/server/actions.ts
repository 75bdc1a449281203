import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { contentsOf, keysOf } from '../../../question/server/actions.ts'
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

/** Gives points for essays of an attempt in marking; with the last of them it is scored. */
export async function saveMarking(
  tx: Tx,
  session: Session,
  input: InputOf<typeof markingCalls.saveMarking>,
): Promise<OutputOf<typeof markingCalls.saveMarking>> {
  const attempt = await getAttempt(tx, session.scope, input.attemptId, true)
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

/** Voids an attempt for a reason; refuses (409) one that the learner passed by. */
export async function voidAttempt(
  tx: Tx,
  session: Session,
  attemptId: string,
  reason: string,
): Promise<void> {
  const attempt = await getAttempt(tx, session.scope, attemptId, true)
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
}
