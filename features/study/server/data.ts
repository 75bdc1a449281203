import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import type { Scope } from '../../../server/session.ts'
import { inScope } from '../../../server/session.ts'
import { isShown } from '../../class/server/actions.ts'
import { EnrolmentStatus, Requirements } from '../../enrolment/contract.ts'
import { examRequired, metBy, requirementColumns } from '../../enrolment/server/actions.ts'
import { StudyCourse, StudyExam } from '../contract.ts'

const MyClassRow = Type.Object({
  ...Requirements.properties,
  enrolmentId: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  classId: Type.String(),
  className: Type.String(),
  hoursTenths: Type.Integer(),
  status: EnrolmentStatus,
  progress: Type.Integer(),
  studyDoneAt: Nullable(Type.String()),
  passedBy: Nullable(OneOf(['rule', 'manual'])),
  examRequired: Type.Boolean(),
  examPassed: Type.Boolean(),
  expiresAt: Nullable(Type.String()),
  isExpired: Type.Boolean(),
  suspended: Type.Boolean(),
  /** The day in China. */
  studyFromDay: Nullable(Type.String()),
  hasBegun: Type.Boolean(),
  lastItemId: Nullable(Type.String()),
  lastPosition: Type.Number(),
})
export type MyClassRow = Static<typeof MyClassRow>

/** One enrolment within the caller's scope, with the settings of its class; null when absent or another's. */
export async function findMyClass(db: Db, scope: Scope, enrolmentId: string): Promise<MyClassRow | null> {
  const rows = await db`
    select e.id as enrolment_id, e.project_id, e.account_id, c.id as class_id, c.name as class_name, c.hours_tenths,
      e.status, e.progress, e.study_done_at, e.passed_by, ${examRequired(db)} as exam_required, e.exam_passed, e.expires_at, coalesce(e.expires_at <= moment(), false) as is_expired,
      e.suspended_by is not null as suspended,
      to_char(c.study_from at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as study_from_day,
      coalesce(c.study_from <= moment(), true) as has_begun,
      e.last_item_id, coalesce(e.last_position, 0) as last_position, ${requirementColumns(db)}
    from enrolments e join train_classes c on c.id = e.class_id ${metBy(db)}
    where e.id = ${enrolmentId} and ${inScope(db, scope, { project: 'e.project_id', account: 'e.account_id' })}
      and e.status not in ('removed', 'rejected', 'withdrawn')`
  return rowOf(MyClassRow, rows)
}

const EnrolmentCourse = Type.Object({ enrolmentId: Type.String(), ...StudyCourse.properties })

/**
 * Courses and videos of each enrolment's class in their order, with what was counted and what was refused, by the id of
 * the enrolment.
 */
export async function listCourses(
  db: Db,
  enrolmentIds: readonly string[],
): Promise<Map<string, Static<typeof StudyCourse>[]>> {
  const rows = await db`
    select e.id as enrolment_id, co.id as course_id, co.name, co.teacher_name, co.attribute, co.hours_tenths,
      coalesce(json_agg(json_build_object(
        'itemId', i.id, 'resourceId', i.resource_id, 'title', i.title,
        'durationSeconds', coalesce(w.duration_ms / 1000.0, r.duration_seconds),
        'watchedSeconds', coalesce(w.accepted_ms, 0) / 1000.0, 'furthest', coalesce(w.furthest_ms, 0) / 1000.0,
        'position', coalesce(w.position_ms, 0) / 1000.0,
        'state', case when w.completed_at is not null then 'done' when w.accepted_ms > 0 then 'started' else 'untouched' end,
        'completedAt', to_char(w.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'ranges', coalesce((select json_agg(json_build_array(lower(p) / 1000.0, upper(p) / 1000.0) order by lower(p))
          from unnest(w.ranges) p), '[]'),
        'refusals', coalesce((select json_agg(json_build_object('reason', s.reason, 'from', s.from_ms / 1000.0,
            'to', s.to_ms / 1000.0, 'times', s.times,
            'at', to_char(s.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.from_ms, s.last_at)
          from study_refusals s where s.enrolment_id = e.id and s.item_id = i.id), '[]')
      ) order by i.sort) filter (where i.id is not null), '[]') as items
    from enrolments e join train_classes c on c.id = e.class_id
    join class_courses cc on cc.class_id = c.id
    join courses co on co.id = cc.course_id
    left join course_items i on i.course_id = co.id
    left join resources r on r.id = i.resource_id
    left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
    where e.id = any(${enrolmentIds as string[]}::uuid[]) and ${isShown(db)}
    group by e.id, co.id, cc.sort order by e.id, cc.sort`
  const courses = new Map<string, Static<typeof StudyCourse>[]>()
  for (const { enrolmentId, ...course } of rowsOf(EnrolmentCourse, rows)) {
    courses.set(enrolmentId, [...(courses.get(enrolmentId) ?? []), course])
  }
  return courses
}

