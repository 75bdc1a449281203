import { type Static, Type } from 'typebox'
import { type InputOf, Nullable, type OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { isShownAs } from '../../account/server/actions.ts'
import { lookUpTickets } from '../../signUp/seat/server/actions.ts'
import { pathInScope } from '../../unit/server/actions.ts'
import {
  AppealRow,
  MyScore,
  type scoreCalls,
  ScoredExam,
  ScoreEntry,
  ScoreKind,
  ScoreResult,
  ScoreRow,
} from '../contract.ts'

/** Scores `c` with their people, what is scored, and when it is published. */
const scored = (db: Db): Fragment => db`
  scores c join accounts a on a.id = c.account_id left join students s on s.account_id = a.id
  left join units u on u.id = a.unit_id
  left join exam_attempts t on t.id = c.attempt_id left join exams x on x.id = t.exam_id
  left join train_classes k on k.id = x.class_id
  left join sign_up_applications p on p.id = c.application_id left join sign_ups g on g.id = p.sign_up_id
  left join sign_up_subjects j on j.id = c.subject_id left join score_publications b on b.subject_id = c.subject_id`

/** True if the person of a score `c` with a publication `b` sees it; that of a class exam at once. */
const isPublished = (db: Db): Fragment =>
  db`(c.attempt_id is not null or coalesce(b.publish_at <= moment(), false))`

/** The condition that a reader has a score `c` of an account `a` and a unit `u`: a unit those that are published. */
const inReach = (db: Db, scope: Scope): Fragment => db`
  (${inScope(db, scope, { project: 'c.project_id', unitPath: 'u.path', account: 'a.id' })}
    ${scope.unitPath === null ? db`` : db`and ${isPublished(db)}`})`

const kind = (db: Db): Fragment => db`case when c.attempt_id is null then 'signUp' else 'classExam' end`
const person = (db: Db): Fragment => db`coalesce(s.real_name, a.user_name)`
const title = (db: Db): Fragment => db`coalesce(x.name, g.title)`
const subjectName = (db: Db): Fragment => db`coalesce(k.name, j.name)`

/** Time of the publication of a score `c`; null for none yet. A later one of a published subject is seen at once. */
const publishAt = (db: Db): Fragment => db`
  case when c.attempt_id is not null then c.entered_at else greatest(b.publish_at,
    (select e.created_at from score_entries e where e.score_id = c.id and e.no = 1 and b.publish_at is not null)) end`

/** True if a correction of a score `c` waits for a second person: of an attempt it is one of its learner's record. */
const isProposed = (db: Db): Fragment => db`exists (
  select from approvals q where q.status in ('proposed', 'approved')
    and (q.subject_id = c.id or q.subject_id = c.account_id and q.kind = 'score' and q.part = c.attempt_id::text))`

const searched = (db: Db, keyword: string | undefined) =>
  keyword && db`(${isShownAs(db, keyword)} or p.ticket_no = ${keyword.toUpperCase()})`

/** Scores in a reader's reach, newest first. */
export function pageScores(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof scoreCalls.query>,
): Promise<OutputOf<typeof scoreCalls.query>> {
  return page(db, ScoreRow, input, {
    columns: db`
      c.id, ${kind(db)} as kind, coalesce(x.id, g.id) as exam_id, ${title(db)} as title, ${subjectName(db)} as subject_name,
      c.account_id, ${person(db)} as real_name, s.card_mask, u.name as unit_name, p.ticket_no, c.points, c.result,
      c.source, coalesce(t.total, j.full_score) as full_score, coalesce(t.pass_score, j.pass_score) as pass_score,
      ${publishAt(db)} as publish_at, ${isPublished(db)} as is_published, c.entered_at, c.entry_no as entries,
      ${isProposed(db)} as is_proposed`,
    key: db`c.id`,
    from: scored(db),
    where: [
      inReach(db, scope),
      input.kind && db`${kind(db)} = ${input.kind}`,
      input.examId && db`coalesce(x.id, g.id) = ${input.examId}`,
      input.subjectId && db`c.subject_id = ${input.subjectId}`,
      searched(db, input.keyword),
      input.unitId && db`u.path ^@ coalesce(${pathInScope(db, scope, input.unitId)}, '?')`,
      input.source && db`c.source = any(${input.source})`,
      input.result ? db`c.result = any(${input.result})` : db`c.result <> 'deleted'`,
      input.published !== undefined && db`${isPublished(db)} = ${input.published}`,
      input.id && db`c.id = ${input.id}`,
      input.from && db`c.entered_at >= ${input.from}`,
      input.to && db`c.entered_at < ${input.to}`,
    ],
    sorts: {
      title: title(db),
      subjectName: subjectName(db),
      realName: person(db),
      unitName: db`u.name`,
      ticketNo: db`p.ticket_no`,
      points: db`c.points`,
      result: db`c.result`,
      source: db`c.source`,
      publishAt: publishAt(db),
      enteredAt: db`c.entered_at`,
      entries: db`c.entry_no`,
    },
    orderBy: db`c.entered_at desc, c.id desc`,
  })
}

/** All entries of a score in a reader's reach, newest first; refuses 404. */
export async function listEntries(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  id: string,
): Promise<ScoreEntry[]> {
  const rows = await db`
    select e.no, e.points, e.result, e.source, w.user_name as by, e.reason, e.created_at as at
    from ${scored(db)} join score_entries e on e.score_id = c.id left join accounts w on w.id = e.operator_id
    where c.id = ${id} and ${inReach(db, scope)} order by e.no desc`
  return rows.length > 0 ? rowsOf(ScoreEntry, rows) : refuse(commonRefusals.notFound)
}

/** Exams of a project that have scores or people with a seat, newest first; a unit sees those of its people's scores. */
export function pageExams(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof scoreCalls.findExams>,
): Promise<OutputOf<typeof scoreCalls.findExams>> {
  const { projectId, unitPath } = scope
  const reached = (of: Fragment) =>
    db`exists (select from ${scored(db)} where ${of} and ${inReach(db, scope)})`
  const seated = db`exists (select from sign_up_seats z join sign_up_applications y on y.id = z.application_id
    where y.sign_up_id = o.id)`
  return page(db, ScoredExam, input, {
    columns: db`o.kind, o.id, o.title, coalesce((
      select json_agg(json_build_object('id', v.id, 'name', v.name, 'fullScore', v.full_score, 'passScore', v.pass_score,
        'seats', (select count(*) from sign_up_seats z where z.subject_id = v.id),
        'scores', (select count(*) from scores z where z.subject_id = v.id and z.result <> 'deleted'),
        'publishAt', b.publish_at, 'isPublished', coalesce(b.publish_at <= moment(), false),
        'appealDays', b.appeal_days) order by v.sort)
      from sign_up_subjects v left join score_publications b on b.subject_id = v.id
      where v.sign_up_id = o.id and ${unitPath === null}), '[]') as subjects`,
    from: db`(
      select 'signUp' as kind, id, title from sign_ups where project_id = ${projectId} and status in ('open', 'closed')
      union all select 'classExam', id, name from exams where project_id = ${projectId}) o`,
    where: [
      unitPath === null
        ? db`(${reached(db`coalesce(x.id, g.id) = o.id`)} or ${seated})`
        : reached(db`coalesce(x.id, g.id) = o.id`),
      input.kind && db`o.kind = ${input.kind}`,
      input.keyword && nameContains(db, db`o.title`, input.keyword),
      input.id && db`o.id = ${input.id}`,
    ],
    orderBy: db`o.kind desc, o.id desc`,
  })
}

/** The proposal that an appeal `m` led to waits for a second person. */
const isAnswered = (db: Db): Fragment => db`exists (
  select from approvals q where q.id = m.approval_id and q.status in ('proposed', 'approved'))`

/** Appeals about scores in a reader's reach, newest first. */
export function pageAppeals(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof scoreCalls.findAppeals>,
): Promise<OutputOf<typeof scoreCalls.findAppeals>> {
  return page(db, AppealRow, input, {
    columns: db`
      m.id, m.score_id, g.title, j.name as subject_name, ${person(db)} as real_name, u.name as unit_name, p.ticket_no,
      c.points, c.result, j.full_score, m.status as state, m.reason, m.answer, w.user_name as answered_by, m.answered_at,
      ${isAnswered(db)} as is_proposed, m.created_at as appealed_at`,
    key: db`m.id`,
    from: db`score_appeals m join ${scored(db)} on c.id = m.score_id`,
    join: db`left join accounts w on w.id = m.operator_id`,
    where: [
      inReach(db, scope),
      input.state && db`m.status = any(${input.state})`,
      input.examId && db`g.id = ${input.examId}`,
      searched(db, input.keyword),
      input.id && db`m.id = ${input.id}`,
      input.from && db`m.created_at >= ${input.from}`,
      input.to && db`m.created_at < ${input.to}`,
    ],
    sorts: {
      title: db`g.title`,
      subjectName: db`j.name`,
      realName: person(db),
      unitName: db`u.name`,
      points: db`c.points`,
      state: db`m.status`,
      answeredAt: db`m.answered_at`,
      appealedAt: db`m.created_at`,
    },
    orderBy: db`m.id desc`,
  })
}

/** Appeals that wait for an answer, in a reader's reach: none whose corrected score waits for a second person. */
export const waitingAppeals = (db: Db, { scope }: Pick<Session, 'scope'>): Fragment => db`
  select m.id, m.created_at, null from score_appeals m
  join scores c on c.id = m.score_id join accounts a on a.id = c.account_id left join units u on u.id = a.unit_id
  where m.status = 'open' and not ${isAnswered(db)}
    and ${inScope(db, scope, { project: 'c.project_id', unitPath: 'u.path' })}`

/** End of the time in which the person of a score `c` may appeal; null for none. */
const appealUntil = (db: Db): Fragment => db`
  case when b.appeal_days > 0 then ${publishAt(db)} + make_interval(days => b.appeal_days) end`

const mine = (db: Db): Fragment => db`
  c.id, c.application_id, j.name as subject_name, c.points, c.result, j.full_score, j.pass_score,
  ${publishAt(db)} as published_at, ${appealUntil(db)} as appeal_until,
  m.id is null and coalesce(moment() < ${appealUntil(db)}, false) as can_appeal,
  case when m.id is not null then
    json_build_object('state', m.status, 'reason', m.reason, 'answer', m.answer) end as appeal`

/** Published scores of a learner's own applications, of each in the order of its subjects. */
export async function listMine(db: Db, { accountId }: Pick<Session, 'accountId'>): Promise<MyScore[]> {
  const rows = await db`
    select ${mine(db)} from ${scored(db)} left join score_appeals m on m.score_id = c.id
    where c.account_id = ${accountId} and c.application_id is not null and c.result <> 'deleted' and ${isPublished(db)}
    order by j.sort`
  return rowsOf(MyScore, rows)
}

/** Tickets of a person of a project by name and ID number, with their published scores; none for a person unknown. */
export async function lookUp(
  db: Db,
  secrets: Secrets,
  projectId: string,
  asked: Pick<InputOf<typeof scoreCalls.lookUp>, 'realName' | 'cardNumber'>,
): Promise<OutputOf<typeof scoreCalls.lookUp>> {
  const tickets = await lookUpTickets(db, secrets, projectId, asked)
  const rows = await db<
    { code: string; score: OutputOf<typeof scoreCalls.lookUp>['list'][number]['scores'][number] }[]
  >`
    select p.ticket_code as code, json_build_object('subjectName', j.name, 'points', c.points, 'result', c.result,
      'fullScore', j.full_score) as score
    from ${scored(db)}
    where p.ticket_code = any(${tickets.map(({ code }) => code)}) and c.result <> 'deleted' and ${isPublished(db)}
    order by j.sort`
  return {
    list: tickets.map((ticket) => ({
      ...ticket,
      scores: rows.filter(({ code }) => code === ticket.code).map(({ score }) => score),
    })),
  }
}

const LockedScore = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  realName: Type.String(),
  kind: ScoreKind,
  attemptId: Nullable(Type.String()),
  applicationId: Nullable(Type.String()),
  subjectId: Nullable(Type.String()),
  title: Type.String(),
  subjectName: Type.String(),
  points: Nullable(Type.Number()),
  result: ScoreResult,
  fullScore: Type.Number(),
  passScore: Type.Number(),
  /** True while its application is confirmed; false for a class exam. */
  isConfirmed: Type.Boolean(),
  isPublished: Type.Boolean(),
  isProposed: Type.Boolean(),
  appealUntil: Nullable(Type.String()),
  isOver: Type.Boolean(),
  wasAppealed: Type.Boolean(),
})
export type LockedScore = Static<typeof LockedScore>

