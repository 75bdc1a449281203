import { Type } from 'typebox'
import type { InputOf } from '../../../../contract/call.ts'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type Scope } from '../../../../server/session.ts'
import { Answers } from '../../attempt/contract.ts'
import type { Item } from '../../paper/rules.ts'
import { AttemptRow, type markingCalls } from '../contract.ts'

const columns = (db: Db): Fragment => db`
  a.id as attempt_id, a.exam_id, x.name as exam_name, c.user_name as learner, a.number, a.make_up, a.status,
  a.submit_reason, a.started_at, a.submitted_at, a.objective, a.score, a.total, a.passed, a.times_left,
  a.last_error is not null as stuck`
const tables = (db: Db): Fragment => db`
  exam_attempts a join exams x on x.id = a.exam_id join accounts c on c.id = a.account_id
  left join units u on u.id = c.unit_id`
/** A unit manager sees the attempts of the unit's own people. */
const scoped = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path' })

/** One page of attempts at an exam, the last first. */
export async function pageAttempts(
  db: Db,
  scope: Scope,
  input: InputOf<typeof markingCalls.findAttemptList>,
) {
  return page(db, AttemptRow, input, {
    columns: columns(db),
    from: tables(db),
    where: [
      scoped(db, scope),
      db`a.exam_id = ${input.examId}`,
      input.status && db`a.status = any(${input.status})`,
      input.passed && db`a.passed = ${input.passed === 'yes'}`,
      input.keyword && nameContains(db, db`c.user_name`, input.keyword),
      input.startedFrom && db`a.started_at >= ${input.startedFrom}`,
      input.startedTo && db`a.started_at < ${input.startedTo}`,
      input.submittedFrom && db`a.submitted_at >= ${input.submittedFrom}`,
      input.submittedTo && db`a.submitted_at < ${input.submittedTo}`,
    ],
    sorts: {
      status: db`a.status`,
      startedAt: db`a.started_at`,
      submittedAt: db`a.submitted_at`,
      score: db`a.score`,
    },
    orderBy: db`a.started_at desc, a.id`,
  })
}

/** The submitted attempts in scope with essays that nobody has marked, as work that waits; each in its class. */
export const waitingMarking = (db: Db, scope: Scope): Fragment => db`
  select a.id, a.submitted_at, x.class_id::text from ${tables(db)}
  where a.status = 'marking' and a.status in ('submitted', 'marking') and ${scoped(db, scope)}`

const MarkingRow = Type.Object({
  ...AttemptRow.properties,
  passScore: Type.Number(),
  enrolmentId: Type.String(),
  items: Type.Unsafe<Item[]>(Type.Array(Type.Object({}))),
  answers: Answers,
  marks: Nullable(Type.Record(Type.String(), Nullable(Type.Number()))),
})

/** An attempt of the caller's scope, locked when it is to be changed, or a refusal 404. */
export async function getAttempt(db: Db, scope: Scope, attemptId: string, lock: boolean) {
  const rows = await db`
    select ${columns(db)}, a.pass_score, a.enrolment_id, a.items, a.answers, a.marks from ${tables(db)}
    where a.id = ${attemptId} and ${scoped(db, scope)} ${lock ? db`for update of a` : db``}`
  return rowOf(MarkingRow, rows) ?? refuse(commonRefusals.notFound)
}
