import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { auditAll } from '../../../../server/audit.ts'
import { type Pool, rowsOf, type Tx } from '../../../../server/db.ts'
import { groupCommitOf, isRowFault } from '../../../../server/groupCommit.ts'
import { contentsOf, keysOf } from '../../../question/server/actions.ts'
import type { Item } from '../../paper/rules.ts'
import { Answers, attemptStatuses, type SubmitReason, submitReasons } from '../contract.ts'
import { attemptLifecycle, marksOf, sumOf } from '../rules.ts'
import { inTime, lockWithAttemptsLeft } from './data.ts'
import { publishResults } from './record.ts'
import { type Failure, postpone } from './retry.ts'

/** An attempt to be ended: by its learner with the last answers, or by the system. */
export interface Submission {
  attemptId: string
  /** Null when the system submits; otherwise another learner's attempt is not found. */
  accountId: string | null
  answers: Answers
  reason: SubmitReason
}

const EndingRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  enrolmentId: Type.String(),
  status: Type.Enum([...attemptStatuses]),
  submitReason: Nullable(Type.Enum([...submitReasons])),
  items: Type.Unsafe<Item[]>(Type.Array(Type.Object({}))),
  answers: Answers,
  passScore: Type.Number(),
  score: Nullable(Type.Number()),
  passed: Nullable(Type.Boolean()),
  recorded: Type.Boolean(),
  late: Type.Boolean(),
})

/** The state of an attempt after it was due to be submitted. */
export interface Ended {
  attemptId: string
  status: (typeof attemptStatuses)[number]
  submitReason: SubmitReason | null
  score: number | null
  passed: boolean | null
  /** The enrolment knows the result. */
  recorded: boolean
}

/**
 * Ends a batch of attempts in one transaction and marks what has a key. What comes later than the grace after
 * the deadline is left out: the attempt counts as submitted at its deadline with what was saved. An attempt
 * that has ended answers as it did then; null when there is none of that learner. Results that end nothing, neither
 * passed nor of a last attempt, are recorded with it where they can be.
 */
export function settleBatch(db: Pool, batch: readonly Submission[]): Promise<(Ended | null)[]> {
  return settle(db, batch, { records: true }).catch((error: unknown) => {
    if (!isRowFault(error)) throw error
    return settle(db, batch, { records: false })
  })
}

async function settle(
  db: Pool,
  batch: readonly Submission[],
  { records }: { records: boolean },
): Promise<(Ended | null)[]> {
  const wanted = new Map(batch.map((submission) => [submission.attemptId, submission]))
  const ids = [...wanted.keys()]
  return db.begin(async (tx) => {
    // Enrolments before attempts, as everywhere.
    const held = records ? await lockWithAttemptsLeft(tx, ids) : new Set<string>()
    const rows = rowsOf(
      EndingRow,
      await tx`
        select a.id, a.project_id, a.account_id, a.enrolment_id, a.status, a.submit_reason, a.items, a.answers,
          a.pass_score, a.score, a.passed, a.recorded_at is not null as recorded, not ${inTime(tx)} as late
        from exam_attempts a where a.id = any(${ids}::uuid[]) order by a.id for update`,
    ).filter(({ id, accountId }) => [null, accountId].includes(wanted.get(id)!.accountId))
    const ending = rows.filter(
      (row) => row.status === 'in_progress' && (row.late || wanted.get(row.id)!.reason !== 'deadline'),
    )
    const ended = new Map<string, Ended>(rows.map((row) => [row.id, { ...row, attemptId: row.id }] as const))
    if (ending.length > 0) {
      for (const end of await endAll(tx, ending, wanted, held)) ended.set(end.attemptId, end)
    }
    return batch.map(({ attemptId }) => ended.get(attemptId) ?? null)
  })
}

type Ending = Static<typeof EndingRow>

