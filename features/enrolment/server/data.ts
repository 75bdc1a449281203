import { Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, where } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { isForTwo } from '../../approval/rules.ts'
import { isProposed, samePerson } from '../../approval/server/actions.ts'
import { listHeldHours } from '../../hours/server/actions.ts'
import {
  type enrolmentCalls,
  EnrolmentSource,
  EnrolmentStatus,
  MyClass,
  PassStatus,
  TrainDetail,
} from '../contract.ts'
import { myStates } from '../rules.ts'

/**
 * True if the class `c` has an exam that must be passed; one that was withdrawn counts until a person
 * confirms that the class goes without it.
 */
export const examRequired = (db: Db): Fragment => db`
  exists (select from exams x where x.class_id = c.id and (x.status = 'active' or x.held_since is not null))`

/** Obstacle to an automatic pass of `e`, apart from its requirements. */
export const holdOf = (db: Db): Fragment => db`
  case when e.suspended_by like 'refund:%' then 'refunding' when e.suspended_by is not null then 'suspended'
    when e.bar_reason is not null and e.status in ('active', 'failed', 'expired') then 'barred'
    when e.status = 'active' and e.study_done_at is not null and not e.exam_passed and exists (
      select from exams x where x.class_id = e.class_id and x.held_since is not null) then 'exam_withdrawn' end`

/** The current status: the end may have passed before the job records it. */
export const statusNow = (db: Db): Fragment => db`
  case when e.status = 'active' and e.expires_at <= moment() and e.suspended_by is null then 'expired'
    else e.status end`

/** Active enrolments `e` whose end has come; pending results of exams submitted in time come first. */
export const isDue = (db: Db): Fragment => db`
  e.status = 'active' and e.expires_at <= moment() and e.suspended_by is null
  and not exists (select from exam_attempts t where t.enrolment_id = e.id
    and (t.status in ('in_progress', 'submitted', 'marking') or t.status = 'scored' and t.recorded_at is null))`

/** True if the learner of `e` has an unpaid order of its class. */
export const orderWaits = (db: Db): Fragment => db`
  exists (select from order_items o where o.account_id = e.account_id and o.class_id = e.class_id and o.waiting)`

/** The decisions by which the application `e` was rejected. */
const rejection = (db: Db): Fragment => db`
  from operation_logs l
  where l.subject_kind = 'enrolment' and l.subject_id = e.id::text and l.action = 'enrolment.reject'`

/** A rejected application is shown for some days, or until there is a later one for any version of its class. */
const rejectionDays = 30
const isShown = (db: Db): Fragment => db`
  (e.status <> 'rejected'
    or exists (select ${rejection(db)} and l.created_at > moment() - make_interval(days => ${rejectionDays}))
      and not exists (select from enrolments n join train_classes v on v.id = n.class_id
        where n.account_id = e.account_id and v.root_id = c.root_id and n.id > e.id))`

/** Order by next step: to pay, to apply again and to study first; what waits for others or is over last. */
const urgency = (db: Db): Fragment => db`
  case e.status when 'approved' then 0 when 'rejected' then 1
    when 'active' then case when e.suspended_by is null then 2 else 4 end when 'failed' then 3 when 'applied' then 4 else 5 end`

const progressColumns = (db: Db): Fragment => db`
  e.id as enrolment_id, e.class_id, c.name, c.class_type, g.name as category_name, c.cover_key, c.year,
  c.hours_tenths, ${statusNow(db)} as status, e.progress, e.watched_seconds,
  e.study_done_at is not null as study_done, ${examRequired(db)} as exam_required, e.exam_passed,
  ${holdOf(db)} as hold, e.exam_score, e.passed_at, e.passed_by, c.study_from, e.expires_at, e.pay_until, e.studied_at, e.last_item_id,
  i.title as last_item_title, e.last_position, e.created_at, ${requirementColumns(db)},
  (select json_build_object('id', o.id, 'amount', o.amount,
      'secondsLeft', greatest(0, extract(epoch from o.expires_at - moment()))::int,
      'transferPending', ${isProposed(db, db`o.id`, 'receipt')})
    from order_items w join orders o on o.id = w.order_id and o.account_id = w.account_id
    where w.account_id = e.account_id and w.class_id = e.class_id and w.waiting) as "order",
  case when e.status = 'rejected' then (select l.reason ${rejection(db)} order by l.created_at desc limit 1) end
    as reject_reason,
  (select k.id from certificates k where k.enrolment_id = e.id and k.status = 'valid') as certificate_id`