/** The exam of an enrolment's class, or null. */
export async function findExam(db: Db, enrolmentId: string): Promise<Static<typeof StudyExam> | null> {
  const rows = await db`
    select x.id as exam_id, x.name, p.pass_score, x.attempts, x.required_progress, e.exam_passed as passed
    from enrolments e join exams x on x.class_id = e.class_id and x.status = 'active'
    join papers p on p.id = x.paper_id where e.id = ${enrolmentId}`
  return rowOf(StudyExam, rows)
}

const StudiedItemRow = Type.Object({
  itemId: Type.String(),
  resourceId: Type.String(),
  title: Type.String(),
  required: Type.Boolean(),
  durationMs: Type.Integer(),
  acceptedMs: Type.Integer(),
  furthestMs: Type.Integer(),
  positionMs: Type.Integer(),
  completed: Type.Boolean(),
  playable: Type.Boolean(),
  isFile: Type.Boolean(),
  hasSubtitles: Type.Boolean(),
})
type StudiedItemRow = Static<typeof StudiedItemRow>

/** Every item of an enrolment's class with its coverage, in order; milliseconds. */
export async function listStudiedItems(db: Db, enrolmentId: string): Promise<StudiedItemRow[]> {
  const rows = await db`
    select i.id as item_id, i.resource_id, i.title, co.attribute = 'required' as required,
      coalesce(w.duration_ms, (r.duration_seconds * 1000)::int) as duration_ms,
      coalesce(w.accepted_ms, 0) as accepted_ms, coalesce(w.furthest_ms, 0) as furthest_ms,
      coalesce(w.position_ms, 0) as position_ms, w.completed_at is not null as completed,
      r.status = 'active' and (r.direct or r.hls_key is not null) as playable, r.direct as is_file,
      r.subtitles_key is not null as has_subtitles
    from enrolments e join train_classes c on c.id = e.class_id
    join class_courses cc on cc.class_id = c.id
    join courses co on co.id = cc.course_id
    join course_items i on i.course_id = co.id
    join resources r on r.id = i.resource_id
    left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
    where e.id = ${enrolmentId} and ${isShown(db)} order by cc.sort, i.sort`
  return rowsOf(StudiedItemRow, rows)
}

/** Enrolments open to study whose progress does not know yet of all that their leases counted. */
export async function listPending(db: Db): Promise<string[]> {
  // Leases that have ended are rolled up before the last beat is answered, unless the process died in between.
  const rows = await db`
    select e.id from enrolments e
    where is_admitted(e.status) and e.id in (
      select enrolment_id from play_leases where ended_at is null and rolled_at < last_beat_at
      union all
      select enrolment_id from play_leases where ended_at > moment() - interval '1 day' and rolled_at < last_beat_at)`
  return rows.map((row) => row.id as string)
}

/** Locks these enrolments' leases with beats to roll up; one locked by a beat is skipped until the next run. */
export async function lockPending(
  db: Db,
  enrolmentIds: readonly string[],
): Promise<{ leaseId: string; enrolmentId: string }[]> {
  return db`
    select id as lease_id, enrolment_id from play_leases
    where enrolment_id = any(${enrolmentIds as string[]}) and rolled_at < last_beat_at
    order by account_id for no key update skip locked`
}

/** Notes that progress knows of all these leases counted; they are locked. */
export async function markRolledUp(db: Db, leaseIds: readonly string[]): Promise<void> {
  await db`update play_leases set rolled_at = last_beat_at where id = any(${leaseIds as string[]})`
}

/**
 * The result of `classStudy` for each of these enrolments and its last position, as a query; a test holds them
 * together.
 */
