import { Type } from 'typebox'
import type { Call } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowsOf } from '../../../server/db.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { type ApprovalKind, visibleTo } from '../../approval/server/actions.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { holdOf, statusNow } from '../../enrolment/server/actions.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { visible } from '../../student/server/actions.ts'
import { studyRecordCalls } from '../../studyRecord/contract.ts'
import { explainEnrolments, getStudyReport } from '../../studyRecord/server/actions.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { DeskCase, DeskClass, DeskEvent, type LearnerDesk } from '../contract.ts'

/** Classes that are explained at once, and events and what waits shown. */
const most = { classes: 20, events: 5, cases: 50 } as const

/** This year's hours as the study report counts them. */
async function hoursOf(db: Db, session: Session, accountId: string): Promise<LearnerDesk['hours']> {
  const { year, requiredTenths, earnedTenths, missingTenths, types, entries } = await getStudyReport(
    db,
    session.scope,
    { accountId },
  )
  const earnedAs = (attribute: 'required' | 'elective') =>
    entries
      .filter((entry) => entry.attribute === attribute)
      .reduce((sum, { hoursTenths }) => sum + hoursTenths, 0)
  return {
    year,
    requiredTenths,
    earnedTenths,
    missingTenths,
    types,
    attributes: { required: earnedAs('required'), elective: earnedAs('elective') },
  }
}

const ClassRow = Type.Omit(DeskClass, ['explained'])

/** The learner's live classes, each with the reason of its percent. */
async function classesOf(db: Db, accountId: string) {
  const found = await db`
    select e.id as enrolment_id, e.class_id, c.name as class_name, c.class_type, c.year, ${statusNow(db)} as status,
      ${holdOf(db)} as hold, e.expires_at
    from enrolments e join train_classes c on c.id = e.class_id
    where e.account_id = ${accountId} and is_live(e.status)
    order by e.status = 'passed', e.studied_at desc nulls last, e.id desc limit ${most.classes + 1}`
  const rows = rowsOf(ClassRow, found.slice(0, most.classes))
  const explained = await explainEnrolments(
    db,
    rows.map(({ enrolmentId }) => enrolmentId),
  )
  return {
    classes: rows.map((row): DeskClass => ({ ...row, explained: explained.get(row.enrolmentId)! })),
    hasMoreClasses: found.length > rows.length,
  }
}

/** The last events of each kind by their own index, each with the call that lists its kind. */
function eventKinds(db: Db, accountId: string): [Pick<Call, 'allow'>, Fragment][] {
  return [
    [
      studyRecordCalls.queryPageList,
      db`select l.id, 'study', l.last_beat_at, c.name, null, null::bigint, null::numeric
        from play_leases l join enrolments e on e.id = l.enrolment_id join train_classes c on c.id = e.class_id
        where l.account_id = ${accountId} order by l.opened_at desc`,
    ],
    [
      studentManageCalls.findExamList,
      db`select t.id, 'exam', coalesce(t.submitted_at, t.started_at), x.name, t.status, null, t.score
        from exam_attempts t join exams x on x.id = t.exam_id
        where t.account_id = ${accountId} order by t.started_at desc`,
    ],
    [
      studentManageCalls.findOrderList,
      db`select p.id, 'payment', coalesce(p.succeeded_at, p.created_at), o.order_no, p.status, p.amount, null
        from payments p join orders o on o.id = p.order_id
        where o.account_id = ${accountId} order by 3 desc`,
    ],
    [
      studentManageCalls.findCertificateList,
      db`select k.id, 'certificate', k.issued_at, k.number, k.status, null, null
        from certificates k where k.account_id = ${accountId} order by k.issued_at desc`,
    ],
    [
      correctionCalls.findPageList,
      db`select p.id, 'correction', coalesce(p.undone_at, p.applied_at, p.decided_at, p.created_at), p.title, p.status, null, null
        from corrections c join approvals p on p.id = c.id where c.account_id = ${accountId} order by 3 desc`,
    ],
    [
      studentManageCalls.findOperationList,
      db`select l.id, 'signIn', l.created_at, null, null, null, null
        from operation_logs l where l.actor_id = ${accountId} and l.action = 'session.open' order by l.created_at desc`,
    ],
  ]
}

