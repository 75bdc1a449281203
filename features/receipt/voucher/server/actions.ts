import { bankSerialOf } from '../../../../contract/bankSerial.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { audit, type Action } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { takePersonal } from '../../../file/server/actions.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { type LockedOrder, transferPending } from '../../../order/server/actions.ts'
import type { NewVoucher } from '../contract.ts'
import { voucherRefusals } from '../rules.ts'
import type { voucherRejectedKind } from './messages.ts'

export { getTransfers, transferColumns, transferJoins, transferStage, waitingVouchers } from './data.ts'
export { voucherRejectedKind } from './messages.ts'
export { printProForma } from './print.ts'

/** Refuses (409) a locked order of a unit that takes no money now. */
export async function assertPayable(tx: Tx, { id, status, over }: LockedOrder): Promise<void> {
  if (status !== 'unpaid') refuse(voucherRefusals.notUnpaid)
  if (over) refuse(voucherRefusals.timeOver)
  const [row] = await tx<{ pending: boolean }[]>`
    select ${transferPending(tx)} as pending from orders o where o.id = ${id}`
  if (row!.pending) refuse(voucherRefusals.transferPending)
}

const record = (
  tx: Tx,
  session: Session,
  orderId: string,
  action: 'submit' | 'reject',
  more: Pick<Action, 'after' | 'reason'>,
) =>
  audit(tx, {
    by: session,
    action: `voucher.${action}`,
    subjectKind: 'order',
    subjectId: orderId,
    ...more,
  })

/** Refuses (409) a slip that is of another order already; those of cancelled orders are free again. */
async function assertUnused(
  tx: Tx,
  { id, projectId }: LockedOrder,
  { proof, serialNo }: { proof: string; serialNo: string | null },
): Promise<void> {
  // Two orders that bring the same slip at the same time take turns.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`voucher ${projectId}`}, 0))`
  await tx`
    update vouchers v set status = 'replaced' from orders o
    where o.id = v.order_id and v.project_id = ${projectId} and v.status = 'in_review'
      and (v.order_id = ${id} or o.status = 'cancelled' and (v.proof_key = ${proof} or v.serial_no = ${serialNo}))`
  const [other] = await tx<{ orderNo: string }[]>`
    select o.order_no from vouchers v join orders o on o.id = v.order_id
    where v.project_id = ${projectId} and v.status in ('in_review', 'matched') and v.order_id <> ${id}
      and (v.proof_key = ${proof} or v.serial_no = ${serialNo}) limit 1`
  if (other) refuse(voucherRefusals.voucherUsed, { orderNo: other.orderNo }, 'proof')
}

/**
 * Takes the bank's slip of a transfer for a locked, unpaid order of a unit; an earlier one is replaced. Refuses (409) an
 * order that takes no money now and a slip of another order, and (422) a picture that was not brought and a day to come.
 */
export async function submitVoucher(
  tx: Tx,
  session: Session,
  order: LockedOrder,
  { proof, ...given }: NewVoucher,
): Promise<void> {
  await assertPayable(tx, order)
  const serialNo = given.serialNo === undefined ? null : bankSerialOf(given.serialNo)
  const [clock] = await tx<{ today: string }[]>`select (moment() at time zone 'Asia/Shanghai')::date as today`
  if (given.day > clock!.today) refuse(voucherRefusals.voucherDay, {}, 'day')
  await assertUnused(tx, order, { proof, serialNo })
  if (!(await takePersonal(tx, session.accountId, proof))) refuse(voucherRefusals.voucherAbsent, {}, 'proof')
  await tx`
    insert into vouchers ${tx({
      projectId: order.projectId,
      orderId: order.id,
      payerName: given.payerName,
      day: given.day,
      amount: given.amount,
      serialNo,
      proofKey: proof,
      operatorId: session.accountId,
    })}`
  await record(tx, session, order.id, 'submit', { after: { amount: given.amount, day: given.day } })
}

/**
 * Rejects the slip of a locked, unpaid order, for a reason that who handed it in reads in a message. Refuses (409) where
 * there is none.
 */
export async function rejectVoucher(
  tx: Tx,
  session: Session,
  { id: orderId, orderNo, status }: LockedOrder,
  reason: string,
  message: ReturnType<typeof voucherRejectedKind>,
): Promise<void> {
  if (status !== 'unpaid') refuse(voucherRefusals.notUnpaid)
  const [voucher] = await tx<{ operatorId: string }[]>`
    update vouchers set status = 'rejected', decision = ${reason}, decider_id = ${session.accountId},
      decided_at = moment()
    where order_id = ${orderId} and status = 'in_review' returning operator_id`
  const { operatorId } = voucher ?? refuse(voucherRefusals.noVoucher)
  await record(tx, session, orderId, 'reject', { reason })
  await sendMessage(tx, message, operatorId, { orderId, orderNo, reason })
}

/** Ends the review of the slips of settled orders. */
export async function matchVouchers(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx`
    update vouchers set status = 'matched'
    where order_id = any(${orderIds as string[]}::uuid[]) and status = 'in_review'`
}
