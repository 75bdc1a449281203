import { randomUUID } from 'node:crypto'
import type { InputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import type { Session } from '../../../server/session.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  decideAlone,
  type LockedApproval,
  lockPerson,
} from '../../approval/server/actions.ts'
import { type orderCalls, orderRefusals } from '../contract.ts'
import { adjustmentsOf, type NewPrice, orderLifecycle } from '../rules.ts'
import { assertOthers, isOfOthers, type LockedOrder, lockOrder, lockVisible } from './lock.ts'
import { getOrder } from './data.ts'
import { orderRepriced } from './messages.ts'
import { endWait, proposeAbout } from './proposals.ts'
import { withdrawProposals } from './settle.ts'

const problems = {
  above: orderRefusals.priceAbove,
  same: orderRefusals.priceSame,
  nothing: orderRefusals.priceNothing,
}

/** Judges a change of a locked order; refuses (409) one that is not unpaid, and (404, 422) bad prices. */
async function judge(tx: Tx, session: Session, order: LockedOrder, prices: readonly NewPrice[]) {
  orderLifecycle.next(order.status, 'reprice')
  if (new Set(prices.map(({ itemId }) => itemId)).size < prices.length)
    throw badInput('items', { zh: '同一个班级不能列出两次', en: 'no class may be listed twice' })
  const { items } = await getOrder(tx, session.scope, order.id)
  const change = adjustmentsOf(items, prices)
  if (change === 'unknown') return refuse(commonRefusals.notFound)
  return typeof change === 'string' ? refuse(problems[change], {}, 'items') : change
}

declare module '../../../server/events.ts' {
  interface Events {
    /** An order has new prices: its open code is closed at the channel. True if it may still be paid at the old. */
    repriced(app: AppContext, orderId: string): Promise<boolean>
  }
}

/** Writes a change of a locked order's prices, and tells the person who pays it. */
async function change(
  tx: Tx,
  session: Session,
  order: LockedOrder,
  { lines, total }: { lines: { itemId: string; amount: number }[]; total: number },
  {
    reason,
    learnerNote = null,
    approved,
  }: { reason: string; learnerNote?: string | null | undefined; approved: boolean },
): Promise<void> {
  const { accountId: operatorId } = session
  await tx`
    with line as (
      select * from jsonb_to_recordset(${tx.json(lines)}) as x("itemId" uuid, amount bigint)),
    recorded as (
      insert into order_adjustments (project_id, order_id, item_id, amount, reason, learner_note, operator_id, approved)
      select ${order.projectId}, ${order.id}, "itemId", amount, ${reason}, ${learnerNote}, ${operatorId}, ${approved} from line)
    update order_items i set adjustment = i.adjustment + line.amount, payable = i.payable + line.amount
    from line where i.id = line."itemId"`
  await tx`update orders set amount = ${total} where id = ${order.id}`
  await withdrawProposals(tx, session, [order], 'order.repriced')
  await audit(tx, {
    by: session,
    action: 'order.reprice',
    subjectKind: 'order',
    subjectId: order.id,
    before: { amount: order.amount },
    after: { amount: total },
    reason,
  })
  const { id: orderId, orderNo, amount: before, accountId: payerId } = order
  if (payerId !== null && before !== total)
    await sendMessage(tx, orderRepriced, payerId, { orderId, orderNo, before, after: total })
}

type PriceProposal = LockedApproval<{ items: NewPrice[]; amount: number; learnerNote?: string }> & {
  before: { amount: number }
}

/** Prices lowered beyond one operator's daily limit. It is never undone: it may have been paid. */
export const priceKind: ApprovalKind<PriceProposal> = {
  key: 'price',
  log: { prefix: 'approval', subjectKind: 'order' },
  second: true,
  propose: '/order-manage/list#free',
  approve: ['/customer/exception-register#approve', '/order-manage/list#free'],
  words: approvalRefusals,
  lock: lockOrder,
  withdrawn: endWait,
  describe: ({ title, before, after }) => ({
    zh: `订单 ${title} 改价，¥${yuan(before.amount as number)} 改为 ¥${yuan(after.amount as number)}；超过一人可独自减免的限额`,
    en: `Change the price of order ${title} from ¥${yuan(before.amount as number)} to ¥${yuan(after.amount as number)}; above what one person may take off alone`,
  }),
  canApply: isOfOthers,
  async apply(tx, _secrets, session, row) {
    const order = await lockVisible(tx, session.scope, row.subjectId)
    await assertOthers(tx, session, order.id)
    const isUnchanged = orderLifecycle.can(order.status, 'reprice') && order.amount === row.before.amount
    if (!isUnchanged) refuse(approvalRefusals.changedSince)
    const lines = await judge(tx, session, order, row.after.items)
    // Of some items alone, others may have moved since at the same total.
    if (lines.total !== row.after.amount) refuse(approvalRefusals.changedSince)
    const { reason, after } = row
    await change(tx, session, order, lines, { reason, learnerNote: after.learnerNote, approved: true })
    return { after: row.after }
  },
}

/**
 * Lowers what items of an unpaid order of the caller's scope cost, or, above the daily limit, proposes it to a second
 * person and gives the proposal. Refuses 404, (409) what is not unpaid and what is proposed already, and (422) prices
 * above what was agreed, unchanged ones and a sum of nothing.
 */
export async function repriceOrPropose(
  tx: Tx,
  session: Session,
  { orderId, items, reason, learnerNote }: InputOf<typeof orderCalls.updatePrice>,
): Promise<string | null> {
  await lockPerson(tx, session.accountId)
  const order = await lockVisible(tx, session.scope, orderId)
  await assertOthers(tx, session, orderId)
  const lines = await judge(tx, session, order, items)
  const leaving = {
    subjectId: orderId,
    sourceId: randomUUID(),
    sums: { reduction: order.amount - lines.total },
  }
  if (!(await decideAlone(tx, session, leaving))) {
    if (order.over) refuse(orderRefusals.timeOver)
    const after = { items, amount: lines.total, ...(learnerNote && { learnerNote }) }
    return proposeAbout(tx, session, priceKind as ApprovalKind, order, { after, reason })
  }
  await change(tx, session, order, lines, { reason, learnerNote, approved: false })
  return null
}
