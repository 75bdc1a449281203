import { type Static, Type } from 'typebox'
import type { Action } from '../../../../server/audit.ts'
import { type Db, type Fragment, type Pool, rowsOf, type Tx } from '../../../../server/db.ts'
import { type Events, listenersOf } from '../../../../server/events.ts'
import { groupCommitOf } from '../../../../server/groupCommit.ts'
import { failExhausted, recordExams } from '../../../enrolment/server/actions.ts'
import { exhaustedOf, isExhausted } from './data.ts'
import { type Failure, postpone } from './retry.ts'

const ResultRow = Type.Object({
  id: Type.String(),
  enrolmentId: Type.String(),
  score: Type.Number(),
  passed: Type.Boolean(),
})
type Result = Static<typeof ResultRow>

/**
 * True if the result of an attempt is to be recorded. For attempts that are named: as a condition it would let an index of
 * what waits be searched, and all that a crowd has waiting be read for each.
 */
const waits = (db: Db): Fragment => db`status = 'scored' and recorded_at is null`

declare module '../../../../server/events.ts' {
  interface Events {
    /**
     * The results of locked attempts have become known to their enrolments, or, with who did it and why, were corrected
     * or voided.
     */
    attemptResults(
      tx: Tx,
      attemptIds: readonly string[],
      why: { by: NonNullable<Action['by']>; reason: string } | null,
    ): Promise<void>
  }
}

/** Lets the features above hear of the results of locked attempts. */
export async function tellResults(
  tx: Tx,
  attemptIds: readonly string[],
  why: Parameters<Events['attemptResults']>[2],
): Promise<void> {
  for (const hear of listenersOf('attemptResults')) await hear(tx, attemptIds, why)
}

/** Lets enrolments that are locked, and the features above, know of the results of attempts that are locked. */
export async function publishResults(tx: Tx, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return
  await tellResults(
    tx,
    results.map(({ id }) => id),
    null,
  )
  await recordExams(tx, results)
}

/**
 * Records the results of scored attempts, or of those that were not passed, with their enrolments, once. An enrolment that
 * has ended is told nothing.
 */
async function recordResults(
  tx: Tx,
  attemptIds: readonly string[],
  { failedOnly }: { failedOnly: boolean },
): Promise<void> {
  const wanted = tx`id = any(${attemptIds as string[]}::uuid[]) and ${failedOnly ? tx`not passed` : tx`true`}`
  // Enrolments before attempts, as everywhere.
  await tx`
    select from enrolments where id in (select enrolment_id from exam_attempts where ${wanted})
    order by id for no key update`
  const locked = await tx`
    select id, enrolment_id, score, passed, ${waits(tx)} as waits from exam_attempts where ${wanted}
    order by id for no key update`
  const results = rowsOf(
    ResultRow,
    locked.filter((row) => row.waits),
  )
  const ids = results.map(({ id }) => id)
  if (ids.length === 0) return
  await tx`
    update exam_attempts set recorded_at = moment(), failures = 0, retry_at = null, last_error = null
    where id = any(${ids}::uuid[])`
  await publishResults(tx, results)
  const enrolmentIds = results.map(({ enrolmentId }) => enrolmentId)
  for (const enrolmentId of await exhaustedOf(tx, enrolmentIds)) await failExhausted(tx, enrolmentId)
}

/** Those of some attempts whose results are to be recorded. */
async function waitingOf(db: Pool, attemptIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string; waits: boolean }[]>`
    select id, ${waits(db)} as waits from exam_attempts where id = any(${attemptIds as string[]}::uuid[]) order by id`
  return rows.filter((row) => row.waits).map(({ id }) => id)
}

/**
 * Records results: together what was not passed, and alone what is left, since a pass locks hours and certificates. One that
 * fails stops no other, is postponed and returned with its cause.
 */
async function recordEach(db: Pool, attemptIds: readonly string[], signal?: AbortSignal): Promise<Failure[]> {
  const record = (ids: readonly string[], failedOnly: boolean) =>
    db.begin((tx) => recordResults(tx, ids, { failedOnly }))
  signal?.throwIfAborted()
  let left = attemptIds
  if (attemptIds.length > 1) {
    // Which of them fails, and why, is seen when each is recorded alone.
    await record(attemptIds, true).catch(() => undefined)
    left = await waitingOf(db, attemptIds)
  }
  const failures: Failure[] = []
  for (const attemptId of left) {
    signal?.throwIfAborted()
    const failed = await record([attemptId], false).then(
      () => null,
      (error: unknown) => postpone(db, attemptId, error),
    )
    if (failed) failures.push(failed)
  }
  return failures
}

/** Fails an enrolment that is open again with no attempt left, as after it was suspended or passed manually. */
export async function failReopened(tx: Tx, enrolmentId: string): Promise<void> {
  if (await isExhausted(tx, enrolmentId)) await failExhausted(tx, enrolmentId)
}

const recordWriter = groupCommitOf<string, void>({
  key: (attemptId) => attemptId,
  async commit(db, batch) {
    await recordEach(db, batch)
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
    order by submitted_at limit 200`
  const failures: Failure[] = []
  for (let waiting = await due(); waiting.length > 0; waiting = await due()) {
    const ids = waiting.map(({ id }) => id as string)
    failures.push(...(await recordEach(db, ids, signal)))
  }
  return failures
}

/** Ends recording; what is left the job of the next start records. */
export const closeRecords = (db: Pool) => recordWriter(db).close()
