import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, type Pool, rowOf, rowsOf, type Tx, where } from '../../../../server/db.ts'
import { groupCommitOf } from '../../../../server/groupCommit.ts'
import { Section } from '../../paper/contract.ts'
import type { Item } from '../../paper/rules.ts'
import { Answers, attemptStatuses, ExamPaper, MyAttempt, showRules, submitReasons } from '../contract.ts'
import { graceSeconds } from '../rules.ts'

/**
 * True if an attempt `a` can still be saved: until the deadline, with grace for what was on its way. The
 * clock is read once.
 */
export const inTime = (db: Db): Fragment =>
  db`(a.deadline_at >= (select moment()) - make_interval(secs => ${graceSeconds}))`

/** The moment after which no attempt begins: the end of the period, or now for a withdrawn exam. */
const openTo = (db: Db): Fragment =>
  db`case when x.status = 'active' then x.open_to else least(coalesce(x.open_to, moment()), moment()) end`

/** Attempts at an exam `x` that an enrolment `e` was granted beside its own. */
const makeUps = (db: Db): Fragment =>
  db`(select count(*) from exam_make_ups m where m.enrolment_id = e.id and m.exam_id = x.id)`

/** Columns for a learner's exam status, of `e` enrolments, `x` exams and `p` papers. */
const factColumns = (db: Db): Fragment => db`
  moment() as now, x.open_from, ${openTo(db)} as open_to, e.progress, x.required_progress, x.attempts,
  ${makeUps(db)} as make_ups, s.used,
  s.passed or e.exam_passed as passed, s.under_way, s.marking,
  coalesce(s.best, case when e.exam_passed then e.exam_score end) as best,
  e.suspended_by is not null as suspended,
  case when e.status = 'active' and e.expires_at <= moment() then 'expired' else e.status end as enrolment_status`

const factJoin = (db: Db): Fragment => db`
  cross join lateral (
    select count(*) filter (where a.status <> 'voided') as used,
      coalesce(bool_or(a.passed) filter (where a.status = 'scored'), false) as passed,
      coalesce(bool_or(a.status = 'in_progress' and ${inTime(db)}), false) as under_way,
      coalesce(bool_or(a.status in ('submitted', 'marking')
        or (a.status = 'in_progress' and not ${inTime(db)})), false) as marking,
      max(a.score) filter (where a.status = 'scored') as best,
      (array_agg(a.id) filter (where a.status = 'in_progress'))[1] as open_id
    from exam_attempts a where a.enrolment_id = e.id and a.exam_id = x.id) s`

/** The condition that an enrolment `e` has begun as many attempts `s` at an exam `x` as it has. */
const isUsedUp = (db: Db): Fragment => db`s.used >= x.attempts + ${makeUps(db)}`

const factFields = {
  now: Type.String(),
  openFrom: Nullable(Type.String()),
  openTo: Nullable(Type.String()),
  enrolmentStatus: Type.String(),
  suspended: Type.Boolean(),
  progress: Type.Integer(),
  requiredProgress: Type.Integer(),
  passed: Type.Boolean(),
  underWay: Type.Boolean(),
  marking: Type.Boolean(),
  used: Type.Integer(),
  attempts: Type.Integer(),
  makeUps: Type.Integer(),
}

const MyExamRow = Type.Object({
  ...factFields,
  examId: Type.String(),
  name: Type.String(),
  enrolmentId: Type.String(),
  classId: Type.String(),
  className: Type.String(),
  hoursTenths: Type.Integer(),
  minutes: Type.Integer(),
  total: Type.Number(),
  passScore: Type.Number(),
  sections: Type.Array(Section),
  leaveLimit: Nullable(Type.Integer()),
  makeUpAttempts: Type.Integer(),
  best: Nullable(Type.Number()),
})
type MyExamRow = Static<typeof MyExamRow>

/** Exams of a learner's classes: those that are open to them, and those they have sat. */
export async function listMyExams(
  db: Db,
  accountId: string,
  filter: { classId?: string | undefined; examId?: string | undefined },
): Promise<MyExamRow[]> {
  const rows = await db`
    select x.id as exam_id, x.name, e.id as enrolment_id, c.id as class_id, c.name as class_name, c.hours_tenths,
      p.minutes,
      p.total, p.pass_score, p.sections, x.leave_limit, x.make_up_attempts, ${factColumns(db)}
    from enrolments e
    join train_classes c on c.id = e.class_id
    join exams x on x.class_id = e.class_id
    join papers p on p.id = x.paper_id
    ${factJoin(db)}
    ${where(db, [
      db`e.account_id = ${accountId} and is_admitted(e.status)`,
      db`(x.status = 'active' or (x.status = 'withdrawn' and s.used > 0))`,
      filter.classId !== undefined && db`e.class_id = ${filter.classId}`,
      filter.examId !== undefined && db`x.id = ${filter.examId}`,
    ])}
    order by e.created_at desc, x.id limit 200`
  return rowsOf(MyExamRow, rows)
}

