import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Pool, rowsOf } from '../../../../server/db.ts'
import { groupCommitOf } from '../../../../server/groupCommit.ts'
import { Answers, attemptRefusals, attemptStatuses, type SaveReply } from '../contract.ts'
import { inTime } from './data.ts'

/** Some answers of one attempt, built on a revision of what was saved before. */
export interface Save {
  attemptId: string
  accountId: string
  revision: number
  answers: Answers
}

const SavedRow = Type.Object({
  place: Type.Integer(),
  /** Null when there is no such attempt of this learner. */
  status: Nullable(Type.Enum([...attemptStatuses])),
  late: Nullable(Type.Boolean()),
  revision: Nullable(Type.Integer()),
  answers: Nullable(Answers),
  savedRevision: Nullable(Type.Integer()),
  savedAt: Nullable(Type.String()),
})

/** Saves a batch in one statement; a row that was not saved has a reason. */
async function commitSaves(db: Pool, batch: readonly Save[]): Promise<(() => SaveReply)[]> {
  const given = batch.map(({ attemptId, accountId, revision, answers }, place) => ({
    place,
    attempt_id: attemptId,
    account_id: accountId,
    revision,
    answers,
  }))
  const rows = await db`
    with given as (
      select * from jsonb_to_recordset(${db.json(given as never)})
        as g (place int, attempt_id uuid, account_id uuid, revision int, answers jsonb)),
    -- Only by the key: on a table that has just grown the planner would otherwise scan every attempt in progress.
    held as materialized (
      select g.place, g.answers as given, a.id, a.status, a.revision, a.answers, ${inTime(db)} as in_time,
        g.revision as base
      from given g join exam_attempts a on a.id = g.attempt_id and a.account_id = g.account_id
      order by a.id for no key update of a),
    saved as (
      update exam_attempts a set answers = a.answers || h.given, revision = a.revision + 1,
        last_saved_at = moment()
      from held h
      where a.id = h.id and h.status = 'in_progress' and h.revision = h.base and h.in_time
      returning a.id, a.revision, a.last_saved_at)
    select g.place, h.status, not h.in_time as late, h.revision,
      case when s.id is null then h.answers end as answers, s.revision as saved_revision,
      s.last_saved_at as saved_at
    from given g
    left join held h on h.place = g.place
    left join saved s on s.id = h.id
    order by g.place`
  return rowsOf(SavedRow, rows).map((row) => () => {
    if (row.savedRevision !== null) {
      return { saved: true, revision: row.savedRevision, savedAt: row.savedAt, answers: null }
    }
    if (row.status === null) refuse(commonRefusals.notFound)
    if (row.status === 'voided') refuse(attemptRefusals.voided)
    if (row.late) refuse(attemptRefusals.late)
    if (row.status !== 'in_progress') refuse(attemptRefusals.submitted)
    return { saved: false, revision: row.revision!, savedAt: null, answers: row.answers }
  })
}

/** The one writer of answers of a database: saves that arrive together are made durable together. */
export const saveWriter = groupCommitOf<Save, () => SaveReply>({
  key: ({ attemptId }) => attemptId,
  commit: commitSaves,
})

/** Saves answers; durable when it answers. Refuses (404) an attempt that is not the learner's, (409) an ended one. */
export async function saveAnswers(db: Pool, save: Save): Promise<SaveReply> {
  const outcome = await saveWriter(db).write(save)
  return outcome()
}
