import { Type } from 'typebox'
import { Refusal } from '../../../../contract/refusal.ts'
import { type Pool, rowOf } from '../../../../server/db.ts'
import { groupCommit, type GroupWriter } from '../../../../server/groupCommit.ts'
import { recordExam } from '../../../enrolment/server/actions.ts'

const RecordRow = Type.Object({
  enrolmentId: Type.String(),
  score: Type.Number(),
  passed: Type.Boolean(),
})

/** Tells an enrolment the result of one scored attempt, once. A place the learner has left learns nothing more. */
async function record(db: Pool, attemptId: string): Promise<void> {
  const tell = (told: boolean) =>
    db.begin(async (tx) => {
      const rows = await tx`
        update exam_attempts set recorded_at = moment()
        where id = ${attemptId} and status = 'scored' and recorded_at is null
        returning enrolment_id, score, passed`
      const result = rowOf(RecordRow, rows)
      if (result && told) await recordExam(tx, result)
    })
  try {
    await tell(true)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tell(false)
  }
}

const writers = new WeakMap<Pool, GroupWriter<string, void>>()

function recordWriter(db: Pool): GroupWriter<string, void> {
  let writer = writers.get(db)
  if (!writer) {
    writer = groupCommit<string, void>({
      key: (attemptId) => attemptId,
      commit: async (batch) => {
        for (const attemptId of batch) await record(db, attemptId)
        return batch.map(() => undefined)
      },
      maxBatch: 8,
    })
    writers.set(db, writer)
  }
  return writer
}

/** Results waiting to be told; beyond it submitting comes first and the job tells the rest. */
const crowd = 16

/** Tells the enrolment at once, unless a crowd is submitting. */
export async function recordSoon(db: Pool, attemptId: string): Promise<void> {
  const writer = recordWriter(db)
  if (writer.size < crowd) await writer.write(attemptId)
}

/** Tells every result that was not told yet; gives how many. */
export async function recordAll(db: Pool): Promise<number> {
  for (let told = 0; ; ) {
    const waiting = await db`
      select id from exam_attempts where status = 'scored' and recorded_at is null
      order by submitted_at limit 200`
    if (waiting.length === 0) return told
    for (const { id } of waiting) await record(db, id as string)
    told += waiting.length
  }
}

/** Ends telling; what is left the job of the next start tells. */
export const closeRecords = (db: Pool) => recordWriter(db).close()