/** Progress of an enrolment `e` by the requirements of its class `c`, from what `metBy` joins. */
export const requirementColumns = (db: Db): Fragment => db`
  coalesce(q.required_items, 0) as required_items, coalesce(q.required_done, 0) as required_done,
  coalesce(q.elective_tenths, 0) as elective_tenths, c.elective_min_tenths,
  coalesce(q.offered_tenths, 0) as offered_tenths`
export const metBy = (db: Db): Fragment => db`
  left join lateral (select r.* from enrolment_requirements r where r.enrolment_id = e.id) q on true`

const tables = (db: Db): Fragment => db`
  enrolments e join train_classes c on c.id = e.class_id join class_categories g on g.id = c.category_id
  left join course_items i on i.id = e.last_item_id`

/** A learner's classes: what needs action first, then what was studied last. */
export async function pageMyClasses(
  db: Db,
  accountId: string,
  input: InputOf<typeof enrolmentCalls.myClass>,
): Promise<{ total: number; list: MyClass[] }> {
  const states = input.state ? myStates[input.state] : Object.values(myStates).flat()
  const { total, list } = await page(db, Type.Omit(MyClass, ['heldTenths']), input, {
    columns: progressColumns(db),
    from: tables(db),
    join: metBy(db),
    where: [
      db`e.account_id = ${accountId}`,
      db`${statusNow(db)} = any(${states as EnrolmentStatus[]}) and ${isShown(db)}`,
      input.year !== undefined && db`c.year = ${input.year}`,
      input.classType !== undefined && db`c.class_type = ${input.classType}`,
    ],
    orderBy: db`${urgency(db)}, e.studied_at desc nulls last, e.id desc`,
  })
  const held = await listHeldHours(
    db,
    accountId,
    list.map(({ classId }) => classId),
  )
  return { total, list: list.map((mine) => ({ ...mine, heldTenths: held.get(mine.classId) ?? 0 })) }
}

const Counts = Type.Object({
  total: Type.Integer(),
  applied: Type.Integer(),
  approved: Type.Integer(),
  studying: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  expired: Type.Integer(),
})

/** A learner's classes counted by where they stand. */
export async function countMyClasses(db: Db, accountId: string, year: number | undefined) {
  const rows = await db`
    select count(*) as total, count(*) filter (where status = 'applied') as applied,
      count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'active') as studying, count(*) filter (where status = 'passed') as passed,
      count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'expired') as expired
    from (
      select ${statusNow(db)} as status from enrolments e join train_classes c on c.id = e.class_id
      ${where(db, [
        db`e.account_id = ${accountId} and is_live(e.status)`,
        year !== undefined && db`c.year = ${year}`,
      ])}) mine`
  return rowOf(Counts, rows)!
}

/** One of a learner's own classes with its contents; refuses (404) any other. */
export async function getTrainDetail(db: Db, accountId: string, enrolmentId: string) {
  const rows = await db`
    select ${progressColumns(db)}, t.name as certificate_name, coalesce((
      select json_agg(json_build_object('id', co.id, 'name', co.name, 'teacherName', co.teacher_name,
        'hoursTenths', co.hours_tenths, 'attribute', co.attribute, 'items', coalesce((
          select json_agg(json_build_object('id', i.id, 'title', i.title,
            'durationSeconds', r.duration_seconds) order by i.sort)
          from course_items i join resources r on r.id = i.resource_id where i.course_id = co.id), '[]'))
        order by cc.sort)
      from class_courses cc join courses co on co.id = cc.course_id where cc.class_id = c.id), '[]') as courses
    from ${tables(db)} ${metBy(db)} left join certificate_templates t on t.id = c.certificate_template_id
    where e.id = ${enrolmentId} and e.account_id = ${accountId} and e.status <> 'removed'`
  return rowOf(TrainDetail, rows) ?? refuse(commonRefusals.notFound)
}