export const studiesOf = (db: Db, enrolmentIds: readonly string[]): Fragment => db`
  select l.enrolment_id, coalesce(t.watched_ms, 0) / 1000.0 as watched_seconds, l.item_id as last_item_id,
    l.position_ms / 1000.0 as last_position, coalesce(t.done, false) as done,
    coalesce(floor(t.done_ms * 10000 / nullif(t.required_ms, 0)), 0)::int as progress
  from (
    select distinct on (w.enrolment_id) w.enrolment_id, w.item_id, w.position_ms from watch_coverages w
    where w.enrolment_id = any(${enrolmentIds as string[]}) order by w.enrolment_id, w.updated_at desc) l
  left join (
    select enrolment_id, sum(accepted_ms) as watched_ms,
      sum(duration_ms) filter (where decides) as required_ms,
      sum(case when completed then duration_ms else accepted_ms end) filter (where decides) as done_ms,
      bool_and(completed) filter (where decides) as done
    from (
      select e.id as enrolment_id, coalesce(w.duration_ms, (r.duration_seconds * 1000)::int)::bigint as duration_ms,
        coalesce(w.accepted_ms, 0)::bigint as accepted_ms, w.completed_at is not null as completed,
        co.attribute = 'required' or not bool_or(co.attribute = 'required') over (partition by e.id) as decides
      from enrolments e join train_classes c on c.id = e.class_id
      join class_courses cc on cc.class_id = c.id
      join courses co on co.id = cc.course_id
      join course_items i on i.course_id = co.id
      join resources r on r.id = i.resource_id
      left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
      where e.id = any(${enrolmentIds as string[]}) and ${isShown(db)}) items
    group by enrolment_id) t on t.enrolment_id = l.enrolment_id`

const ActiveLeaseRow = Type.Object({
  id: Type.String(),
  enrolmentId: Type.String(),
  className: Type.String(),
  title: Type.String(),
  opening: Nullable(Type.String()),
  /** Seconds since its window was last heard of. */
  silent: Type.Number(),
})

/** The learner's lease in force, locked; null when there is none. */
export async function lockActiveLease(
  db: Db,
  accountId: string,
): Promise<Static<typeof ActiveLeaseRow> | null> {
  const rows = await db`
    select l.id, l.enrolment_id, l.opening, c.name as class_name, i.title, extract(epoch from moment() - l.last_beat_at) as silent
    from play_leases l join course_items i on i.id = l.item_id
    join enrolments e on e.id = l.enrolment_id join train_classes c on c.id = e.class_id
    where l.account_id = ${accountId} and l.ended_at is null for no key update of l`
  return rowOf(ActiveLeaseRow, rows)
}

/** Ends a lease now; late beats are credited up to this moment. */
export async function endLease(db: Db, leaseId: string, reason: 'other_window' | 'released'): Promise<void> {
  await db`
    update play_leases set ended_at = moment(), end_reason = ${reason} where id = ${leaseId} and ended_at is null`
}

interface NewLease {
  accountId: string
  enrolmentId: string
  itemId: string
  ratePercent: number
  aheadMs: number
  countHidden: boolean
  requiredMs: number
  otherMs: number
  itemRequired: boolean
  opening: string | null
  durationMs: number
  /** Milliseconds that may be credited until the next capture; null where none is drawn. */
  captureLeftMs: number | null
  ip: string
  agent: string
}

/**
 * Opens a lease whose clock starts where the learner's last one stopped, but not before now, and gives the place of its
 * first open question; its moment is in seconds since 1970.
 */
export async function insertLease(
  db: Db,
  fresh: NewLease,
): Promise<{ id: string; openedAt: number; pinMs: number | null }> {
  const { durationMs, ...lease } = fresh
  await db`
    insert into watch_coverages (enrolment_id, item_id, duration_ms)
    values (${lease.enrolmentId}, ${lease.itemId}, ${durationMs}) on conflict do nothing`
  const [row] = await db`
    with clock as (
      select moment() as now, (select paid_until from play_leases where account_id = ${lease.accountId}
        order by opened_at desc limit 1) as paid)
    insert into play_leases (account_id, enrolment_id, item_id, rate_percent, ahead_ms, count_hidden, required_ms,
      other_ms, item_required, opening, opened_at, paid_from, paid_until, last_beat_at, rolled_at, ip, agent, capture_left_ms, pin_ms)
    select ${lease.accountId}, ${lease.enrolmentId}, ${lease.itemId}, ${lease.ratePercent}, ${lease.aheadMs},
      ${lease.countHidden}, ${lease.requiredMs}, ${lease.otherMs}, ${lease.itemRequired}, ${lease.opening},
      now, greatest(now, paid), greatest(now, paid), now, now, ${lease.ip}, ${lease.agent.slice(0, 300)}, ${lease.captureLeftMs},
      next_pin(${lease.enrolmentId}, ${lease.itemId})
    from clock returning id, extract(epoch from opened_at)::float8 as opened_at, pin_ms`
  return row as unknown as { id: string; openedAt: number; pinMs: number | null }
}