/** Queries for pending matters of the learner, each with the call that lists its kind. */
function caseKinds(
  db: Db,
  session: Session,
  approvalKinds: readonly ApprovalKind[],
  accountId: string,
): [Pick<Call, 'allow'>, Fragment][] {
  return [
    [
      correctionCalls.findPageList,
      db`select p.id, 'correction', p.kind, p.title, p.reason, p.created_at
        from corrections c join approvals p on p.id = c.id
        where c.account_id = ${accountId} and p.status in ('proposed', 'approved') order by p.created_at, p.id`,
    ],
    [
      approvalCalls.findPageList,
      db`select p.id, 'approval', p.kind, p.title, p.reason, p.created_at from approvals p
        where ${visibleTo(db, approvalKinds, session)} and p.status in ('proposed', 'approved') and p.id = any(array(
          select about.id from order_items i join approvals about on about.subject_id = i.order_id
          where i.account_id = ${accountId}
          union all
          select passes.id from enrolments e join approvals passes on passes.kind = 'passes'
            and passes.before->'members' @> jsonb_build_array(jsonb_build_object('id', e.id))
          where e.account_id = ${accountId}))
        order by p.created_at, p.id`,
    ],
    [
      supportCaseCalls.queryList,
      db`select e.id, 'issue', e.kind, '', e.note, e.created_at
        from exception_registers e where e.account_id = ${accountId} and is_unsettled(e.status)
        order by e.created_at, e.id`,
    ],
  ]
}

/** The union of those kinds that the caller may list, as a query; null where there is none. */
function listed(db: Db, session: Session, kinds: [Pick<Call, 'allow'>, Fragment][], limit: number) {
  return kinds
    .filter(([{ allow }]) => mayCall(session, allow))
    .map(([, query]) => db`(${query} limit ${limit})`)
    .reduce<Fragment | null>((all, query) => (all ? db`${all} union all ${query}` : query), null)
}

async function eventsOf(db: Db, session: Session, accountId: string) {
  const kinds = listed(db, session, eventKinds(db, accountId), most.events)
  if (!kinds) return []
  const rows = await db`
    select * from (${kinds}) v(id, kind, at, title, state, amount, score) order by at desc, id desc limit ${most.events}`
  return rowsOf(DeskEvent, rows)
}

async function casesOf(
  db: Db,
  session: Session,
  approvalKinds: readonly ApprovalKind[],
  accountId: string,
): Promise<DeskCase[]> {
  const kinds = listed(db, session, caseKinds(db, session, approvalKinds, accountId), most.cases)
  if (!kinds) return []
  const rows = await db`
    select * from (${kinds}) v(id, kind, about, title, note, since) order by since, id limit ${most.cases}`
  return rowsOf(DeskCase, rows)
}

/**
 * One learner at a glance, in as many statements whatever there is of them: each part for those who may make the call
 * that lists it. Refuses (404) a learner out of scope.
 */
export async function getDesk(
  db: Db,
  session: Session,
  approvalKinds: readonly ApprovalKind[],
  accountId: string,
): Promise<LearnerDesk> {
  const [learner] = await db<{ hasProfile: boolean }[]>`
    select s.account_id is not null as has_profile
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${visible(db, session.scope)}`
  if (!learner) refuse(commonRefusals.notFound)
  const may = ({ allow }: Pick<Call, 'allow'>) => mayCall(session, allow)
  const seesHours = learner.hasProfile && may(studyRecordCalls.findMyStudyReport)
  const [hours, studied, events, cases] = await Promise.all([
    seesHours ? hoursOf(db, session, accountId) : null,
    may(studyRecordCalls.queryPageList) ? classesOf(db, accountId) : { classes: null, hasMoreClasses: false },
    eventsOf(db, session, accountId),
    casesOf(db, session, approvalKinds, accountId),
  ])
  return { hours, ...studied, events, cases }
}
