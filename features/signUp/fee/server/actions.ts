import { hash } from 'node:crypto'
import type { InputOf } from '../../../../contract/call.ts'
import { yuan } from '../../../../contract/money.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Action } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import {
  cancelOrder,
  findUnitRequest,
  type LockedOrder,
  lockVisible,
  placeFees,
} from '../../../order/server/actions.ts'
import { matchVouchers, rejectVoucher, submitVoucher } from '../../../receipt/voucher/server/actions.ts'
import {
  linkFees,
  type LockedApplication,
  lockApplications,
  moveApplications,
} from '../../application/server/actions.ts'
import { type feeCalls, feeRefusals } from '../contract.ts'
import { assertUnitOrder } from './data.ts'
import { feeVoucherRejected } from './messages.ts'

/** Refuses (409) an application whose fee cannot be ordered now. */
function assertDue({ status, isOver, orderStatus, orderNo, realName: name }: LockedApplication): void {
  if (status !== 'approved') refuse(feeRefusals.notDue, { name })
  if (orderStatus === 'unpaid') refuse(feeRefusals.ordered, { name, orderNo: orderNo! })
  if (isOver) refuse(feeRefusals.payOver, { name })
}

const sumOf = (all: readonly LockedApplication[]) => all.reduce((sum, { fee }) => sum + fee, 0)

function assertSum(all: readonly LockedApplication[], expected: number): void {
  const sum = sumOf(all)
  if (sum !== expected) refuse(feeRefusals.changed, { amount: yuan(sum) }, 'expectedAmount')
}

/** Orders the fees of locked applications; the order has as long to be paid as the last of them. */
async function orderFees(
  tx: Tx,
  session: Session,
  all: readonly LockedApplication[],
  order: Pick<Parameters<typeof placeFees>[2], 'payer' | 'unitId' | 'requestKey' | 'requestHash'>,
): Promise<{ orderId: string; orderNo: string }> {
  const expiresAt = all
    .map(({ payUntil }) => payUntil!)
    .toSorted()
    .at(-1)!
  const { id, orderNo, itemIds } = await placeFees(tx, session, {
    ...order,
    projectId: session.projectId,
    fees: all.map(({ accountId, signUpId, title: name, fee: price }) => ({
      accountId,
      signUpId,
      name,
      price,
    })),
    expiresAt,
  })
  await linkFees(
    tx,
    all.map((application, at) => ({ id: application.id, itemId: itemIds[at]! })),
  )
  return { orderId: id, orderNo }
}

/**
 * Orders the fee of the caller's own approved application; called again, it gives the order that waits. Refuses 404, and
 * (409) what is not due, what a unit has ordered, and another sum than was seen.
 */
export async function orderMyFee(
  tx: Tx,
  session: Session,
  { applicationId, expectedAmount }: InputOf<typeof feeCalls.orderMyFee>,
): Promise<{ orderId: string }> {
  const { accountId, projectId, unitId } = session
  const [row] = await lockApplications(
    tx,
    tx`p.id = ${applicationId} and p.account_id = ${accountId} and p.project_id = ${projectId}`,
  )
  if (!row) refuse(commonRefusals.notFound)
  const [own] = await tx<{ id: string }[]>`
    select id from orders where id = ${row.orderId} and status = 'unpaid' and account_id = ${accountId}`
  if (own) return { orderId: own.id }
  assertDue(row)
  assertSum([row], expectedAmount)
  const { orderId } = await orderFees(tx, session, [row], {
    payer: { accountId, name: row.realName, taxNo: null },
    unitId,
    requestKey: null,
    requestHash: null,
  })
  return { orderId }
}

type Place = InputOf<typeof feeCalls.place>

const requestHashOf = ({ applicationIds, expectedAmount }: Place) =>
  hash('sha256', [expectedAmount, ...applicationIds.toSorted()].join('|'))

/** Name and tax number by which a unit of the project pays. */
async function payerOf(tx: Tx, payerUnitId: string) {
  const [unit] = await tx<{ name: string; taxNo: string | null }[]>`
    select coalesce(nullif(invoice_title ->> 'name', ''), name) as name,
      coalesce(nullif(invoice_title ->> 'taxNo', ''), credit_code) as tax_no
    from units where id = ${payerUnitId}`
  return { payerUnitId, ...unit! }
}

/**
 * Orders the fees of approved applications in the caller's scope: a unit's manager for people of the unit and below it,
 * others for the people of one unit, which pays. Refuses 404, (409) what is not due or ordered, another sum than was seen
 * and a request key of another request, and (422) people of several units. The same request key gives the same order.
 */
