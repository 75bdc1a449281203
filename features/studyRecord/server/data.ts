import type { InputOf } from '../../../contract/call.ts'
import { type Conditions, type Db, where } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { assertSeen } from '../../enrolment/server/actions.ts'
import { pathInScope } from '../../unit/server/actions.ts'
import { explainEnrolments } from './actions.ts'
import {
  EarnedHours,
  ExamAttempt,
  PlayedLease,
  RefusedStretch,
  StudyDetail,
  type studyRecordCalls,
} from '../contract.ts'

type Query<K extends keyof typeof studyRecordCalls> = InputOf<(typeof studyRecordCalls)[K]>

/** Explains the percent of one enrolment; refuses (404) one outside the scope. */
export async function explainOne(db: Db, scope: Scope, enrolmentId: string) {
  await assertSeen(db, scope, enrolmentId)
  return (await explainEnrolments(db, [enrolmentId])).get(enrolmentId)!
}

/** Lists what of one enrolment was watched, video by video; refuses (404) one outside the scope. */
export async function pageStudyDetail(db: Db, scope: Scope, query: Query<'queryPageList'>) {
  await assertSeen(db, scope, query.enrolmentId)
  return page(db, StudyDetail, query, {
    columns: db`
      i.id as item_id, co.name as course_name, i.title, co.attribute, r.duration_seconds,
      coalesce(w.accepted_ms, 0) / 1000.0 as watched_seconds, w.completed_at, w.updated_at as studied_at,
      coalesce((select json_agg(json_build_array(lower(p) / 1000.0, upper(p) / 1000.0) order by lower(p))
        from unnest(w.ranges) p), '[]') as ranges,
      (select coalesce(sum(f.times), 0) from study_refusals f
        where f.enrolment_id = e.id and f.item_id = i.id) as refusals`,
    from: db`
      enrolments e join class_courses cc on cc.class_id = e.class_id
      join courses co on co.id = cc.course_id join course_items i on i.course_id = co.id
      join resources r on r.id = i.resource_id
      left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id`,
    where: [
      db`e.id = ${query.enrolmentId}`,
      query.missing !== undefined &&
        db`(co.attribute = 'required' and w.completed_at is null) = ${query.missing}`,
    ],
    sorts: {
      title: db`i.title`,
      watchedSeconds: db`watched_seconds`,
      refusals: db`refusals`,
      completedAt: db`w.completed_at`,
      studiedAt: db`studied_at`,
    },
    orderBy: db`cc.sort, i.sort`,
  })
}

/** Lists what of one enrolment was played and not counted; refuses (404) one outside the scope. */
export async function pageRefusals(db: Db, scope: Scope, query: Query<'findRefusalList'>) {
  await assertSeen(db, scope, query.enrolmentId)
  return page(db, RefusedStretch, query, {
    columns: db`
      f.item_id || ' ' || f.reason || ' ' || f.minute as id, f.item_id, i.title, f.reason,
      f.from_ms / 1000.0 as from, f.to_ms / 1000.0 as to, f.times, f.first_at, f.last_at`,
    from: db`study_refusals f join course_items i on i.id = f.item_id`,
    where: [db`f.enrolment_id = ${query.enrolmentId}`],
    sorts: {
      times: db`f.times`,
      firstAt: db`f.first_at`,
      lastAt: db`f.last_at`,
    },
    orderBy: db`f.last_at desc, f.item_id, f.reason, f.minute`,
  })
}

/** The windows one enrolment was studied in; refuses (404) one outside the scope. */
export async function pageLeases(db: Db, scope: Scope, query: Query<'findLeaseList'>) {
  await assertSeen(db, scope, query.enrolmentId)
  return page(db, PlayedLease, query, {
    columns: db`
      l.id, i.title, l.opened_at, l.last_beat_at, l.ended_at, l.end_reason,
      l.accepted_ms / 1000.0 as accepted_seconds, l.ip, l.agent`,
    from: db`play_leases l join course_items i on i.id = l.item_id`,
    where: [db`l.enrolment_id = ${query.enrolmentId}`],
    sorts: {
      acceptedSeconds: db`accepted_seconds`,
      openedAt: db`l.opened_at`,
      lastBeatAt: db`l.last_beat_at`,
    },
    orderBy: db`l.opened_at desc, l.id desc`,
  })
}

/** The exam attempts of one enrolment; refuses (404) one outside the scope. */
export async function pageAttempts(db: Db, scope: Scope, query: Query<'findAttemptList'>) {
  await assertSeen(db, scope, query.enrolmentId)
  return page(db, ExamAttempt, query, {
    columns: db`
      t.id, x.name as exam_name, t.number, t.make_up, t.status, t.submit_reason, t.started_at, t.submitted_at,
      t.score, t.total, t.pass_score, t.passed, t.times_left`,
    from: db`exam_attempts t join exams x on x.id = t.exam_id`,
    where: [db`t.enrolment_id = ${query.enrolmentId}`],
    sorts: {
      status: db`t.status`,
      score: db`t.score`,
      startedAt: db`t.started_at`,
      submittedAt: db`t.submitted_at`,
      timesLeft: db`t.times_left`,
    },
    orderBy: db`t.started_at desc, t.id desc`,
  })
}

/** Lines of the ledger with their learners, of whom the board counts as well. */
const linesOf = (db: Db) => db`
  hour_entries h join accounts a on a.id = h.account_id left join units u on u.id = a.unit_id`

const conditionsOf = (db: Db, scope: Scope, query: Query<'sumHours'>): Conditions => [
  inScope(db, scope, { project: 'h.project_id', unitPath: 'u.path', account: 'h.account_id' }),
  query.keyword && db`h.account_id = any(array(${learnersNamed(db, scope, query.keyword)}))`,
  query.year !== undefined && db`h.year = ${query.year}`,
  query.classType !== undefined && db`h.class_type = ${query.classType}`,
  query.source && db`h.source = ${query.source}`,
  query.unitId && db`u.path ^@ coalesce(${pathInScope(db, scope, query.unitId)}, '?')`,
  query.earnedFrom && db`h.created_at >= ${query.earnedFrom}`,
  query.earnedTo && db`h.created_at < ${query.earnedTo}`,
]

/** Lists lines of the ledger of hours of learners in scope, the last first. */
export async function pageHours(db: Db, scope: Scope, query: Query<'findHours'>) {
  return page(db, EarnedHours, query, {
    columns: db`
      h.id, h.account_id, coalesce(s.real_name, a.user_name) as real_name, u.name as unit_name, h.year, h.class_type,
      h.attribute, h.hours_tenths, h.title, co.name as course_name, h.source, h.reason, h.created_at`,
    from: linesOf(db),
    join: db`left join students s on s.account_id = h.account_id left join courses co on co.id = h.course_root_id`,
    where: conditionsOf(db, scope, query),
    sorts: { year: db`h.year`, hoursTenths: db`h.hours_tenths`, createdAt: db`h.created_at` },
    orderBy: db`h.created_at desc, h.id desc`,
  })
}

/** The sum of all lines that such a list has, in tenths. */
export async function sumHours(db: Db, scope: Scope, query: Query<'sumHours'>) {
  const [row] = await db<{ hoursTenths: number }[]>`
    select coalesce(sum(h.hours_tenths), 0)::int as hours_tenths
    from ${linesOf(db)} ${where(db, conditionsOf(db, scope, query))}`
  return row!
}