const ListedAttempt = Type.Object({
  ...MyAttempt.properties,
  examId: Type.String(),
  enrolmentId: Type.String(),
})

/** A learner's attempts, the last first. */
export async function listMyAttempts(db: Db, accountId: string, enrolmentIds: readonly string[]) {
  const rows = await db`
    select a.id as attempt_id, a.exam_id, a.enrolment_id, a.number, a.make_up, a.status, a.submit_reason,
      a.started_at, a.submitted_at, a.score, a.passed
    from exam_attempts a
    where a.account_id = ${accountId} and a.enrolment_id = any(${enrolmentIds as string[]}::uuid[])
    order by a.number desc`
  return rowsOf(ListedAttempt, rows)
}

const Items = Type.Unsafe<Item[]>(Type.Array(Type.Object({})))

const OpenAttempt = Type.Object({
  attemptId: Type.String(),
  sections: ExamPaper.properties.sections,
  number: Type.Integer(),
  makeUp: Type.Boolean(),
  items: Items,
  total: Type.Number(),
  passScore: Type.Number(),
  answers: Answers,
  revision: Type.Integer(),
  startedAt: Type.String(),
  deadlineAt: Type.String(),
  lastSavedAt: Nullable(Type.String()),
  timesLeft: Type.Integer(),
})
export type OpenAttempt = Static<typeof OpenAttempt>

const SittingRow = Type.Object({
  ...factFields,
  projectId: Type.String(),
  name: Type.String(),
  className: Type.String(),
  enrolmentId: Type.String(),
  leaveLimit: Nullable(Type.Integer()),
  paperId: Type.String(),
  version: Type.Integer(),
  sections: Type.Array(Section),
  shuffleQuestions: Type.Boolean(),
  shuffleOptions: Type.Boolean(),
  minutes: Type.Integer(),
  total: Type.Number(),
  passScore: Type.Number(),
})
export type Sitting = Static<typeof SittingRow>

interface Found {
  sitting: Sitting
  open: OpenAttempt | null
}

/** Everything that begins or resumes exams, in one question; null for an exam of no class of the learner's. */
async function findSittings(
  db: Pool,
  batch: readonly { accountId: string; examId: string }[],
): Promise<(Found | null)[]> {
  const rows = await db`
    select g.place::int, x.project_id, x.name, c.name as class_name, e.id as enrolment_id, x.leave_limit,
      p.id as paper_id, p.version, p.sections, p.shuffle_questions, p.shuffle_options, p.minutes, p.total,
      p.pass_score, ${factColumns(db)},
      o.id as attempt_id, o.number, o.make_up, o.items, o.answers, o.revision, o.started_at, o.deadline_at,
      o.last_saved_at, o.times_left, o.sections as drawn_sections, o.total as drawn_total,
      o.pass_score as drawn_pass_score
    from unnest(${batch.map(({ accountId }) => accountId)}::uuid[], ${batch.map(({ examId }) => examId)}::uuid[])
      with ordinality g (account_id, exam_id, place)
    join exams x on x.id = g.exam_id and x.status in ('active', 'withdrawn')
    join train_classes c on c.id = x.class_id
    join papers p on p.id = x.paper_id
    join enrolments e on e.class_id = x.class_id and e.account_id = g.account_id and is_admitted(e.status)
    ${factJoin(db)}
    -- By its id: planned before a crowd began, a search by its status would read what everybody has under way.
    left join exam_attempts o on o.id = s.open_id`
  const found = new Map(rows.map((row) => [row.place as number, row]))
  return batch.map((_, i) => {
    const row = found.get(i + 1)
    if (!row) return null
    const open =
      row.attemptId === null
        ? null
        : rowOf(OpenAttempt, [
            { ...row, sections: row.drawnSections, total: row.drawnTotal, passScore: row.drawnPassScore },
          ])
    return { sitting: rowOf(SittingRow, [row])!, open }
  })
}

