import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { markOf } from '../../rules.ts'
import { contentsOf, keysOf } from '../../server/actions.ts'
import { exerciseRefusals, type exerciseCalls } from '../contract.ts'
import { outOfBook } from '../rules.ts'
import { findPractised, isSitting } from './data.ts'

type Book = OutputOf<typeof exerciseCalls.checkExercise>['book']

/** Records an answer of a learner's practice, whichever device it came from; gives what it does to the book of wrong ones. */
async function record(
  tx: Tx,
  of: { accountId: string; classId: string | null; questionId: string; part: number },
  right: boolean | null,
): Promise<Book> {
  const { accountId, classId, questionId, part } = of
  const [before] = await tx<{ wrong: boolean }[]>`
    select wrong from exercise_marks
    where account_id = ${accountId} and class_id is not distinct from ${classId}::uuid and question_id = ${questionId}
      and part = ${part} for update`
  const [mark] = await tx<{ wrong: boolean }[]>`
    insert into exercise_marks ${tx({
      ...of,
      inRow: right === true ? 1 : 0,
      wrong: right === false,
      lastRight: right,
    })}
    on conflict (account_id, class_id, question_id, part) do update set tries = exercise_marks.tries + 1,
      in_row = case when ${right === true} then exercise_marks.in_row + 1 when ${right === false} then 0
        else exercise_marks.in_row end,
      wrong = ${right === false} or exercise_marks.wrong
        and not (${right === true} and exercise_marks.in_row + 1 >= ${outOfBook}),
      last_right = ${right}, checked_at = moment()
    returning wrong`
  if (mark!.wrong) return right === false ? 'in' : 'stays'
  return before?.wrong ? 'out' : null
}

/**
 * Returns whether an answer is right, and the key, and records it. Refuses (404) a question that is not open to practice,
 * and (409) while the learner sits an exam: practice would answer it.
 */
export async function checkExercise(
  tx: Tx,
  session: Session,
  input: InputOf<typeof exerciseCalls.checkExercise>,
): Promise<OutputOf<typeof exerciseCalls.checkExercise>> {
  const { versionId, classId, part, answer } = input
  const questionId = (await findPractised(tx, session, versionId, classId)) ?? refuse(commonRefusals.notFound)
  if (await isSitting(tx, session.accountId)) refuse(exerciseRefusals.examUnderWay)
  const [contents, keys] = [await contentsOf(tx, [versionId]), await keysOf(tx, [versionId])]
  const content = contents.get(versionId)?.parts[part] ?? refuse(commonRefusals.notFound)
  const key = keys.get(versionId)![part]!
  const mark = markOf(content, key.answer, answer, 1)
  const right = mark === null ? null : mark === 1
  const { accountId } = session
  const book = await record(tx, { accountId, classId: classId ?? null, questionId, part }, right)
  return { right, ...key, book }
}

/** Keeps a question among a learner's favourites, or lets it go; refuses (404) one that is not open to practice. */
export async function keepFavourite(
  tx: Tx,
  session: Session,
  input: InputOf<typeof exerciseCalls.keepFavourite>,
): Promise<null> {
  const { accountId } = session
  const questionId =
    (await findPractised(tx, session, input.versionId, input.classId)) ?? refuse(commonRefusals.notFound)
  const classId = input.classId ?? null
  if (input.favourite)
    await tx`
      insert into exercise_favourites ${tx({ accountId, classId, questionId })}
      on conflict (account_id, class_id, question_id) do nothing`
  else
    await tx`
      delete from exercise_favourites where account_id = ${accountId} and class_id is not distinct from ${classId}::uuid
        and question_id = ${questionId}`
  return null
}

/** Forgets the practice of a closed account. */
export async function erasePractice(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from exercise_marks where account_id = ${accountId}`
  await tx`delete from exercise_favourites where account_id = ${accountId}`
}
