import { yuan } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  lockPerson,
  samePerson,
} from '../../approval/server/actions.ts'
import { orderRefusals } from '../contract.ts'
import { orderLifecycle } from '../rules.ts'
import { endWait, proposeAbout } from './actions.ts'
import { assertOthers, type LockedOrder, lockOrder, lockVisible } from './lock.ts'
import { closeItems, openPlaces, withdrawProposals } from './settle.ts'

/** Waives a locked order: its places open, nothing was paid. Refuses (409) one that is not unpaid. */
async function waive(tx: Tx, session: Session, order: LockedOrder, reason: string): Promise<void> {
  const status = orderLifecycle.next(order.status, 'free')
  await openPlaces(tx, order, session)
  await tx`
    update orders set status = ${status}, channel = 'none', closed_at = moment(), operator_id = ${session.accountId},
      remark = ${reason}
    where id = ${order.id}`
  await closeItems(tx, [order.id])
  await withdrawProposals(tx, session, [order])
  await audit(tx, {
    by: session,
    action: 'order.free',
    subjectKind: 'order',
    subjectId: order.id,
    before: { status: order.status, amount: order.amount },
    after: { status },
    reason,
  })
}

type Waiver = LockedApproval<Record<string, unknown>> & { before: { amount: number } }

/** A waiver beyond one operator's daily limit. It is never undone: its learners already study. */
export const waiverKind: ApprovalKind<Waiver> = {
  key: 'waiver',
  log: { prefix: 'approval', subjectKind: 'order' },
  second: true,
  propose: '/order-manage/list#free',
  approve: ['/customer/exception-register#approve', '/order-manage/list#free'],
  words: approvalRefusals,
  lock: lockOrder,
  withdrawn: endWait,
  describe: ({ title, before }) => ({
    zh: `免单 ${title}，¥${yuan(before.amount as number)}；提出人当日免单已达上限`,
    en: `Waive order ${title}, ¥${yuan(before.amount as number)}; the proposer has reached the daily limit`,
  }),
  async apply(tx, _secrets, session, row) {
    const order = await lockVisible(tx, session.scope, row.subjectId)
    await assertOthers(tx, session, order.id)
    const isUnchanged = orderLifecycle.can(order.status, 'free') && order.amount === row.before.amount
    if (!isUnchanged) refuse(approvalRefusals.changedSince)
    await waive(tx, session, order, row.reason)
    return { after: { status: 'free' } }
  },
}

/**
 * True if one more reduction, of so many fen, is beyond what an operator may do alone on a calendar day in
 * China: the number and the sum of what they waived or lowered without a second person. What they put back of
 * an earlier day's frees nothing today.
 */
export async function isBeyondLimit(
  tx: Tx,
  { accountId, projectId }: Session,
  amount: number,
): Promise<boolean> {
  const [row] = await tx<{ isBeyond: boolean }[]>`
    with today as (select date_trunc('day', moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as start),
    given as (
      select o.id, o.amount from today, orders o
      where o.operator_id = ${samePerson(tx, accountId)} and o.status = 'free' and o.closed_at >= today.start
        and not exists (
          select from approvals p where p.subject_id = o.id and p.kind = ${waiverKind.key} and p.status = 'applied')
      union all
      select d.order_id, greatest(0, -sum(d.amount)) from today, order_adjustments d
      where d.operator_id = ${samePerson(tx, accountId)} and d.created_at >= today.start and not d.approved
      group by d.order_id)
    select count(distinct id) >= limit_of(${projectId}, 'freeOrdersADay')
      or coalesce(sum(amount), 0) + ${amount} > limit_of(${projectId}, 'freeAmountADay') * 100 as is_beyond
    from given`
  return row!.isBeyond
}

/**
 * Waives an unpaid order of the caller's scope, or, above the daily limit, proposes it to a second person and gives
 * the proposal. Refuses 404, (409) what is not unpaid and what is proposed already.
 */
export async function waiveOrPropose(
  tx: Tx,
  session: Session,
  orderId: string,
  reason: string,
): Promise<{ approvalId: string } | null> {
  await lockPerson(tx, session.accountId)
  const order = await lockVisible(tx, session.scope, orderId)
  await assertOthers(tx, session, orderId)
  // Refuses what cannot be waived before anybody is requested to approve it.
  orderLifecycle.next(order.status, 'free')
  if (await isBeyondLimit(tx, session, order.amount)) {
    if (order.over) refuse(orderRefusals.timeOver)
    const given = { after: { status: 'free' }, reason }
    return { approvalId: await proposeAbout(tx, session, waiverKind as ApprovalKind, order, given) }
  }
  await waive(tx, session, order, reason)
  return null
}
