import type { TSchema, Static } from 'typebox'
import { windowOf } from '../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowsOf } from '../../../server/db.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { ExamAttempt, PlayedLease, RefusedStretch, StudyDetail } from '../contract.ts'

interface Asked {
  enrolmentId: string
  page?: number | undefined
  limit?: number | undefined
}
interface Listed {
  /** From `from` on: tables and conditions. */
  source: Fragment
  columns: Fragment
  order: Fragment
}

/** Refuses (404) an enrolment outside the caller's scope. */
async function assertSeen(db: Db, scope: Scope, enrolmentId: string): Promise<void> {
  const [row] = await db`
    select 1 from enrolments e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    where e.id = ${enrolmentId}
      and ${inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}`
  if (!row) refuse(commonRefusals.notFound)
}

async function pageOf<T extends TSchema>(
  db: Db,
  asked: Asked,
  schema: T,
  { columns, source, order }: Listed,
): Promise<{ total: number; list: Static<T>[] }> {
  const { limit, offset } = windowOf(asked)
  const [rows, [counted]] = await Promise.all([
    db`select ${columns} ${source} order by ${order} limit ${limit} offset ${offset}`,
    db`select count(*) as total ${source}`,
  ])
  return { total: counted!.total as number, list: rowsOf(schema, rows) }
}

/** What of one enrolment was watched, video by video; refuses (404) one outside the scope. */
export async function pageStudyDetail(db: Db, scope: Scope, asked: Asked) {
  await assertSeen(db, scope, asked.enrolmentId)
  return pageOf(db, asked, StudyDetail, {
    columns: db`
      i.id as item_id, co.name as course_name, i.title, co.attribute, r.duration_seconds,
      coalesce(w.accepted_ms, 0) / 1000.0 as watched_seconds, w.completed_at, w.updated_at as studied_at,
      coalesce((select json_agg(json_build_array(lower(p) / 1000.0, upper(p) / 1000.0) order by lower(p))
        from unnest(w.ranges) p), '[]') as ranges,
      (select coalesce(sum(f.times), 0) from study_refusals f
        where f.enrolment_id = e.id and f.item_id = i.id) as refusals`,
    source: db`
      from enrolments e join class_courses cc on cc.class_id = e.class_id
      join courses co on co.id = cc.course_id join course_items i on i.course_id = co.id
      join resources r on r.id = i.resource_id
      left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
      where e.id = ${asked.enrolmentId}`,
    order: db`cc.sort, i.sort`,
  })
}

/** What of one enrolment was played and not counted; refuses (404) one outside the scope. */
export async function pageRefusals(db: Db, scope: Scope, asked: Asked) {
  await assertSeen(db, scope, asked.enrolmentId)
  return pageOf(db, asked, RefusedStretch, {
    columns: db`
      f.item_id || ' ' || f.reason || ' ' || f.minute as id, f.item_id, i.title, f.reason,
      f.from_ms / 1000.0 as from, f.to_ms / 1000.0 as to, f.times, f.first_at, f.last_at`,
    source: db`
      from study_refusals f join course_items i on i.id = f.item_id
      where f.enrolment_id = ${asked.enrolmentId}`,
    order: db`f.last_at desc, f.item_id, f.reason, f.minute`,
  })
}

/** The windows one enrolment was studied in; refuses (404) one outside the scope. */
export async function pageLeases(db: Db, scope: Scope, asked: Asked) {
  await assertSeen(db, scope, asked.enrolmentId)
  return pageOf(db, asked, PlayedLease, {
    columns: db`
      l.id, i.title, l.opened_at, l.last_beat_at, l.ended_at, l.end_reason,
      l.accepted_ms / 1000.0 as accepted_seconds, l.ip, l.agent`,
    source: db`
      from play_leases l join course_items i on i.id = l.item_id
      where l.enrolment_id = ${asked.enrolmentId}`,
    order: db`l.opened_at desc, l.id desc`,
  })
}

/** The exam attempts of one enrolment; refuses (404) one outside the scope. */
export async function pageAttempts(db: Db, scope: Scope, asked: Asked) {
  await assertSeen(db, scope, asked.enrolmentId)
  return pageOf(db, asked, ExamAttempt, {
    columns: db`
      t.id, x.name as exam_name, t.number, t.make_up, t.status, t.submit_reason, t.started_at, t.submitted_at,
      t.score, t.total, t.pass_score, t.passed, t.times_left`,
    source: db`
      from exam_attempts t join exams x on x.id = t.exam_id where t.enrolment_id = ${asked.enrolmentId}`,
    order: db`t.started_at desc, t.id desc`,
  })
}
