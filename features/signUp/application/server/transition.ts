import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { auditAll, type Action } from '../../../../server/audit.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../../server/db.ts'
import { sendMessages } from '../../../message/server/actions.ts'
import { OrderStatus } from '../../../order/contract.ts'
import { SignUpKind } from '../../contract.ts'
import { freePlaces } from '../../server/actions.ts'
import { ApplicationStatus, applicationRefusals } from '../contract.ts'
import { applicationLifecycle, liveStatuses } from '../rules.ts'
import { applicationConfirmed, applicationLapsed, applicationRejected, feeDue } from './messages.ts'

const LockedApplication = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  signUpId: Type.String(),
  accountId: Type.String(),
  unitId: Nullable(Type.String()),
  status: ApplicationStatus,
  fee: Type.Integer(),
  payUntil: Nullable(Type.String()),
  /** True once its time to pay is over. */
  isOver: Type.Boolean(),
  title: Type.String(),
  kind: SignUpKind,
  realName: Type.String(),
  /** The order of its fee. */
  orderId: Nullable(Type.String()),
  orderNo: Nullable(Type.String()),
  orderStatus: Nullable(OrderStatus),
  /** A unit placed that order, and pays it. */
  paidByUnit: Type.Boolean(),
  isSeated: Type.Boolean(),
  /** A session of theirs has begun, or they have a score. */
  isSat: Type.Boolean(),
})
export type LockedApplication = Static<typeof LockedApplication>

/** Locks the applications `p` of a condition in the order of their ids, and reads them. */
export async function lockApplications(tx: Tx, condition: Fragment): Promise<LockedApplication[]> {
  const locked = await tx<{ id: string }[]>`
    select p.id from sign_up_applications p where ${condition} order by p.id for no key update`
  const rows = await tx`
    select p.id, p.project_id, p.sign_up_id, p.account_id, p.unit_id, p.status, p.fee, p.pay_until,
      coalesce(p.pay_until <= moment(), false) as is_over, g.title, g.kind,
      coalesce(s.real_name, a.user_name) as real_name, o.id as order_id, o.order_no, o.status as order_status,
      o.payer_unit_id is not null as paid_by_unit,
      exists (select from sign_up_seats x where x.application_id = p.id) as is_seated,
      exists (select from sign_up_seats x join sign_up_sessions z on z.id = x.session_id
        where x.application_id = p.id and z.starts_at <= moment())
        or exists (select from scores c where c.application_id = p.id) as is_sat
    from sign_up_applications p join sign_ups g on g.id = p.sign_up_id join accounts a on a.id = p.account_id
    left join students s on s.account_id = a.id
    left join order_items i on i.id = p.order_item_id left join orders o on o.id = i.order_id
    where p.id = any(${locked.map(({ id }) => id)}::uuid[]) order by p.id`
  return rowsOf(LockedApplication, rows)
}

/** The condition that an application `p` is live: it has a place. */
export const isLive = (db: Db): Fragment => db`p.status = any(${[...liveStatuses]})`

/** Refuses (409) to end an application whose fee waits in an order or was paid: by whom says how it can end all the same. */
export function assertFree(
  { orderNo, orderStatus, status, paidByUnit, accountId }: LockedApplication,
  by: { accountId: string },
): void {
  if (orderStatus === 'unpaid') refuse(applicationRefusals.inOrder, { orderNo: orderNo! })
  const isPaid = orderStatus === 'paid' || orderStatus === 'part_refunded'
  if (status !== 'confirmed' || !isPaid) return
  if (paidByUnit) refuse(applicationRefusals.paidByUnit)
  refuse(accountId === by.accountId ? applicationRefusals.isPaid : applicationRefusals.paidByApplicant)
}

type ApplicationEvent = Parameters<typeof applicationLifecycle.next>[1]

/** Tells the applicants what became of their applications. */
async function tell(
  tx: Tx,
  all: readonly LockedApplication[],
  event: ApplicationEvent,
  reason: string | null,
): Promise<void> {
  const news = <P extends object>(paramsOf: (one: LockedApplication) => P) =>
    all.map((one) => ({
      accountId: one.accountId,
      params: { applicationId: one.id, title: one.title, ...paramsOf(one) },
      key: one.id,
    }))
  if (event === 'approve') {
    const rows = await tx<{ id: string; payUntil: string }[]>`
      select id, pay_until from sign_up_applications where id = any(${all.map(({ id }) => id)}::uuid[])`
    const until = new Map(rows.map(({ id, payUntil }) => [id, payUntil]))
    await sendMessages(
      tx,
      feeDue,
      news(({ id }) => ({ until: until.get(id)! })),
    )
  } else if (event === 'reject') {
    await sendMessages(
      tx,
      applicationRejected,
      news(() => ({ reason: reason! })),
    )
  } else if (event === 'admit' || event === 'pay' || event === 'lapse') {
    const kind = event === 'lapse' ? applicationLapsed : applicationConfirmed
    await sendMessages(
      tx,
      kind,
      news(() => ({})),
    )
  }
}

/** Writes the step that applications of a condition `p` have just taken. */
export const recordSteps = (tx: Tx, by: Action['by'], ids: readonly string[], reason: string | null) => tx`
  insert into sign_up_events (application_id, status, operator_id, reason)
  select p.id, p.status, ${by?.accountId ?? null}, ${reason}
  from sign_up_applications p where p.id = any(${ids as string[]}::uuid[]) order by p.id`

/**
 * Takes locked applications to what follows an event: all in as many statements as one. What ends gives its place and its
 * seats back. The applicants are told of what others did. Refuses (409) where one of them does not allow the event.
 */
export async function moveApplications(
  tx: Tx,
  by: Action['by'],
  all: readonly LockedApplication[],
  event: ApplicationEvent,
  reason: string | null = null,
): Promise<void> {
  const [first] = all
  if (!first) return
  const statuses = all.map(({ status }) => applicationLifecycle.next(status, event))
  const to = statuses[0]!
  const ids = all.map(({ id }) => id)
  const isReview = event === 'approve' || event === 'admit' || event === 'reject'
  await tx`
    update sign_up_applications p set status = ${to}, reason = coalesce(${reason}, p.reason),
      pay_until = case when ${to} = 'approved' then
        moment() + make_interval(days => (settings_of(p.project_id) ->> 'approvalDays')::int) end
      ${isReview ? tx`, reviewer_id = ${by!.accountId}, reviewed_at = moment()` : tx``}
    where p.id = any(${ids}::uuid[])`
  await recordSteps(tx, by, ids, reason)
  if (!(liveStatuses as readonly string[]).includes(to)) {
    await tx`delete from sign_up_seats where application_id = any(${ids}::uuid[])`
    await freePlaces(
      tx,
      all.map(({ signUpId }) => signUpId),
    )
  }
  await auditAll(
    tx,
    all.map(({ id, projectId, status }) => ({
      by,
      projectId,
      action: `signUpApplication.${event}`,
      subjectKind: 'signUpApplication',
      subjectId: id,
      before: { status },
      after: { status: to },
      ...(reason !== null && { reason }),
    })),
  )
  await tell(tx, all, event, reason)
}
