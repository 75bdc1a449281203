import { Type } from 'typebox'
import { Refusal } from '../../../../contract/refusal.ts'
import type { Action } from '../../../../server/audit.ts'
import { type Pool, rowOf, type Tx } from '../../../../server/db.ts'
import { type Events, listenersOf } from '../../../../server/events.ts'
import { groupCommitOf } from '../../../../server/groupCommit.ts'
import { enrolmentRefusals } from '../../../enrolment/contract.ts'
import { failExhausted, recordExam } from '../../../enrolment/server/actions.ts'
import { isExhausted } from './data.ts'
import { type Failure, postpone } from './retry.ts'

const RecordRow = Type.Object({
  enrolmentId: Type.String(),
  score: Type.Number(),
  passed: Type.Boolean(),
})

declare module '../../../../server/events.ts' {
  interface Events {
    /**
     * The result of a locked attempt has become known to its enrolment, or, with who did it and why, was corrected or
     * voided.
     */
    attemptResult(
      tx: Tx,
      attemptId: string,
      why: { by: NonNullable<Action['by']>; reason: string } | null,
    ): Promise<void>
  }
}

/** Lets the features above hear of the result of a locked attempt. */
export async function tellResult(
  tx: Tx,
  attemptId: string,
  why: Parameters<Events['attemptResult']>[2],
): Promise<void> {
  for (const hear of listenersOf('attemptResult')) await hear(tx, attemptId, why)
}

/** Marks a scored attempt as recorded and gives what its enrolment has to know; null when it knows already. */
async function take(tx: Tx, attemptId: string) {
  // Enrolments before attempts, as everywhere.
  await tx`
    select from enrolments where id = (select enrolment_id from exam_attempts where id = ${attemptId})
    for no key update`
  const rows = await tx`
    update exam_attempts set recorded_at = moment(), failures = 0, retry_at = null, last_error = null
    where id = ${attemptId} and status = 'scored' and recorded_at is null returning enrolment_id, score, passed`
  const result = rowOf(RecordRow, rows)
  if (result) await tellResult(tx, attemptId, null)
  return result
}

/**
 * Records the result of one scored attempt with its enrolment, once, in a transaction of its own: one that fails stops
 * no other, is postponed and returned with its cause. An ended enrolment is not notified.
 */
async function recordOne(db: Pool, attemptId: string): Promise<Failure | null> {
  try {
    await db.begin(async (tx) => {
      const result = await take(tx, attemptId)
      if (result) await recordExam(tx, { ...result, exhausted: await isExhausted(tx, result.enrolmentId) })
    })
    return null
  } catch (error) {
    if (error instanceof Refusal && error.words === enrolmentRefusals.notOpen) {
      await db.begin((tx) => take(tx, attemptId))
      return null
    }
    return postpone(db, attemptId, error)
  }
}

/** Fails an enrolment that is open again with no attempt left, as after it was suspended or passed manually. */
export async function failReopened(tx: Tx, enrolmentId: string): Promise<void> {
  if (await isExhausted(tx, enrolmentId)) await failExhausted(tx, enrolmentId)
}

const recordWriter = groupCommitOf<string, void>({
  key: (attemptId) => attemptId,
  async commit(db, batch) {
    for (const attemptId of batch) await recordOne(db, attemptId)
    return batch.map(() => undefined)
  },
})

/** Results waiting to be recorded; beyond it submitting comes first and the job records the rest. */
const crowd = 16

/** Records a result immediately, unless a crowd is submitting; what fails here the job tries again. */
export async function recordSoon(db: Pool, attemptId: string): Promise<void> {
  const writer = recordWriter(db)
  if (writer.size < crowd) await writer.write(attemptId)
}

/**
 * Records every result that is due, until the signal stops it; returns what failed. It ends: each is recorded or
 * postponed.
 */
export async function recordAll(db: Pool, signal: AbortSignal): Promise<Failure[]> {
  const due = () => db`
    select id from exam_attempts where status = 'scored' and recorded_at is null
      and (retry_at is null or retry_at <= moment())
    order by submitted_at limit 50`
  const failures: Failure[] = []
  for (let waiting = await due(); waiting.length > 0; waiting = await due()) {
    for (const { id } of waiting) {
      signal.throwIfAborted()
      const failure = await recordOne(db, id as string)
      if (failure) failures.push(failure)
    }
  }
  return failures
}

/** Ends recording; what is left the job of the next start records. */
export const closeRecords = (db: Pool) => recordWriter(db).close()
