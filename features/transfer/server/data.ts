import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { EnrolmentSource, EnrolmentStatus } from '../../enrolment/contract.ts'
import { examRequired, statusNow } from '../../enrolment/server/actions.ts'
import { isStudiedSince } from '../../study/carry/server/actions.ts'
import { type transferCalls, TransferRecord } from '../contract.ts'
import { undoHours } from '../rules.ts'

const Target = Type.Object({
  id: Type.String(),
  name: Type.String(),
  placesLeft: Nullable(Type.Integer()),
})

/** The class that learners are to move into, with the places nobody has; refuses (404) one of another project. */
export async function getTarget(db: Db, { projectId }: Session, classId: string) {
  const rows = await db`
    select id, name, quota - sold - held as places_left from train_classes
    where id = ${classId} and project_id = ${projectId} and status <> 'deleted'`
  return rowOf(Target, rows) ?? refuse(commonRefusals.notFound)
}

const Candidate = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  unitId: Nullable(Type.String()),
  classId: Type.String(),
  source: EnrolmentSource,
  sourceId: Nullable(Type.String()),
  barReason: Nullable(Type.String()),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  className: Type.String(),
  targetId: Type.String(),
  targetName: Type.String(),
  watchedSeconds: Type.Number(),
  progress: Type.Integer(),
  leavesScore: Type.Boolean(),
  status: EnrolmentStatus,
  isSuspended: Type.Boolean(),
  isRefunding: Type.Boolean(),
  isSameClass: Type.Boolean(),
  year: Type.Integer(),
  targetYear: Type.Integer(),
  isJoined: Type.Boolean(),
  orderWaits: Type.Boolean(),
  isAttemptOpen: Type.Boolean(),
  isPublished: Type.Boolean(),
  isStudyOver: Type.Boolean(),
  /** The class has an exam, and the target has none. */
  escapesExam: Type.Boolean(),
  /** The target has an exam. */
  isExamined: Type.Boolean(),
  /** Hours of electives that the target requires. */
  electiveMinTenths: Type.Integer(),
  placesLeft: Nullable(Type.Integer()),
  /** Sum paid for the place that has not gone back, in fen; null where nothing was to pay. */
  paid: Nullable(Type.Integer()),
  /** The order of the place; null where nothing was ordered. */
  orderId: Nullable(Type.String()),
  /** Fen by which the place was dearer than what was paid for it, counted when it moved. */
  counted: Type.Integer(),
  to: Type.Unsafe<SoldClass>(Type.Any()),
})
export type Candidate = Static<typeof Candidate>

interface SoldClass {
  classType: string
  categoryId: string
  price: number
  hoursTenths: number
}

/** Condition for enrolments `e` of accounts `a` in units `u` that somebody may move. */
export type Within = (db: Db) => Fragment

/** The enrolments in a scope. */
export const within =
  (scope: Scope): Within =>
  (db) =>
    inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })

/** True if the target `t` of a transfer has an exam. */
const isExamined = (db: Db): Fragment =>
  db`(select ${examRequired(db)} from train_classes c where c.id = t.id)`

/** Learners' places that may be moved, with what decides whether they can move into a class, in the order given. */
export async function listCandidates(
  db: Db,
  isWithin: Within,
  enrolmentIds: readonly string[],
  classId: string,
): Promise<Candidate[]> {
  const rows = await db`
    select e.id, e.project_id, e.account_id, a.unit_id, e.class_id, e.source, e.source_id, e.bar_reason,
      coalesce(s.real_name, a.user_name) as real_name, s.card_mask, c.name as class_name, t.id as target_id, t.name as target_name,
      e.watched_seconds, e.progress, e.exam_score is not null as leaves_score, ${statusNow(db)} as status,
      e.suspended_by is not null as is_suspended,
      coalesce(e.suspended_by like 'refund:%' or i.refunding > 0, false) as is_refunding,
      c.id = t.id as is_same_class, c.year, t.year as target_year,
      exists (select from enrolments o join train_classes v on v.id = o.class_id
        where o.account_id = e.account_id and v.root_id = t.root_id and o.id <> e.id and is_live(o.status)) as is_joined,
      exists (select from order_items w join train_classes v on v.id = w.class_id
        where w.account_id = e.account_id and v.root_id = t.root_id and w.waiting) as order_waits,
      exists (select from exam_attempts x where x.enrolment_id = e.id
        and x.status in ('in_progress', 'submitted', 'marking')) as is_attempt_open,
      t.status = 'on_shelf' as is_published, coalesce(t.study_to < moment(), false) as is_study_over,
      ${examRequired(db)} and not e.exam_passed and not ${isExamined(db)} as escapes_exam,
      ${isExamined(db)} as is_examined, t.elective_min_tenths,
      t.quota - t.sold - t.held as places_left, i.payable - i.refunded as paid, i.order_id,
      coalesce((select greatest(0, r.price_difference) from transfer_records r
        where r.to_id = e.id and r.undone_at is null limit 1), 0) as counted,
      json_build_object('classType', t.class_type, 'categoryId', t.category_id, 'price', t.price,
        'hoursTenths', t.hours_tenths) as "to"
    from unnest(${enrolmentIds as string[]}::uuid[]) with ordinality as g (id, n)
    join enrolments e on e.id = g.id join train_classes c on c.id = e.class_id
    join train_classes t on t.id = ${classId} and t.project_id = e.project_id and t.status <> 'deleted'
    join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    left join students s on s.account_id = e.account_id
    left join order_items i on i.id = e.source_id and e.source in ('order', 'batch')
    where e.status <> 'removed'
      and ${isWithin(db)}
    order by g.n`
  return rowsOf(Candidate, rows)
}