/** The one reader of sittings of a database: a class that begins together is read together. */
const sittingReader = groupCommitOf<{ accountId: string; examId: string }, Found | null>({
  key: ({ accountId, examId }) => `${accountId} ${examId}`,
  commit: findSittings,
  maxBatch: 100,
})

/** Everything that begins or resumes an exam; refuses (404) an exam of no class of the learner's. */
export const getSitting = async (db: Pool, accountId: string, examId: string): Promise<Found> =>
  (await sittingReader(db).write({ accountId, examId })) ?? refuse(commonRefusals.notFound)

const ResultRow = Type.Object({
  ...factFields,
  attemptId: Type.String(),
  number: Type.Integer(),
  makeUp: Type.Boolean(),
  status: Type.Enum([...attemptStatuses]),
  submitReason: Nullable(Type.Enum([...submitReasons])),
  startedAt: Type.String(),
  submittedAt: Nullable(Type.String()),
  score: Nullable(Type.Number()),
  attemptPassed: Nullable(Type.Boolean()),
  examId: Type.String(),
  name: Type.String(),
  enrolmentId: Type.String(),
  classId: Type.String(),
  className: Type.String(),
  year: Type.Integer(),
  creditedTenths: Type.Integer(),
  certified: Type.Boolean(),
  total: Type.Number(),
  passScore: Type.Number(),
  showAnswers: Type.Enum([...showRules]),
  items: Items,
  answers: Answers,
  marks: Nullable(Type.Record(Type.String(), Nullable(Type.Number()))),
  late: Type.Boolean(),
})

/** An attempt of the learner's own with all that its result page needs, or a refusal 404. */
export async function getMyAttempt(db: Db, accountId: string, attemptId: string) {
  const rows = await db`
    select a.id as attempt_id, a.number, a.make_up, a.status, a.submit_reason, a.started_at, a.submitted_at,
      a.score, a.passed as attempt_passed, a.items, a.answers, a.marks, a.total, a.pass_score,
      not ${inTime(db)} as late, x.id as exam_id, x.name, x.show_answers, e.id as enrolment_id,
      c.id as class_id, c.name as class_name, c.year,
      (select coalesce(sum(h.hours_tenths), 0) from hour_entries h where h.enrolment_id = e.id) as credited_tenths,
      exists (select from certificates k where k.enrolment_id = e.id and k.status = 'valid') as certified,
      ${factColumns(db)}
    from exam_attempts a
    join exams x on x.id = a.exam_id
    join enrolments e on e.id = a.enrolment_id
    join train_classes c on c.id = e.class_id
    ${factJoin(db)}
    where a.id = ${attemptId} and a.account_id = ${accountId}`
  return rowOf(ResultRow, rows) ?? refuse(commonRefusals.notFound)
}

/** Titles of the videos that questions belong to, by their versions; those of banks are left out. */
export async function lessonsOf(db: Db, versionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; title: string }[]>`
    select v.id, r.title from question_versions v
    join questions q on q.id = v.question_id join resources r on r.id = q.resource_id
    where v.id = any(${versionIds as string[]}::uuid[])`
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/**
 * Those of some enrolments that have used up the attempts at the exam of their class: none is left, none waits for its
 * result, none was passed.
 */
export async function exhaustedOf(db: Db, enrolmentIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select e.id from enrolments e
    join exams x on x.class_id = e.class_id and x.status = 'active'
    ${factJoin(db)}
    where e.id = any(${enrolmentIds as string[]}::uuid[]) and not s.passed and not s.marking and not s.under_way
      and ${isUsedUp(db)}
    order by e.id`
  return rows.map(({ id }) => id)
}

/**
 * Locks the enrolments of some attempts that have another attempt left, whatever comes of these; none that somebody else
 * holds: who submits waits for nobody.
 */
export async function lockWithAttemptsLeft(tx: Tx, attemptIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select e.id from enrolments e
    where e.id in (select enrolment_id from exam_attempts where id = any(${attemptIds as string[]}::uuid[]))
      and not exists (
        select from exams x ${factJoin(tx)}
        where x.class_id = e.class_id and x.status = 'active' and ${isUsedUp(tx)})
    order by e.id for no key update of e skip locked`
  return new Set(rows.map(({ id }) => id))
}

/** True if an enrolment has used up the attempts at the exam of its class. */
export const isExhausted = async (db: Db, enrolmentId: string): Promise<boolean> =>
  (await exhaustedOf(db, [enrolmentId])).length > 0
