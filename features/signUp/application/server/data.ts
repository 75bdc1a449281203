import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { isShownAs } from '../../../account/server/actions.ts'
import { pathInScope } from '../../../unit/server/actions.ts'
import { kindsOf, type Reader } from '../../server/actions.ts'
import type { SignUpKind } from '../../rules.ts'
import { liveStatuses } from '../rules.ts'
import {
  type applicationCalls,
  ApplicationDetail,
  ApplicationRow,
  MyApplication,
  MyApplicationDetail,
} from '../contract.ts'

/** The condition that a reader of the back office has an application `p` of a sign-up `g` and a unit `u`. */
export const inReach = (db: Db, reader: Reader): Fragment => db`
  (g.kind = any(${reader.scope.accountId === null ? kindsOf(reader) : []})
    and ${inScope(db, reader.scope, { project: 'p.project_id', unitPath: 'u.path', account: 'p.account_id' })})`

const subjectNames = (db: Db): Fragment => db`
  array(select j.name from sign_up_subjects j where j.id = any(p.subject_ids) order by j.sort)`

const tables = (db: Db): Fragment => db`
  sign_up_applications p join sign_ups g on g.id = p.sign_up_id join accounts a on a.id = p.account_id
  left join students s on s.account_id = a.id left join units u on u.id = p.unit_id`

/** The order of the fee of an application `p`. */
const orders = (db: Db): Fragment => db`
  left join order_items i on i.id = p.order_item_id left join orders o on o.id = i.order_id`

const rowColumns = (db: Db): Fragment => db`
  p.id, p.sign_up_id, g.title as sign_up_title, g.kind, p.account_id, coalesce(s.real_name, a.user_name) as real_name,
  s.card_mask, a.mobile_mask, p.unit_id, u.name as unit_name, p.status, p.fee, ${subjectNames(db)} as subject_names,
  p.ticket_no, o.id as order_id, o.order_no, p.applied_by = p.account_id as by_self, p.reason,
  p.created_at as applied_at, p.reviewed_at`

/** Applications in a reader's reach, newest first. */
export function pageApplications(
  db: Db,
  reader: Reader,
  input: InputOf<typeof applicationCalls.query>,
): Promise<OutputOf<typeof applicationCalls.query>> {
  return page(db, ApplicationRow, input, {
    columns: rowColumns(db),
    key: db`p.id`,
    from: tables(db),
    join: orders(db),
    where: [
      inReach(db, reader),
      input.kind && db`g.kind = ${input.kind}`,
      input.signUpId && db`p.sign_up_id = ${input.signUpId}`,
      input.status && db`p.status = any(${input.status})`,
      input.keyword && db`(${isShownAs(db, input.keyword)} or p.ticket_no = ${input.keyword.toUpperCase()})`,
      input.unitId && db`u.path ^@ coalesce(${pathInScope(db, reader.scope, input.unitId)}, '?')`,
      input.subjectId && db`${input.subjectId} = any(p.subject_ids)`,
      input.id && db`p.id = ${input.id}`,
      input.from && db`p.created_at >= ${input.from}`,
      input.to && db`p.created_at < ${input.to}`,
    ],
    sorts: {
      signUpTitle: db`g.title`,
      realName: db`coalesce(s.real_name, a.user_name)`,
      unitName: db`u.name`,
      status: db`p.status`,
      fee: db`p.fee`,
      ticketNo: db`p.ticket_no`,
      appliedAt: db`p.created_at`,
      reviewedAt: db`p.reviewed_at`,
    },
    orderBy: db`p.id desc`,
  })
}

/** Seats of an application `p` as JSON, in the order of their time. */
export const seatsOf = (db: Db): Fragment => db`
  coalesce((select json_agg(json_build_object('subjectName', j.name, 'startsAt', x.starts_at, 'endsAt', x.ends_at,
      'room', t.room, 'seatNo', t.seat_no) order by x.starts_at, j.sort)
    from sign_up_seats t join sign_up_subjects j on j.id = t.subject_id join sign_up_sessions x on x.id = t.session_id
    where t.application_id = p.id), '[]')`

const contentColumns = (db: Db): Fragment => db`
  p.form_version, f.fields, p.answers, ${seatsOf(db)} as seats,
  coalesce((select json_agg(json_build_object('id', d.id, 'key', d.field_key, 'name', d.name, 'kind', d.kind,
      'bytes', d.bytes) order by d.created_at) from sign_up_files d where d.application_id = p.id), '[]') as files`

