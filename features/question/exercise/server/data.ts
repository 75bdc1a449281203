import { isId, type OutputOf } from '../../../../contract/call.ts'
import { Type } from 'typebox'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import {
  type Exercise,
  type exerciseCalls,
  type ExercisePart,
  ExerciseProgress,
  ExerciseQuestion,
  stretch,
} from '../contract.ts'

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

/** A source of practice: the questions of a class, or of a bank by itself. */
interface Pool {
  /** Null: the marks of a bank by itself. */
  classId: string | null
  /** Condition for a question `q` of a bank `b`. */
  within: Fragment
}

/** Questions a class's papers may draw, by the sections of its exams. */
const drawable = (db: Db, classId: string): Fragment => db`exists (
  select from exams x join papers p on p.id = x.paper_id, jsonb_array_elements(p.sections) s
  where x.class_id = ${classId} and x.status = 'active' and (
    s->'questionIds' ? q.id::text
    or (s->>'count')::int > 0 and (s->>'bankId')::uuid = q.bank_id and s->>'type' = q.type
      and coalesce(s->>'category', q.category) = q.category and coalesce(s->>'difficulty', q.difficulty) = q.difficulty))`

const poolOfClass = (db: Db, learner: Learner, classId: string): Pool => ({
  classId,
  within: db`${open(db, learner)} and (q.resource_id in ${myResources(db, learner, classId)} or ${drawable(db, classId)})`,
})

const poolOfBank = (db: Db, learner: Learner, bankId: string): Pool => ({
  classId: null,
  within: db`${open(db, learner)} and q.bank_id = ${bankId}`,
})

/** The questions of a pool, with what the learner's practice brought. */
const marked = (db: Db, { accountId }: Learner, { classId, within }: Pool): Fragment => db`
  questions q left join question_banks b on b.id = q.bank_id
  join question_versions v on v.question_id = q.id and v.version = q.version
  left join lateral (
    select count(*) >= jsonb_array_length(v.content->'parts') as done, coalesce(bool_or(k.wrong), false) as wrong,
      bool_and(k.last_right is not false) as right,
      coalesce(jsonb_agg(jsonb_build_object('part', k.part, 'right', k.last_right, 'wrong', k.wrong)
        order by k.part), '[]') as tried
    from exercise_marks k
    where k.account_id = ${accountId} and k.class_id is not distinct from ${classId}::uuid and k.question_id = q.id) m on true
  left join exercise_favourites f on f.account_id = ${accountId} and f.class_id is not distinct from ${classId}::uuid
    and f.question_id = q.id
  where ${within}`

const parts = (db: Db): Record<ExercisePart, Fragment> => ({
  all: db`true`,
  new: db`not m.done`,
  wrong: db`m.wrong`,
  favourite: db`f.id is not null`,
})

async function getProgress(db: Db, learner: Learner, pool: Pool): Promise<ExerciseProgress> {
  const rows = await db`
    select count(*) as total, count(*) filter (where m.done) as done, count(*) filter (where m.done and m.right) as right,
      count(*) filter (where m.wrong) as wrong, count(f.id) as favourites
    from ${marked(db, learner, pool)}`
  return rowOf(ExerciseProgress, rows)!
}

const StretchRow = Type.Object({ questionId: Type.String(), ...ExerciseQuestion.properties })

interface Wanted {
  only?: ExercisePart | undefined
  after?: string | undefined
  most?: number | undefined
}

async function findStretch(
  db: Db,
  learner: Learner,
  pool: Pool,
  { only = 'all', after, most = stretch.usual }: Wanted,
): Promise<Omit<Exercise, 'title'>> {
  const from = after && isId(after) ? db`and q.id > ${after}` : db``
  const [progress, rows] = await Promise.all([
    getProgress(db, learner, pool),
    db`
      select q.id as question_id, v.id as version_id, q.type, q.category, q.resource_id, q.at_second, q.must_pass,
        q.rewind_to, v.content->>'material' as material, v.content->'parts' as parts, f.id is not null as favourite,
        m.wrong, m.tried
      from ${marked(db, learner, pool)} and ${parts(db)[only]} ${from} order by q.id limit ${most}`,
  ])
  const questions = rowsOf(StretchRow, rows)
  const { total, done, wrong, favourites } = progress
  return {
    total: { all: total, new: total - done, wrong, favourite: favourites }[only],
    progress,
    questions,
    next: questions.length === most ? questions.at(-1)!.questionId : null,
  }
}