/** Locks a score and what is locked before it everywhere: the enrolment and the attempt, or the application. */
export async function lockScore(tx: Tx, id: string): Promise<void> {
  await tx`
    select from enrolments where id = (select t.enrolment_id from scores c join exam_attempts t on t.id = c.attempt_id
      where c.id = ${id}) for no key update`
  await tx`
    select from exam_attempts where id = (select attempt_id from scores where id = ${id}) for no key update`
  await tx`
    select from sign_up_applications where id = (select application_id from scores where id = ${id})
    for no key update`
  await tx`select from scores where id = ${id} for no key update`
}

/** A locked score of a scope; refuses 404. */
export async function getLocked(tx: Tx, scope: Scope, id: string): Promise<LockedScore> {
  const rows = await tx`
    select c.id, c.project_id, c.account_id, ${person(tx)} as real_name, ${kind(tx)} as kind, c.attempt_id, c.application_id,
      c.subject_id, ${title(tx)} as title, ${subjectName(tx)} as subject_name, c.points, c.result,
      coalesce(t.total, j.full_score) as full_score, coalesce(t.pass_score, j.pass_score) as pass_score,
      coalesce(p.status = 'confirmed', false) as is_confirmed, ${isPublished(tx)} as is_published,
      ${isProposed(tx)} as is_proposed, ${appealUntil(tx)} as appeal_until,
      coalesce(moment() >= ${appealUntil(tx)}, false) as is_over,
      exists (select from score_appeals m where m.score_id = c.id) as was_appealed
    from ${scored(tx)} where c.id = ${id} and ${inReach(tx, scope)}`
  return rowOf(LockedScore, rows) ?? refuse(commonRefusals.notFound)
}

/** Scores of the results of attempts as they are now, with the score that each has already. */
export const resultsOf = (db: Db, attemptIds: readonly string[]) => db<
  {
    attemptId: string
    projectId: string
    accountId: string
    scoreId: string | null
    points: number | null
    result: 'passed' | 'failed' | 'deleted'
  }[]
>`
  select t.id as attempt_id, t.project_id, t.account_id, c.id as score_id, case when t.status = 'scored' then t.score end as points,
    case when t.status <> 'scored' then 'deleted' when t.passed then 'passed' else 'failed' end as result
  from exam_attempts t left join scores c on c.attempt_id = t.id and c.attempt_id = any(${attemptIds as string[]}::uuid[])
  where t.id = any(${attemptIds as string[]}::uuid[]) and (t.status = 'scored' or c.id is not null)`