/** Returns the status of one of a learner's classes; refuses (404) any other. */
export async function getPassStatus(db: Db, accountId: string, enrolmentId: string) {
  const rows = await db`
    select ${progressColumns(db)}, e.status = 'passed' as passed from ${tables(db)} ${metBy(db)}
    where e.id = ${enrolmentId} and e.account_id = ${accountId} and e.status <> 'removed'`
  return rowOf(PassStatus, rows) ?? refuse(commonRefusals.notFound)
}

/** Returns learner and class of enrolments, by id, within the caller's scope. */
export async function nameEnrolments(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db`
    select e.id, coalesce(s.real_name, a.user_name) || ' · ' || c.name as name
    from enrolments e join train_classes c on c.id = e.class_id join accounts a on a.id = e.account_id
    left join units u on u.id = a.unit_id left join students s on s.account_id = e.account_id
    where e.id = any(${ids as string[]}::uuid[])
      and ${inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}`
  return new Map(rows.map((row) => [row.id as string, row.name as string]))
}

const LockedRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  classId: Type.String(),
  source: EnrolmentSource,
  status: EnrolmentStatus,
  orderWaits: Type.Boolean(),
  /** Nothing of its price is left to go back, or there was none. */
  isSettled: Type.Boolean(),
})

/** Refuses (404) an enrolment outside the caller's scope. */
export async function assertSeen(db: Db, scope: Scope, enrolmentId: string): Promise<void> {
  const [row] = await db`
    select from enrolments e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    where e.id = ${enrolmentId}
      and ${inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}`
  if (!row) refuse(commonRefusals.notFound)
}

/** Locks an enrolment in the caller's scope, so that it changes once at a time; refuses (404) any other. */
export async function lockEnrolment(db: Db, scope: Scope, enrolmentId: string) {
  const [found] = await db`
    select from enrolments e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    where e.id = ${enrolmentId} and e.status <> 'removed'
      and ${inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}
    for no key update of e`
  if (!found) refuse(commonRefusals.notFound)
  // Read after the lock: the statement that waited for it sees an older snapshot of other tables.
  const rows = await db`
    select e.id, e.project_id, e.account_id, e.class_id, e.source, e.status, ${orderWaits(db)} as order_waits,
      exists (select from order_items i where i.id = e.source_id and i.refunded = i.payable) as is_settled
    from enrolments e where e.id = ${enrolmentId}`
  return rowOf(LockedRow, rows)!
}

/**
 * Counts whom the caller, in any of their accounts, let pass without a second person on this day in China: passes, bars
 * that two put there and were lifted, learners of classes that go without their exam, learners who moved into a class
 * that has none, and those who passed by a move or its undo.
 */
export async function passedAlone(
  db: Db,
  { accountId, projectId }: Pick<Session, 'accountId' | 'projectId'>,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select coalesce(sum(case action when 'exam.release' then (after->>'learners')::int else 1 end), 0)::int as count
    from operation_logs
    where project_id = ${projectId} and actor_id = ${samePerson(db, accountId)}
      and (action = 'enrolment.pass' and after->>'passedBy' = 'manual' and not after ? 'approvalId'
        or action = 'enrolment.liftBar' or action = 'exam.release' and not after ? 'approvalId'
        or action in ('transfer.move', 'transfer.undo') and (after ? 'withoutExam' or after ? 'passed'))
      and created_at >= date_trunc('day', moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  return row!.count
}

/** True if so many more, with those of today, are more than one person may let pass. */
export const needsSecond = async (
  db: Db,
  by: Pick<Session, 'accountId' | 'projectId'>,
  count: number,
): Promise<boolean> => isForTwo(count + (await passedAlone(db, by)))