const form = (db: Db): Fragment => db`
  join sign_up_forms f on f.sign_up_id = p.sign_up_id and f.version = p.form_version`

/** One application in a reader's reach with what was filled in and what became of it; refuses 404. */
export async function getApplication(db: Db, reader: Reader, id: string): Promise<ApplicationDetail> {
  const rows = await db`
    select ${rowColumns(db)}, ${contentColumns(db)}, p.subject_ids,
      coalesce((select json_agg(json_build_object('at', e.created_at, 'status', e.status, 'by', w.user_name,
          'reason', e.reason) order by e.id)
        from sign_up_events e left join accounts w on w.id = e.operator_id where e.application_id = p.id), '[]') as events
    from ${tables(db)} ${orders(db)} ${form(db)} where p.id = ${id} and ${inReach(db, reader)}`
  return rowOf(ApplicationDetail, rows) ?? refuse(commonRefusals.notFound)
}

const mineColumns = (db: Db): Fragment => db`
  p.id, p.sign_up_id, g.title, g.kind, p.status, p.fee, ${subjectNames(db)} as subject_names, p.reason,
  p.created_at as applied_at, p.pay_until, case when o.account_id = p.account_id then o.id end as order_id,
  o.status as order_status, coalesce(o.payer_unit_id is not null, false) as paid_by_unit, p.ticket_no,
  (p.status in ('applied', 'approved', 'confirmed') and coalesce(o.status not in ('unpaid', 'paid', 'part_refunded'), true)
    and not exists (select from sign_up_seats x where x.application_id = p.id)) as can_withdraw,
  (p.status = 'approved' and (o.status = 'unpaid' and o.account_id = p.account_id
    or o.status is distinct from 'unpaid' and p.pay_until > moment())) as can_pay,
  (g.status = 'open' and moment() between g.opens_at and g.closes_at and coalesce(g.taken < g.quota, true)
    and not exists (select from sign_up_applications x where x.sign_up_id = g.id and x.account_id = p.account_id
      and x.status = any(${[...liveStatuses]}))) as can_apply_again,
  (p.status = 'confirmed' and exists (select from sign_up_seats x where x.application_id = p.id)) as has_ticket`

/** The applications of a learner, newest first. */
export function pageMine(
  db: Db,
  { accountId, projectId }: Session,
  input: InputOf<typeof applicationCalls.findMine>,
): Promise<OutputOf<typeof applicationCalls.findMine>> {
  return page(db, MyApplication, input, {
    columns: mineColumns(db),
    from: db`sign_up_applications p join sign_ups g on g.id = p.sign_up_id ${orders(db)}`,
    where: [
      db`p.account_id = ${accountId} and p.project_id = ${projectId}`,
      input.kind && db`g.kind = ${input.kind}`,
    ],
    orderBy: db`p.id desc`,
  })
}

/** One application of a learner with what was filled in; refuses 404. */
export async function getMine(
  db: Db,
  { accountId, projectId }: Session,
  id: string,
): Promise<MyApplicationDetail> {
  const rows = await db`
    select ${mineColumns(db)}, ${contentColumns(db)}
    from sign_up_applications p join sign_ups g on g.id = p.sign_up_id ${orders(db)} ${form(db)}
    where p.id = ${id} and p.account_id = ${accountId} and p.project_id = ${projectId}`
  return rowOf(MyApplicationDetail, rows) ?? refuse(commonRefusals.notFound)
}

/** Names of the people of applications in a reader's reach, by the application. */
export async function nameApplications(
  db: Db,
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select p.id, coalesce(s.real_name, a.user_name) as name from ${tables(db)}
    where p.id = any(${ids as string[]}::uuid[]) and ${inReach(db, reader)}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Applications for sign-ups of a kind that wait for a review, in a reader's reach. */
export const waitingReviews = (db: Db, { scope }: Reader, kind: SignUpKind): Fragment => db`
  select p.id, p.created_at, null from sign_up_applications p join sign_ups g on g.id = p.sign_up_id
  where p.status = 'applied' and g.kind = ${kind} and ${inScope(db, scope, { project: 'p.project_id' })}`
