import { isId } from '../../../../contract/call.ts'
import { Type } from 'typebox'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { type Exercise, ExerciseQuestion } from '../contract.ts'

/** Questions in one stretch of an exercise. */
const stretch = 50

type Learner = Pick<Session, 'accountId' | 'projectId'>

/** True if a question `q` waits for the learner in a video that is not watched to its end: its key would answer it. */
const waits = (db: Db, { accountId }: Learner): Fragment => db`
  (q.at_second is not null and exists (
    select from enrolments e join class_courses cc on cc.class_id = e.class_id
    join course_items i on i.course_id = cc.course_id
    where e.account_id = ${accountId} and is_admitted(e.status) and i.resource_id = q.resource_id
      and not exists (select from pin_answers p
        where p.enrolment_id = e.id and p.question_id = q.id and p.passed_at is not null)
      and not exists (select from watch_coverages w
        where w.enrolment_id = e.id and w.item_id = i.id and w.completed_at is not null)))`

/**
 * True if a question `q` of a bank `b` may be practised on: never one of a bank reserved for exams, nor one that a video
 * of the learner's still asks.
 */
const open = (db: Db, learner: Learner): Fragment => db`
  q.project_id = ${learner.projectId} and q.status = 'active'
  and (q.bank_id is null or (b.practice and b.status = 'active')) and not ${waits(db, learner)}`

/** Videos of the classes a learner has a place in; of one class when it is given. */
const myResources = (db: Db, { accountId }: Learner, classId?: string): Fragment => db`
  (select i.resource_id from enrolments e
    join class_courses cc on cc.class_id = e.class_id
    join course_items i on i.course_id = cc.course_id
    where e.account_id = ${accountId} and is_admitted(e.status)
      ${classId === undefined ? db`` : db`and e.class_id = ${classId}`})`

const CountRow = Type.Object({ total: Type.Integer() })
const StretchRow = Type.Object({ questionId: Type.String(), ...ExerciseQuestion.properties })

async function findStretch(
  db: Db,
  condition: Fragment,
  after: string | undefined,
): Promise<Omit<Exercise, 'title'>> {
  const from = after && isId(after) ? db`and q.id > ${after}` : db``
  const [count, rows] = await Promise.all([
    db`select count(*) as total from questions q left join question_banks b on b.id = q.bank_id where ${condition}`,
    db`
      select q.id as question_id, v.id as version_id, q.type, q.category, q.resource_id, q.at_second, q.must_pass,
        q.rewind_to, v.content->>'material' as material, v.content->'parts' as parts
      from questions q
      left join question_banks b on b.id = q.bank_id
      join question_versions v on v.question_id = q.id and v.version = q.version
      where ${condition} ${from} order by q.id limit ${stretch}`,
  ])
  const questions = rowsOf(StretchRow, rows)
  return {
    total: rowOf(CountRow, count)!.total,
    questions,
    next: questions.length === stretch ? questions.at(-1)!.questionId : null,
  }
}

/** Practice for a class of the learner's; refuses (404) any other. */
export async function findClassExercise(
  db: Db,
  learner: Learner,
  input: { classId: string; resourceId?: string | undefined; after?: string | undefined },
): Promise<Exercise> {
  const { classId, resourceId, after } = input
  const [row] = await db`
    select c.name from enrolments e join train_classes c on c.id = e.class_id
    where e.account_id = ${learner.accountId} and e.class_id = ${classId}
      and is_admitted(e.status)`
  if (!row) refuse(commonRefusals.notFound)
  const pinned = db`q.resource_id in ${myResources(db, learner, classId)}`
  const condition =
    resourceId === undefined
      ? db`${open(db, learner)} and (${pinned} or q.bank_id in (
          select (s->>'bankId')::uuid from exams x join papers p on p.id = x.paper_id,
            jsonb_array_elements(p.sections) s
          where x.class_id = ${classId} and x.status = 'active' and (s->>'count')::int > 0))`
      : db`${open(db, learner)} and ${pinned} and q.resource_id = ${resourceId}`
  return { title: row.name as string, ...(await findStretch(db, condition, after)) }
}

/** Practice on a bank; refuses (404) one that is not open to it. */
export async function findBankExercise(
  db: Db,
  learner: Learner,
  input: { bankId: string; after?: string | undefined },
): Promise<Exercise> {
  const [row] = await db`
    select name from question_banks where id = ${input.bankId} and project_id = ${learner.projectId}
      and practice and status = 'active'`
  if (!row) refuse(commonRefusals.notFound)
  const condition = db`${open(db, learner)} and q.bank_id = ${input.bankId}`
  return { title: row.name as string, ...(await findStretch(db, condition, input.after)) }
}

const BankRow = Type.Object({ bankId: Type.String(), name: Type.String(), questions: Type.Integer() })

/** Banks open to practice, by name. */
export async function listOpenBanks(db: Db, { projectId }: Learner) {
  const rows = await db`
    select b.id as bank_id, b.name, (
      select count(*) from questions q where q.bank_id = b.id and q.status = 'active') as questions
    from question_banks b
    where b.project_id = ${projectId} and b.practice and b.status = 'active' order by b.name limit 200`
  return rowsOf(BankRow, rows)
}

/** True if a version is of a question that the learner may practise on now. */
export async function mayPractise(db: Db, learner: Learner, versionId: string): Promise<boolean> {
  const [row] = await db`
    select from question_versions v
    join questions q on q.id = v.question_id
    left join question_banks b on b.id = q.bank_id
    where v.id = ${versionId} and ${open(db, learner)}
      and (q.bank_id is not null or q.resource_id in ${myResources(db, learner)})`
  return row !== undefined
}

/** True if a learner has an exam under way. */
export async function isSitting(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db`
    select from exam_attempts where account_id = ${accountId} and status = 'in_progress' limit 1`
  return row !== undefined
}
