import type { InputOf } from '../../../contract/call.ts'
import { bankSerialOf } from '../../../contract/bankSerial.ts'
import { yuan } from '../../../contract/money.ts'
import { Refusal, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import type { ApprovalKind, LockedApproval } from '../../approval/server/actions.ts'
import {
  assertOthers,
  endWait,
  isOfOthers,
  type LockedOrder,
  lockOrder,
  lockVisible,
  proposeAbout,
  settleOrder,
} from '../../order/server/actions.ts'
import { orderLifecycle } from '../../order/rules.ts'
import { type Allocation, type receiptCalls, receiptRefusals } from '../contract.ts'
import { oldestDays, referencesIn, takenFrom } from '../rules.ts'
import { enteredByOthers, lockReceipts, receiptDays } from './data.ts'
import { findRecorded } from './reversal.ts'

export { findRecorded }

/** Proposed part of a receipt, with the number a person knows it by; only the receipt names its payer. */
type Proposal = Allocation & { serialNo: string }
type PaymentProposal = LockedApproval<{ allocations: Proposal[] }> & { before: { amount: number } }

const sum = (allocations: readonly Allocation[]) =>
  allocations.reduce((total, { amount }) => total + amount, 0)

/** Money of the bank account pays an order. It is never undone: its learners study, and it goes back as a refund. */
export const receiptKind: ApprovalKind<PaymentProposal> = {
  key: 'receipt',
  log: { prefix: 'approval', subjectKind: 'order' },
  second: true,
  propose: '/order-manage/list#receipt',
  approve: ['/customer/exception-register#approve', '/order-manage/list#receipt'],
  words: approvalRefusals,
  lock: lockOrder,
  withdrawn: endWait,
  describe: ({ title, before, after }) => {
    const from = (after.allocations as Proposal[])
      .map(({ serialNo, amount }) => `${serialNo} ¥${yuan(amount)}`)
      .join(' + ')
    const due = yuan(before.amount as number)
    return {
      zh: `订单 ${title} 线下付款 ¥${due}，到账流水号 ${from}`,
      en: `Order ${title} paid offline, ¥${due}, bank serial number ${from}`,
    }
  },
  canApply: (db, accountId) => db`${isOfOthers(db, accountId)} and ${enteredByOthers(db, accountId)}`,
  async apply(tx, _secrets, session, row) {
    const order = await lockVisible(tx, session.scope, row.subjectId)
    await assertOthers(tx, session, order.id)
    const { allocations } = row.after
    const receipts = await lockReceipts(
      tx,
      session,
      allocations.map(({ receiptId }) => receiptId),
    )
    // The one who entered the money does not approve what becomes of it, even if somebody else proposed that.
    if (receipts.some(({ own }) => own)) refuse(approvalRefusals.secondNeeded)
    const isCovered = allocations.every(
      ({ receiptId, amount }) => receipts.find(({ id }) => id === receiptId)!.balance >= amount,
    )
    const isUnchanged = orderLifecycle.can(order.status, 'pay') && order.amount === row.before.amount
    if (!isCovered || !isUnchanged) refuse(approvalRefusals.changedSince)
    const { id: orderId, projectId, amount } = order
    await tx`insert into allocations ${tx(
      allocations.map((one) => ({
        projectId,
        orderId,
        receiptId: one.receiptId,
        amount: one.amount,
        operatorId: session.accountId,
      })),
    )}`
    // A code that is open is closed by the next look at it; money that it brought meanwhile is surplus.
    if ((await settleOrder(tx, { orderId, amount, channel: 'offline' })) === 'surplus') {
      const [closed] = await tx<
        { reason: 'place_gone' | 'joined' | 'applied' | 'study_over' | 'class_gone' }[]
      >`
        select closed_reason as reason from orders where id = ${orderId}`
      refuse(receiptRefusals[closed!.reason])
    }
    return { after: { ...row.after, status: 'paid' } }
  },
}

/** Proposes that balances of receipts pay a locked order. Refuses 404, and (422) what is not there or not the sum. */
async function propose(
  tx: Tx,
  session: ProjectSession,
  order: LockedOrder,
  allocations: readonly Allocation[],
): Promise<string> {
  await assertOthers(tx, session, order.id)
  const ids = allocations.map(({ receiptId }) => receiptId)
  if (new Set(ids).size < ids.length) {
    throw badInput('allocations', { zh: '同一笔到账不能列出两次', en: 'no transfer may be listed twice' })
  }
  const open = await tx`
    select from approvals where subject_id = ${order.id} and kind = ${receiptKind.key} and status = 'proposed'`
  if (open.length > 0) refuse(approvalRefusals.openAlready)
  const receipts = await lockReceipts(tx, session, ids)
  const proposals = allocations.map((one): Proposal => {
    const { serialNo, free } = receipts.find(({ id }) => id === one.receiptId)!
    if (one.amount > free) {
      refuse(receiptRefusals.tooMuch, { serialNo, left: yuan(free) }, 'allocations')
    }
    return { ...one, serialNo }
  })
  if (sum(allocations) !== order.amount) {
    const amounts = { sum: yuan(sum(allocations)), due: yuan(order.amount) }
    refuse(receiptRefusals.notTheSum, amounts, 'allocations')
  }
  return proposeAbout(tx, session, receiptKind as ApprovalKind, order, {
    after: { status: 'paid', allocations: proposals },
    reason: proposals.map(({ serialNo }) => serialNo).join('; '),
  })
}

/** Locks an order of the caller's scope that can still be paid. Refuses 404, and (409) one that is not unpaid. */
async function lockUnpaid(tx: Tx, session: Session, orderId: string): Promise<LockedOrder> {
  const order = await lockVisible(tx, session.scope, orderId)
  orderLifecycle.next(order.status, 'pay')
  return order
}

/**
 * The order of a unit that a memo names by its reference, among whatever else is written there: the chosen one, or one that
 * can be paid, before others; null where none is.
 */
async function findNamed(
  tx: Tx,
  projectId: string,
  memo: string,
  chosenId: string | null,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from orders
    where project_id = ${projectId} and pay_reference = any(${referencesIn(memo)})
    order by id = ${chosenId} desc nulls last, status = 'unpaid' desc, id desc limit 1`
  return row?.id ?? null
}

/**
 * Locks, in the order of their ids, the order that is to be paid, which has to be unpaid, and the one that a memo names.
 * Refuses 404, and (409) a chosen order that is not unpaid.
 */
async function lockMeant(tx: Tx, session: Session, chosenId: string | null, namedId: string | null) {
  const ids = [...new Set([chosenId, namedId].filter((id) => id !== null))].toSorted()
  const locked = new Map<string, LockedOrder>()
  for (const id of ids) locked.set(id, await lockVisible(tx, session.scope, id))
  const chosen = chosenId === null ? null : locked.get(chosenId)!
  if (chosen) orderLifecycle.next(chosen.status, 'pay')
  return { chosen, named: namedId === null ? null : locked.get(namedId)! }
}

/**
 * The order that a transfer belongs to: the one its memo names, or the chosen one of a unit. What is chosen counts before
 * the reference of an order that takes no money any more; refuses (422) one before the reference of an order that does.
 */
function belongsTo({ chosen, named }: Awaited<ReturnType<typeof lockMeant>>): LockedOrder | null {
  if (!chosen || named?.id === chosen.id) return named
  if (named && orderLifecycle.can(named.status, 'pay'))
    refuse(receiptRefusals.otherReference, { other: named.orderNo }, 'memo')
  return chosen.accountId === null ? chosen : null
}

/** True if a locked order is unpaid and nobody has to approve yet that it is paid. */
async function isFree(tx: Tx, order: LockedOrder): Promise<boolean> {
  const open = await tx`select from approvals where subject_id = ${order.id} and status = 'proposed'`
  return orderLifecycle.can(order.status, 'pay') && open.length === 0
}

/** Free parts of the transfers that name a locked order, as they pay it; null where they come to less. */
async function namedParts(
  tx: Tx,
  session: ProjectSession,
  order: LockedOrder,
): Promise<{ receiptId: string; amount: number }[] | null> {
  const rows = await tx<{ id: string }[]>`
    select id from receipts where named_order_id = ${order.id} and not is_void order by day, id`
  const ids = rows.map(({ id }) => id)
  const free = new Map((await lockReceipts(tx, session, ids)).map((receipt) => [receipt.id, receipt.free]))
  return takenFrom(
    ids.map((id) => ({ id, free: free.get(id)! })),
    order.amount,
  )
}

/** A bank transfer as it is entered or read. */
export type Transfer = Omit<InputOf<typeof receiptCalls.record>, 'orderId'>

/** Stores a transfer. Refuses (409) a serial number that is entered already, or of one by which money went back. */
async function insertReceipt(
  tx: Tx,
  session: ProjectSession,
  transfer: Transfer & { namedOrderId: string | null },
): Promise<string> {
  const { memo, amount, day } = transfer
  const serialNo = bankSerialOf(transfer.serialNo)
  // Receipts before the number, as where one of them is returned by it: those of its order may pay together with it.
  if (transfer.namedOrderId)
    await tx`
      select from receipts where named_order_id = ${transfer.namedOrderId} order by id for no key update`
  const other = await findRecorded(tx, { projectId: session.projectId, serialNo, beside: null })
  if (other && other.kind !== 'receipt')
    refuse(receiptRefusals.serialOut, { serialNo, other: other.words }, 'serialNo')
  const [row] = await tx<{ id: string }[]>`
    insert into receipts ${tx({
      ...transfer,
      serialNo,
      memo: memo || null,
      projectId: session.projectId,
      operatorId: session.accountId,
    })}
    on conflict (project_id, serial_no) where not is_void do nothing returning id`
  const { id } = row ?? refuse(receiptRefusals.serialTwice, { serialNo }, 'serialNo')
  await audit(tx, {
    by: session,
    action: 'receipt.record',
    subjectKind: 'receipt',
    subjectId: id,
    after: { amount, day },
  })
  return id
}

/**
 * Proposes that the transfers that name a locked order pay it together, where they cover it and nobody has to approve
 * anything of it yet; null otherwise. Where the caller may not propose it, another person uses the balance.
 */
async function proposeNamed(tx: Tx, session: ProjectSession, order: LockedOrder): Promise<string | null> {
  const parts = (await isFree(tx, order)) && (await namedParts(tx, session, order))
  if (!parts) return null
  try {
    return await tx.savepoint((inner) => propose(inner, session, order, parts))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * Records a bank transfer; where it covers the unpaid order that is chosen, proposes that it pays it and gives the
 * proposal, too. Otherwise it belongs to the order whose reference its memo has, or else to the chosen one of a unit: the
 * transfers that belong to an order pay it together once they cover it. What no order takes stays a balance. Refuses 404,
 * (409) a serial number twice and a chosen order that is not unpaid or the caller's own, and (422) a memo with the reference
 * of another order that is unpaid and a day to come or long past.
 */
export async function recordReceipt(
  tx: Tx,
  session: ProjectSession,
  { orderId, memo = '', ...entered }: InputOf<typeof receiptCalls.record>,
): Promise<{ receiptId: string; approvalId: string | null }> {
  const { amount, day } = entered
  const chosenId = orderId ?? null
  const namedId = await findNamed(tx, session.projectId, memo, chosenId)
  const meant = await lockMeant(tx, session, chosenId, namedId)
  const { chosen } = meant
  const covered = chosen && amount >= chosen.amount ? chosen : null
  const named = belongsTo(meant)
  const { today, oldest } = await receiptDays(tx)
  if (day > today) refuse(receiptRefusals.dayAhead, {}, 'day')
  if (day < oldest) refuse(receiptRefusals.dayEarly, { days: oldestDays }, 'day')
  const receiptId = await insertReceipt(tx, session, { ...entered, memo, namedOrderId: named?.id ?? null })
  if (covered) {
    const allocations = [{ receiptId, amount: covered.amount }]
    return { receiptId, approvalId: await propose(tx, session, covered, allocations) }
  }
  return { receiptId, approvalId: named && (await proposeNamed(tx, session, named)) }
}

/**
 * Proposes that balances of receipts pay an unpaid order of the caller's scope, to the fen. Refuses 404, (409) an order
 * that is not unpaid, is the caller's own or is proposed already, and (422) amounts that are not there, that wait for
 * another approval, or that are not the order's.
 */
export async function allocateReceipts(
  tx: Tx,
  session: ProjectSession,
  { orderId, allocations }: InputOf<typeof receiptCalls.allocate>,
): Promise<{ approvalId: string }> {
  const order = await lockUnpaid(tx, session, orderId)
  return { approvalId: await propose(tx, session, order, allocations) }
}

/** Takes the name of a person whose account is closed off the transfers that paid their orders. */
export async function eraseReceipts(
  tx: Tx,
  { accountId, name, formerName }: { accountId: string; name: string; formerName: string },
): Promise<void> {
  await tx`
    update receipts set payer_name = replace(payer_name, ${formerName}, ${name}), memo = replace(memo, ${formerName}, ${name})
    where id in (select l.receipt_id from allocations l join orders o on o.id = l.order_id
      where o.account_id = ${accountId})`
}