async function endAll(
  tx: Tx,
  ending: readonly Ending[],
  wanted: ReadonlyMap<string, Submission>,
  held: ReadonlySet<string>,
): Promise<Ended[]> {
  const versions = [...new Set(ending.flatMap(({ items }) => items.map((item) => item.v)))]
  const contents = await contentsOf(tx, versions)
  const keys = await keysOf(tx, versions)
  const ends = ending.map((row) => {
    const { answers, reason } = wanted.get(row.id)!
    const last = row.late ? {} : answers
    const marks = marksOf(row.items, { ...row.answers, ...last }, contents, keys)
    const { sum, open } = sumOf(marks)
    const submitted = attemptLifecycle.next('in_progress', row.late ? 'expire' : 'submit')
    const scored = open === 0
    const passed = scored ? sum >= row.passScore : null
    return {
      id: row.id,
      enrolmentId: row.enrolmentId,
      last,
      marks,
      late: row.late,
      status: attemptLifecycle.next(submitted, scored ? 'score' : 'read'),
      submit_reason: row.late ? ('deadline' as const) : reason,
      objective: sum,
      score: scored ? sum : null,
      passed,
      recorded: passed === false && held.has(row.enrolmentId),
    }
  })
  await tx`
    update exam_attempts a set status = s.status, submit_reason = s.submit_reason, marks = s.marks,
      answers = a.answers || s.last, objective = s.objective, score = s.score, passed = s.passed,
      submitted_at = case when s.late then a.deadline_at else moment() end,
      last_saved_at = case when s.last = '{}' then a.last_saved_at else moment() end,
      recorded_at = case when s.recorded then moment() end, failures = 0, retry_at = null, last_error = null
    from jsonb_to_recordset(${tx.json(ends as never)}) as s (id uuid, last jsonb, marks jsonb, late boolean,
      status text, submit_reason text, objective numeric, score numeric, passed boolean,
      recorded boolean)
    where a.id = s.id`
  await auditAll(
    tx,
    ending.map((row, i) => {
      const { status, submit_reason: reason, objective, score, passed } = ends[i]!
      return {
        by: reason === 'deadline' ? null : { accountId: row.accountId, projectId: row.projectId },
        projectId: row.projectId,
        action: 'exam-attempt.submit',
        subjectKind: 'exam-attempt',
        subjectId: row.id,
        before: { status: row.status },
        after: { status, reason, objective, score, passed },
      }
    }),
  )
  const known = ends.filter(({ recorded }) => recorded)
  await publishResults(
    tx,
    known.map(({ id, enrolmentId, objective }) => ({ id, enrolmentId, score: objective, passed: false })),
  )
  return ends.map(({ id, status, submit_reason, score, passed, recorded }) => ({
    attemptId: id,
    status,
    submitReason: submit_reason,
    score,
    passed,
    recorded,
  }))
}

/** The one writer of submissions of a database: those that arrive together are marked together. */
export const submitWriter = groupCommitOf<Submission, Ended | null>({
  key: ({ attemptId }) => attemptId,
  commit: settleBatch,
  maxBatch: 200,
})

const expired = (attemptId: string): Submission => ({
  attemptId,
  accountId: null,
  answers: {},
  reason: 'deadline',
})

/** Submits attempts together, or one by one where one of them fails; that one is postponed and given back. */
async function settleAll(db: Pool, attemptIds: readonly string[], signal: AbortSignal): Promise<Failure[]> {
  signal.throwIfAborted()
  try {
    await settleBatch(db, attemptIds.map(expired))
    return []
  } catch (error) {
    if (attemptIds.length === 1) return [await postpone(db, attemptIds[0]!, error)]
    const failures: Failure[] = []
    for (const attemptId of attemptIds) failures.push(...(await settleAll(db, [attemptId], signal)))
    return failures
  }
}

/**
 * Submits every attempt whose time is over, set by set, until the signal stops it; returns what failed. It ends: each
 * is submitted or postponed.
 */
export async function settleDue(db: Pool, signal: AbortSignal): Promise<Failure[]> {
  const dueNow = () => db`
    select a.id from exam_attempts a where a.status = 'in_progress' and not ${inTime(db)}
      and (a.retry_at is null or a.retry_at <= moment())
    order by a.deadline_at limit 200`
  const failures: Failure[] = []
  for (let due = await dueNow(); due.length > 0; due = await dueNow()) {
    failures.push(
      ...(await settleAll(
        db,
        due.map(({ id }) => id as string),
        signal,
      )),
    )
  }
  return failures
}