/** The name of a class the learner has a place in, or null. */
async function findClassName(db: Db, { accountId }: Learner, classId: string): Promise<string | null> {
  const [row] = await db<{ name: string }[]>`
    select c.name from enrolments e join train_classes c on c.id = e.class_id
    where e.account_id = ${accountId} and e.class_id = ${classId} and is_admitted(e.status)`
  return row?.name ?? null
}

/** Practice for a class of the learner's; refuses (404) any other. */
export async function findClassExercise(
  db: Db,
  learner: Learner,
  input: { classId: string; resourceId?: string | undefined } & Wanted,
): Promise<Exercise> {
  const { classId, resourceId } = input
  const title = (await findClassName(db, learner, classId)) ?? refuse(commonRefusals.notFound)
  const pool = poolOfClass(db, learner, classId)
  const within = resourceId === undefined ? pool.within : db`${pool.within} and q.resource_id = ${resourceId}`
  return { title, ...(await findStretch(db, learner, { ...pool, within }, input)) }
}

/** Practice on a bank; refuses (404) one that is not open to it. */
export async function findBankExercise(
  db: Db,
  learner: Learner,
  input: { bankId: string } & Wanted,
): Promise<Exercise> {
  const [row] = await db<{ name: string }[]>`
    select name from question_banks where id = ${input.bankId} and project_id = ${learner.projectId}
      and practice and status = 'active'`
  if (!row) refuse(commonRefusals.notFound)
  const pool = poolOfBank(db, learner, input.bankId)
  return { title: row.name, ...(await findStretch(db, learner, pool, input)) }
}

/** The most classes and banks that the book of a learner shows. */
const mostBooks = 30

/** Classes and banks a learner has practised on, the last first, with how far the practice is. */
export async function listBooks(
  db: Db,
  learner: Learner,
): Promise<OutputOf<typeof exerciseCalls.findExerciseBook>> {
  const { accountId, projectId } = learner
  const rows = await db<{ classId: string | null; bankId: string | null; name: string }[]>`
    with touched as (
      select class_id, question_id, checked_at as at from exercise_marks where account_id = ${accountId}
      union all
      select class_id, question_id, created_at from exercise_favourites where account_id = ${accountId}),
    sources as (
      select t.class_id, case when t.class_id is null then q.bank_id end as bank_id, max(t.at) as at
      from touched t join questions q on q.id = t.question_id group by 1, 2)
    select s.class_id, s.bank_id, coalesce(c.name, b.name) as name
    from sources s
    left join train_classes c on c.id = s.class_id
      and exists (select from enrolments e where e.account_id = ${accountId} and e.class_id = c.id and is_admitted(e.status))
    left join question_banks b on b.id = s.bank_id and b.project_id = ${projectId} and b.practice and b.status = 'active'
    where coalesce(c.id, b.id) is not null order by s.at desc limit ${mostBooks}`
  const books = []
  for (const { classId, bankId, name } of rows) {
    const pool = classId ? poolOfClass(db, learner, classId) : poolOfBank(db, learner, bankId!)
    books.push({ classId, bankId, name, ...(await getProgress(db, learner, pool)) })
  }
  return books
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

/** The question of a version that the learner may practise on now, for a class or on its own; null for any other. */
export async function findPractised(
  db: Db,
  learner: Learner,
  versionId: string,
  classId: string | undefined,
): Promise<string | null> {
  if (classId !== undefined && (await findClassName(db, learner, classId)) === null) return null
  const within =
    classId === undefined
      ? db`${open(db, learner)} and (q.bank_id is not null or q.resource_id in ${myResources(db, learner)})`
      : poolOfClass(db, learner, classId).within
  const [row] = await db<{ id: string }[]>`
    select q.id from question_versions v
    join questions q on q.id = v.question_id
    left join question_banks b on b.id = q.bank_id
    where v.id = ${versionId} and ${within}`
  return row?.id ?? null
}

/** True if a learner has an exam under way. */
export async function isSitting(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db`
    select from exam_attempts where account_id = ${accountId} and status = 'in_progress' limit 1`
  return row !== undefined
}