const recordsFrom = (db: Db) => db`
  transfer_records r join enrolments f on f.id = r.from_id join enrolments e on e.id = r.to_id
  join accounts a on a.id = r.account_id left join units u on u.id = a.unit_id`

/** True if something happened in the new class `e` since the transfer `r`. */
const isTouched = (db: Db) => db`
  (e.status <> 'active' or e.suspended_by is not null or ${isStudiedSince(db, db`e.id`, db`r.created_at`)}
    or exists (select from exam_attempts x where x.enrolment_id = e.id)
    or exists (select from order_items i where i.id = e.source_id and i.refunding > 0))`

const undoEnd = (db: Db) => db`r.created_at + make_interval(hours => ${undoHours})`

const inRecordScope = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 'r.project_id', unitPath: 'u.path', account: 'r.account_id' })

/** A page of transfers within the caller's scope. */
export function pageRecords(
  db: Db,
  scope: Scope,
  input: InputOf<typeof transferCalls.queryTransferClassRecord>,
): Promise<{ total: number; list: TransferRecord[] }> {
  const { keyword, accountId, classId, undone, createdFrom, createdTo } = input
  return page(db, TransferRecord, input, {
    columns: db`
      r.id, r.account_id, coalesce(s.real_name, a.user_name) as real_name, s.card_mask, u.name as unit_name,
      r.from_id, c.name as from_name, r.to_id, t.name as to_name, r.carried_ms / 1000.0 as carried_seconds,
      r.carried_videos, r.progress_before, r.progress_after, r.price_difference, r.reason,
      o.user_name as operator_name, r.created_at, r.undone_at, r.undo_reason,
      case when r.undone_at is null and ${undoEnd(db)} > moment() and not ${isTouched(db)} then ${undoEnd(db)} end
        as undo_until`,
    key: db`r.id`,
    from: recordsFrom(db),
    join: db`
      join train_classes c on c.id = f.class_id join train_classes t on t.id = e.class_id
      join accounts o on o.id = r.operator_id left join students s on s.account_id = r.account_id`,
    where: [
      inRecordScope(db, scope),
      keyword && db`r.account_id = any(array(${learnersNamed(db, scope, keyword)}))`,
      accountId && db`r.account_id = ${accountId}`,
      classId && db`${classId} in (f.class_id, e.class_id)`,
      undone !== undefined && db`(r.undone_at is not null) = ${undone}`,
      createdFrom && db`r.created_at >= ${createdFrom}`,
      createdTo && db`r.created_at < ${createdTo}`,
    ],
    sorts: { createdAt: db`r.created_at` },
    orderBy: db`r.id desc`,
  })
}

const Undoing = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  accountId: Type.String(),
  fromId: Type.String(),
  toId: Type.String(),
  fromClassId: Type.String(),
  toClassId: Type.String(),
})

/** One transfer in the caller's scope; refuses (404) any other. */
export async function getRecord(db: Db, scope: Scope, recordId: string): Promise<Static<typeof Undoing>> {
  const rows = await db`
    select r.id, r.project_id, r.account_id, r.from_id, r.to_id, f.class_id as from_class_id, e.class_id as to_class_id
    from ${recordsFrom(db)} where r.id = ${recordId} and ${inRecordScope(db, scope)}`
  return rowOf(Undoing, rows) ?? refuse(commonRefusals.notFound)
}

/** True if an enrolment is passed. */
export async function isPassed(db: Db, enrolmentId: string): Promise<boolean> {
  const rows = await db`select from enrolments where id = ${enrolmentId} and status = 'passed'`
  return rows.length > 0
}

const Undoable = Type.Object({
  isUndone: Type.Boolean(),
  isLate: Type.Boolean(),
  isTouched: Type.Boolean(),
  /** The learner has joined the former class again, or another version of it. */
  isJoined: Type.Boolean(),
  fromName: Type.String(),
  status: EnrolmentStatus,
})

/** Obstacles to undoing a transfer whose enrolments are locked. */
export async function findUndoable(db: Db, recordId: string): Promise<Static<typeof Undoable>> {
  const rows = await db`
    select r.undone_at is not null as is_undone, ${undoEnd(db)} <= moment() as is_late, ${isTouched(db)} as is_touched,
      exists (select from enrolments o join train_classes v on v.id = o.class_id
        where o.account_id = r.account_id and v.root_id = c.root_id and o.id <> e.id and is_live(o.status)) as is_joined,
      c.name as from_name, e.status
    from ${recordsFrom(db)} join train_classes c on c.id = f.class_id where r.id = ${recordId}`
  return rowOf(Undoable, rows)!
}
