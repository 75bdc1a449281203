import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type ProjectScope, type Scope } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { handsOf } from '../../approval/server/actions.ts'
import { Section } from '../paper/contract.ts'
import { Exam, type examCalls, ExamImpact, ExamInput, examRefusals, examStatuses } from '../contract.ts'

/**
 * One page of exams, newest first. A session of a part of the project reads the exams of its classes like the classes
 * themselves, with the attempts of its own learners.
 */
export async function pageExams(db: Db, scope: Scope, input: InputOf<typeof examCalls.queryExamList>) {
  const seen =
    scope.unitPath === null
      ? db``
      : db`and exists (
          select from accounts l join units u on u.id = l.unit_id
          where l.id = t.account_id and ${inScope(db, scope, { project: 't.project_id', unitPath: 'u.path' })})`
  return page(db, Exam, input, {
    columns: db`
      x.id as exam_id, x.type_id, x.class_id, c.name as class_name, x.paper_id, p.name as paper_name,
      x.name, x.open_from, x.open_to, x.attempts, x.make_up_attempts, x.required_progress, x.show_answers,
      x.leave_limit, x.revision, x.status, x.held_since is not null as held, p.total, p.pass_score, p.minutes,
      a.begun, a.passed, a.marking`,
    from: db`exams x`,
    join: db`
      join train_classes c on c.id = x.class_id
      join papers p on p.id = x.paper_id
      cross join lateral (
        select count(*) as begun, count(*) filter (where passed) as passed,
          count(*) filter (where status = 'marking') as marking
        from exam_attempts t where t.exam_id = x.id ${seen}) a`,
    where: [
      db`x.project_id = ${scope.projectId}`,
      input.status ? db`x.status = ${input.status}` : db`x.status <> 'deleted'`,
      input.examId !== undefined && db`x.id = ${input.examId}`,
      input.classId !== undefined && db`x.class_id = ${input.classId}`,
      input.typeId !== undefined && db`x.type_id = ${input.typeId}`,
      input.keyword && nameContains(db, db`x.name`, input.keyword),
    ],
    orderBy: db`x.created_at desc, x.id`,
  })
}

const LockedExam = Type.Object({
  id: Type.String(),
  ...Type.Omit(ExamInput, ['examId', 'typeId']).properties,
  typeId: Nullable(Type.String()),
  revision: Type.Integer(),
  status: Type.Enum([...examStatuses]),
  held: Type.Boolean(),
  begun: Type.Boolean(),
  sections: Type.Array(Section),
})
export type LockedExam = Static<typeof LockedExam>

/** An exam of the caller's scope, or a refusal 404. */
export async function getExam(
  db: Db,
  scope: ProjectScope,
  examId: string,
  lock = false,
): Promise<LockedExam> {
  const rows = await db`
    select x.id, x.type_id, x.class_id, x.paper_id, x.name, x.open_from, x.open_to, x.attempts, x.make_up_attempts,
      x.required_progress, x.show_answers, x.leave_limit, x.revision, x.status, x.held_since is not null as held,
      p.sections,
      exists (select from exam_attempts a where a.exam_id = x.id) as begun
    from exams x join papers p on p.id = x.paper_id
    where x.id = ${examId} and x.status <> 'deleted' and ${inScope(db, scope, { project: 'x.project_id' })}
    ${lock ? db`for update of x` : db``}`
  return rowOf(LockedExam, rows) ?? refuse(commonRefusals.notFound)
}

/** An exam of the caller's scope, locked, or a refusal 404. */
export const lockExam = (db: Db, scope: ProjectScope, examId: string) => getExam(db, scope, examId, true)

/**
 * An exam of the caller's scope, locked after its class: exams of one class are published, replaced, withdrawn and
 * released one after the other, and nobody holds one of them while waiting for the rest. Refuses 404, and (409) an
 * exam that was moved to another class meanwhile.
 */
export async function lockExamInClass(tx: Tx, scope: ProjectScope, examId: string): Promise<LockedExam> {
  const { classId } = await getExam(tx, scope, examId)
  await tx`select pg_advisory_xact_lock(hashtext(${`exams ${classId}`}))`
  const exam = await lockExam(tx, scope, examId)
  if (exam.classId !== classId) refuse(examRefusals.moved)
  return exam
}