export async function placeUnitOrder(
  tx: Tx,
  session: Session,
  input: Place,
): Promise<{ orderId: string; orderNo: string }> {
  const { scope } = session
  const all = await lockApplications(
    tx,
    tx`p.id = any(${input.applicationIds}::uuid[]) and exists (
      select from sign_up_applications q left join units u on u.id = q.unit_id
      where q.id = p.id and ${inScope(tx, scope, { project: 'q.project_id', unitPath: 'u.path' })})`,
  )
  if (all.length < input.applicationIds.length) refuse(commonRefusals.notFound)
  const unitId = scope.unitPath === null ? all[0]!.unitId : session.unitId
  const stranger =
    unitId === null || scope.unitPath === null
      ? all.find((one) => one.unitId === null || one.unitId !== unitId)
      : null
  if (unitId === null || stranger)
    refuse(feeRefusals.otherUnit, { name: (stranger ?? all[0]!).realName }, 'applicationIds')
  await tx`select from units where id = ${unitId} for no key update`
  const requestHash = requestHashOf(input)
  const known = await findUnitRequest(tx, unitId, input.requestKey)
  if (known && known.requestHash !== requestHash) refuse(feeRefusals.otherRequest, {}, 'requestKey')
  if (known) return { orderId: known.id, orderNo: known.orderNo }
  for (const one of all) assertDue(one)
  assertSum(all, input.expectedAmount)
  return orderFees(tx, session, all, {
    payer: await payerOf(tx, unitId),
    unitId,
    requestKey: input.requestKey,
    requestHash,
  })
}

/** Locks an order of fees of a unit in the caller's scope; refuses 404. */
async function lockUnitOrder(tx: Tx, session: Session, orderId: string): Promise<LockedOrder> {
  await assertUnitOrder(tx, session, orderId)
  return lockVisible(tx, session.scope, orderId)
}

/** Takes the bank's slip of a transfer for a unit's unpaid order, whose end stays. Refuses 404, and as `submitVoucher`. */
export async function submitFeeVoucher(
  tx: Tx,
  session: Session,
  input: InputOf<typeof feeCalls.submitVoucher>,
): Promise<null> {
  await submitVoucher(tx, session, await lockUnitOrder(tx, session, input.orderId), input)
  return null
}

/** Rejects the slip of a unit's unpaid order, for a reason the unit reads. Refuses 404, and (409) where there is none. */
export async function rejectFeeVoucher(
  tx: Tx,
  session: Session,
  { orderId, reason }: InputOf<typeof feeCalls.rejectVoucher>,
): Promise<null> {
  const order = await lockUnitOrder(tx, session, orderId)
  await rejectVoucher(tx, session, order, reason, feeVoucherRejected)
  return null
}

/** Cancels an unpaid order of a unit in the caller's scope; refuses 404, and (409) one that is not unpaid. */
export async function cancelUnitOrder(tx: Tx, session: Session, orderId: string): Promise<null> {
  await assertUnitOrder(tx, session, orderId)
  return cancelOrder(tx, session, orderId)
}

const ofOrders = (tx: Tx, ids: readonly string[]) => tx`
  p.status = 'approved' and p.order_item_id in (select id from order_items where order_id = any(${ids as string[]}::uuid[]))`

/** Confirms the applications whose fees locked orders have paid; slips of their transfers are settled with them. */
export async function confirmPaid(tx: Tx, orders: readonly LockedOrder[], by: Action['by']): Promise<void> {
  const ids = orders.map(({ id }) => id)
  await moveApplications(tx, by, await lockApplications(tx, ofOrders(tx, ids)), 'pay')
  await matchVouchers(tx, ids)
}

/** Ends the applications whose fees a locked order does not pay any more. */
export async function lapseUnpaid(tx: Tx, { id }: LockedOrder, by: Action['by']): Promise<void> {
  await moveApplications(tx, by, await lockApplications(tx, ofOrders(tx, [id])), 'lapse')
}

/** Ends the applications whose fees go back. */
export async function endRefunded(tx: Tx, by: Action['by'], itemIds: readonly string[]): Promise<void> {
  const all = await lockApplications(
    tx,
    tx`p.order_item_id = any(${itemIds as string[]}::uuid[]) and p.status = 'confirmed'`,
  )
  await moveApplications(tx, by, all, 'refund')
}
