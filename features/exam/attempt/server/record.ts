import { Type } from 'typebox'
import { Refusal } from '../../../../contract/refusal.ts'
import { type Pool, rowsOf } from '../../../../server/db.ts'
import { groupCommit, type GroupWriter } from '../../../../server/groupCommit.ts'
import { recordExam } from '../../../enrolment/server/actions.ts'

const RecordRow = Type.Object({
  enrolmentId: Type.String(),
  score: Type.Number(),
  passed: Type.Boolean(),
})

/** Tells enrolments the results of scored attempts, each once, in one transaction. */
async function tell(db: Pool, attemptIds: readonly string[], told = true): Promise<void> {
  await db.begin(async (tx) => {
    const rows = await tx`
      update exam_attempts set recorded_at = moment()
      where id = any(${attemptIds as string[]}::uuid[]) and status = 'scored' and recorded_at is null
      returning enrolment_id, score, passed`
    const results = rowsOf(RecordRow, rows)
    if (told) await Promise.all(results.map((result) => recordExam(tx, result)))
  })
}

/** Tells a batch; where one place was left for good, the others are told one by one and that one nothing. */
async function tellAll(db: Pool, attemptIds: readonly string[]): Promise<void> {
  try {
    await tell(db, attemptIds)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (attemptIds.length === 1) await tell(db, attemptIds, false)
    else for (const attemptId of attemptIds) await tellAll(db, [attemptId])
  }
}

const writers = new WeakMap<Pool, GroupWriter<string, void>>()

function recordWriter(db: Pool): GroupWriter<string, void> {
  let writer = writers.get(db)
  if (!writer) {
    writer = groupCommit<string, void>({
      key: (attemptId) => attemptId,
      commit: async (batch) => {
        await tellAll(db, batch)
        return batch.map(() => undefined)
      },
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
  const due = () => db`
    select id from exam_attempts where status = 'scored' and recorded_at is null order by submitted_at limit 50`
  let told = 0
  for (let waiting = await due(); waiting.length > 0; waiting = await due()) {
    await tellAll(
      db,
      waiting.map(({ id }) => id as string),
    )
    told += waiting.length
  }
  return told
}

/** Ends telling; what is left the job of the next start tells. */
export const closeRecords = (db: Pool) => recordWriter(db).close()