/** Enrolments whom an exam of their class still concerns, by what becomes of them when it changes. */
const concerned = {
  /** Has studied all of the class, has not passed its exam, and is held by nothing else. */
  waiting: (db: Db) => db`
    (e.status = 'active' and e.study_done_at is not null and not e.exam_passed and e.suspended_by is null
      and e.bar_reason is null)`,
  /** Has used up the attempts, in time still, and is held by nothing else. */
  failed: (db: Db) => db`
    (e.status = 'failed' and not e.exam_passed and e.suspended_by is null and e.bar_reason is null
      and (e.expires_at is null or e.expires_at > moment()))`,
}
type Concern = keyof typeof concerned

/**
 * Everyone without a pass whom the exam may still decide about, those whose end has come among them, since it can be
 * moved, and those who left by a transfer that can still be undone.
 */
const undecided = (db: Db): Fragment => db`
  (e.status in ('active', 'failed', 'expired')
    or e.status = 'transferred' and exists (select from returning_places p where p.enrolment_id = e.id))
  and not e.exam_passed`

/** Counts the learners that an exam concerns now. */
export async function impactOf(db: Db, exam: { id: string; classId: string }): Promise<ExamImpact> {
  const rows = await db`
    select count(*) filter (where ${undecided(db)}) as learners,
      count(*) filter (where ${concerned.waiting(db)}) as waiting,
      count(*) filter (where ${concerned.failed(db)}) as failed,
      (select count(*) from exam_attempts where exam_id = ${exam.id} and status = 'in_progress') as sitting,
      (select count(*) from exam_attempts where exam_id = ${exam.id} and status in ('submitted', 'marking')) as marking
    from enrolments e where e.class_id = ${exam.classId}`
  return rowOf(ExamImpact, rows)!
}

/** The first ten of a class whom its exam concerns, by enrolment and name. */
export async function firstConcerned(db: Db, classId: string): Promise<{ id: string; name: string }[]> {
  const rows = await db<{ id: string; name: string }[]>`
    select e.id, coalesce(s.real_name, a.user_name) as name
    from enrolments e join accounts a on a.id = e.account_id left join students s on s.account_id = e.account_id
    where e.class_id = ${classId} and ${undecided(db)} order by e.id limit 10`
  return [...rows]
}

/** Condition that somebody whom an exam concerns has come into its class since a proposal `p` about it. */
export const hasNewcomers = (db: Db): Fragment => db`
  exists (select from enrolments e join exams x on x.class_id = e.class_id
    where x.id = p.subject_id and e.created_at > p.created_at and ${undecided(db)})`

/** Refuses (409) who learns in a class themselves, or got their account from somebody who does, and is undecided there. */
export async function assertNoneOwn(db: Db, by: { accountId: string }, classId: string): Promise<void> {
  const own = await db`
    select from enrolments e
    where e.class_id = ${classId} and ${undecided(db)} and e.account_id = ${handsOf(db, by.accountId)} limit 1`
  if (own.length > 0) refuse(approvalRefusals.ownRecord)
}

/** The next learner of a class, by id, whom a change of its exam by somebody else settles; null after the last. */
export async function nextConcerned(
  db: Db,
  { classId, by }: { classId: string; by: { accountId: string } },
  concerns: readonly Concern[],
  after: string | null,
): Promise<string | null> {
  const any = concerns.map((concern) => concerned[concern](db)).reduce((all, one) => db`${all} or ${one}`)
  const [row] = await db`
    select e.id from enrolments e
    where e.class_id = ${classId} and (${any}) and not e.account_id = ${handsOf(db, by.accountId)}
      ${after === null ? db`` : db`and e.id > ${after}`}
    order by e.id limit 1`
  return (row?.id as string | undefined) ?? null
}

/** Locks an enrolment; returns whether it is still concerned so. */
export async function lockConcerned(tx: Tx, enrolmentId: string, concern: Concern): Promise<boolean> {
  const [row] = await tx`
    select from enrolments e where e.id = ${enrolmentId} and ${concerned[concern](tx)} for no key update`
  return row !== undefined
}

/** Refuses (404) a class or paper that is not in the caller's scope. */
export async function assertParts(
  db: Db,
  scope: ProjectScope,
  parts: { classId: string; paperId: string },
): Promise<void> {
  const [row] = await db`
    select exists (select from train_classes c where c.id = ${parts.classId} and c.status <> 'deleted'
        and ${inScope(db, scope, { project: 'c.project_id' })})
      and exists (select from papers p where p.id = ${parts.paperId} and p.status = 'active'
        and ${inScope(db, scope, { project: 'p.project_id' })}) as there`
  if (!row!.there) refuse(commonRefusals.notFound)
}
