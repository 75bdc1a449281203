import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import type { Db } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { markOf } from '../../rules.ts'
import { contentsOf, keysOf } from '../../server/actions.ts'
import { exerciseRefusals, type exerciseCalls } from '../contract.ts'
import { isSitting, mayPractise } from './data.ts'

/**
 * Returns whether an answer is right, and the key. Refuses (404) a question that is not open to practice, and
 * (409) while the learner sits an exam: practice would answer it.
 */
export async function checkExercise(
  db: Db,
  session: Session,
  input: InputOf<typeof exerciseCalls.checkExercise>,
): Promise<OutputOf<typeof exerciseCalls.checkExercise>> {
  const { versionId, part, answer } = input
  if (!(await mayPractise(db, session, versionId))) refuse(commonRefusals.notFound)
  if (await isSitting(db, session.accountId)) refuse(exerciseRefusals.examUnderWay)
  const [contents, keys] = await Promise.all([contentsOf(db, [versionId]), keysOf(db, [versionId])])
  const content = contents.get(versionId)?.parts[part] ?? refuse(commonRefusals.notFound)
  const key = keys.get(versionId)![part]!
  const mark = markOf(content, key.answer, answer, 1)
  return { right: mark === null ? null : mark === 1, ...key }
}
