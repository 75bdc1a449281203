import type { InputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  decideAlone,
  type LockedApproval,
  lockPerson,
} from '../../approval/server/actions.ts'
import { type orderCalls, orderRefusals } from '../contract.ts'
import { orderLifecycle } from '../rules.ts'
import { assertOthers, isOfOthers, type LockedOrder, lockOrder, lockVisible } from './lock.ts'
import { endWait, proposeAbout } from './proposals.ts'
import { openPlaces, withdrawProposals } from './settle.ts'

/** Waives a locked order: its places open, nothing was paid. Refuses (409) one that is not unpaid. */
async function waive(
  tx: Tx,
  session: Session,
  order: LockedOrder,
  { reason, learnerNote = null }: { reason: string; learnerNote?: string | null | undefined },
): Promise<void> {
  const status = orderLifecycle.next(order.status, 'free')
  await openPlaces(tx, order, session)
  await tx`
    update orders set status = ${status}, channel = 'none', closed_at = moment(), operator_id = ${session.accountId},
      remark = ${reason}, learner_note = ${learnerNote}
    where id = ${order.id}`
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

type Waiver = LockedApproval<Record<string, unknown>> & {
  before: { amount: number }
  after: { learnerNote?: string }
}

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
    zh: `免单 ${title}，¥${yuan(before.amount as number)}；超过一人可独自减免的限额`,
    en: `Waive order ${title}, ¥${yuan(before.amount as number)}; above what one person may take off alone`,
  }),
  canApply: isOfOthers,
  async apply(tx, _secrets, session, row) {
    const order = await lockVisible(tx, session.scope, row.subjectId)
    await assertOthers(tx, session, order.id)
    const isUnchanged = orderLifecycle.can(order.status, 'free') && order.amount === row.before.amount
    if (!isUnchanged) refuse(approvalRefusals.changedSince)
    const { reason, after } = row
    await waive(tx, session, order, { reason, learnerNote: after.learnerNote })
    return { after }
  },
}

/**
 * Waives an unpaid order of the caller's scope, or, above the daily limit, proposes it to a second person and gives
 * the proposal. Refuses 404, (409) what is not unpaid and what is proposed already.
 */
export async function waiveOrPropose(
  tx: Tx,
  session: Session,
  { orderId, reason, learnerNote }: InputOf<typeof orderCalls.freeOrder>,
): Promise<{ approvalId: string } | null> {
  await lockPerson(tx, session.accountId)
  const order = await lockVisible(tx, session.scope, orderId)
  await assertOthers(tx, session, orderId)
  // Refuses what cannot be waived before anybody is requested to approve it.
  orderLifecycle.next(order.status, 'free')
  const leaving = { subjectId: orderId, sourceId: orderId, sums: { reduction: order.amount } }
  if (!(await decideAlone(tx, session, leaving))) {
    if (order.over) refuse(orderRefusals.timeOver)
    const given = { after: { status: 'free', ...(learnerNote && { learnerNote }) }, reason }
    return { approvalId: await proposeAbout(tx, session, waiverKind as ApprovalKind, order, given) }
  }
  await waive(tx, session, order, { reason, learnerNote })
  return null
}
