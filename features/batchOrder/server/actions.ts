import { hash, randomBytes } from 'node:crypto'
import { bankSerialOf } from '../../../contract/bankSerial.ts'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { windowOf } from '../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit, type Action } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Scope, Session } from '../../../server/session.ts'
import { lockSeats } from '../../class/seat/server/actions.ts'
import { takePersonal } from '../../file/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import {
  assertVisible,
  cancelOrder,
  findUnitRequest,
  type LockedOrder,
  lockVisible,
  placeBatch,
  prolongOrder,
  settleOrder,
  transferPending,
  waiveOrPropose,
} from '../../order/server/actions.ts'
import {
  obstacleNames,
  type PayMode,
  payModeNames,
  type PersonProblemCode,
  unitClassRefusals,
} from '../../unitClass/rules.ts'
import {
  findFacts,
  getFacts,
  judgeRoster,
  lockFacts,
  savePrice,
  sayPerson,
  type UnitClassFacts,
} from '../../unitClass/server/actions.ts'
import type { batchOrderCalls } from '../contract.ts'
import { batchOrderRefusals, referenceOf } from '../rules.ts'
import { showPeople } from './data.ts'
import { voucherRejected } from './messages.ts'

type Judged = { accountId: string; problem: PersonProblemCode | null }

/** Leaves out those who have no seat any more: the first of the roster come first. */
function seated(facts: UnitClassFacts, people: readonly Judged[]): Judged[] {
  let left = facts.seatsLeft ?? Number.POSITIVE_INFINITY
  return people.map((person) => {
    if (person.problem !== null) return person
    return left-- > 0 ? person : { ...person, problem: 'noSeat' }
  })
}

/** Name and tax number by which the unit pays. */
const payerOf = ({ titleName, unitName, taxNo }: UnitClassFacts) => ({ name: titleName ?? unitName, taxNo })

async function timesOf(db: Db, projectId: string): Promise<{ codeMinutes: number; transferDays: number }> {
  const [row] = await db<{ codeMinutes: number; transferDays: number }[]>`
    select (settings_of(${projectId}) ->> 'orderMinutes')::int as code_minutes,
      (settings_of(${projectId}) ->> 'transferDays')::int as transfer_days`
  return row!
}

const minutesOfDay = 24 * 60

/** Shows who of a roster would be ordered, who not and why, and the sum; refuses 404. */
export async function preview(
  db: Db,
  { scope, projectId }: Session,
  input: InputOf<typeof batchOrderCalls.preview>,
): Promise<OutputOf<typeof batchOrderCalls.preview>> {
  const facts = await getFacts(db, scope, input.unitClassId)
  const people = seated(facts, await judgeRoster(db, facts, input.accountIds))
  const headCount = people.filter(({ problem }) => problem === null).length
  const wanted = people.filter(
    ({ problem }) => input.only === undefined || (problem === null) === (input.only === 'in'),
  )
  const { limit, offset } = windowOf(input)
  const shown = wanted.slice(offset, offset + limit)
  const persons = await showPeople(
    db,
    shown.map(({ accountId }) => accountId),
  )
  return {
    headCount,
    leftOut: people.length - headCount,
    price: facts.price,
    amount: facts.price * headCount,
    payModes: facts.payModes,
    payer: payerOf(facts),
    ...(await timesOf(db, projectId)),
    studyTo: facts.studyTo ?? facts.classStudyTo,
    validDays: facts.validDays,
    total: wanted.length,
    list: shown.map(({ accountId, problem }) => ({
      ...persons.get(accountId)!,
      problem: sayPerson(problem),
    })),
  }
}

/** Refuses (422) a way to pay that the terms of a unit class do not have. */
export function assertMode({ payModes }: UnitClassFacts, mode: PayMode): void {
  if (!payModes.includes(mode))
    refuse(batchOrderRefusals.payModeClosed, { modes: payModes.map((one) => payModeNames[one]) }, 'payMode')
}

/** Draws a reference that no order of the project has. */
async function freshReference(tx: Tx, projectId: string): Promise<string> {
  const reference = referenceOf(randomBytes(6))
  const taken = await tx`select from orders where project_id = ${projectId} and pay_reference = ${reference}`
  return taken.length > 0 ? freshReference(tx, projectId) : reference
}

/** A request for a batch order, before its people are judged. */
interface Request {
  unitClassId: string
  accountIds: readonly string[] | undefined
  payMode: PayMode
  requestKey: string
  requestHash: string
  importId?: string
}

interface Placed {
  id: string
  orderNo: string
  /** People it has, and those who found no seat or were kept out. */
  included: readonly string[]
}

/**
 * Orders places for those of a locked unit class's roster who can have one: their accounts are locked, then the class,
 * then all is read again, so that price, reasons and seats hold until the order is written. `agreed` refuses what its
 * caller did not see.
 */
export async function placeOrder(
  tx: Tx,
  by: NonNullable<Action['by']>,
  { unitClassId, ...request }: Request,
  agreed: (heads: number, amount: number) => void = () => {},
): Promise<Placed> {
  const before = (await findFacts(tx, unitClassId))!
  if (before.obstacle)
    refuse(unitClassRefusals.ended, { name: before.name, reason: obstacleNames[before.obstacle] })
  assertMode(before, request.payMode)
  const likely = await judgeRoster(tx, before, request.accountIds)
  await tx`
    select from accounts where id = any(${likely.map(({ accountId }) => accountId)}::uuid[]) order by id for no key update`
  await lockSeats(tx, [before.classId])
  const facts = (await findFacts(tx, unitClassId))!
  const people = seated(
    facts,
    await judgeRoster(
      tx,
      facts,
      likely.map(({ accountId }) => accountId),
    ),
  )
  const included = people.filter(({ problem }) => problem === null).map(({ accountId }) => accountId)
  if (included.length === 0) refuse(batchOrderRefusals.nobody)
  agreed(included.length, included.length * facts.price)
  const { projectId, unitId, classId, price } = facts
  const { codeMinutes, transferDays } = await timesOf(tx, projectId)
  const payer = payerOf(facts)
  const placed = await placeBatch(tx, by, {
    projectId,
    payer: { unitId, ...payer },
    classId,
    price,
    accountIds: included,
    payReference: await freshReference(tx, projectId),
    minutes: request.payMode === 'code' ? codeMinutes : transferDays * minutesOfDay,
    requestKey: request.requestKey,
    requestHash: request.requestHash,
  })
  await tx`
    insert into batch_orders ${tx({
      orderId: placed.id,
      projectId,
      unitClassId,
      payMode: request.payMode,
      importId: request.importId ?? null,
      operatorId: by.accountId,
    })}`
  if (facts.byUnit) await savePrice(tx, facts)
  if (placed.amount === 0) await settleOrder(tx, { orderId: placed.id, amount: 0, channel: 'none' })
  return { id: placed.id, orderNo: placed.orderNo, included }
}

type PlaceInput = InputOf<typeof batchOrderCalls.place>

const requestHashOf = ({ unitClassId, accountIds, payMode, expectedAmount, expectedHeads }: PlaceInput) =>
  hash(
    'sha256',
    [unitClassId, payMode, expectedAmount, expectedHeads, ...[...(accountIds ?? [])].sort()].join('|'),
  )

/**
 * Orders places for the roster of a unit class of the caller's scope, or for some of it. Refuses 404, (409) another sum or
 * head count than was seen, nobody to order, a unit class that takes no order, and a request key of another request, and
 * (422) a way to pay beside the terms. The same request key gives the same order.
 */
export async function place(
  tx: Tx,
  session: Session,
  input: PlaceInput,
): Promise<{ orderId: string; orderNo: string }> {
  const facts = await lockFacts(tx, session.scope, input.unitClassId)
  const requestHash = requestHashOf(input)
  const known = await findUnitRequest(tx, facts.unitId, input.requestKey)
  if (known && known.requestHash !== requestHash) refuse(batchOrderRefusals.otherRequest, {}, 'requestKey')
  if (known) return { orderId: known.id, orderNo: known.orderNo }
  const { id, orderNo } = await placeOrder(
    tx,
    session,
    { ...input, accountIds: input.accountIds, requestHash },
    (heads, amount) => {
      if (heads !== input.expectedHeads || amount !== input.expectedAmount)
        refuse(batchOrderRefusals.changed, { count: heads, amount: yuan(amount) }, 'expectedAmount')
    },
  )
  return { orderId: id, orderNo }
}

interface LockedBatch {
  order: LockedOrder
  unitClassId: string
  payMode: PayMode
  delivery: 'opening' | 'opened' | 'opened_with_errors' | null
}

/** Locks a batch order of the caller's scope; refuses 404. */
export async function lockBatch(tx: Tx, scope: Scope, orderId: string): Promise<LockedBatch> {
  const order = await lockVisible(tx, scope, orderId)
  const [batch] = await tx<Omit<LockedBatch, 'order'>[]>`
    select unit_class_id, pay_mode, delivery from batch_orders where order_id = ${orderId}`
  return batch ? { order, ...batch } : refuse(commonRefusals.notFound)
}

/** Refuses (409) an order that takes no money now. */
async function assertPayable(tx: Tx, { id, status, over }: LockedOrder): Promise<void> {
  if (status !== 'unpaid') refuse(batchOrderRefusals.notUnpaid)
  if (over) refuse(batchOrderRefusals.timeOver)
  const [row] = await tx<{ pending: boolean }[]>`
    select ${transferPending(tx)} as pending from orders o where o.id = ${id}`
  if (row!.pending) refuse(batchOrderRefusals.transferPending)
}

const record = (
  tx: Tx,
  session: Session,
  orderId: string,
  action: string,
  more: Pick<Action, 'after' | 'reason'> = {},
) =>
  audit(tx, {
    by: session,
    action: `batchOrder.${action}`,
    subjectKind: 'order',
    subjectId: orderId,
    ...more,
  })

/** Lets a locked order be paid by bank transfer: it waits as many days as that takes, from now. */
async function awaitTransfer(
  tx: Tx,
  session: Session,
  { order, unitClassId, payMode }: LockedBatch,
): Promise<void> {
  const facts = (await findFacts(tx, unitClassId)) ?? refuse(commonRefusals.notFound)
  assertMode(facts, 'transfer')
  const { transferDays } = await timesOf(tx, order.projectId)
  await prolongOrder(tx, order.id, transferDays * minutesOfDay)
  if (payMode === 'transfer') return
  await tx`update batch_orders set pay_mode = 'transfer' where order_id = ${order.id}`
  await record(tx, session, order.id, 'payMode', { after: { payMode: 'transfer' } })
}

/** Changes an unpaid order to payment by transfer. Refuses 404, and (409) one that takes no money now. */
export async function payByTransfer(tx: Tx, session: Session, orderId: string): Promise<null> {
  const batch = await lockBatch(tx, session.scope, orderId)
  await assertPayable(tx, batch.order)
  if (batch.payMode !== 'transfer') await awaitTransfer(tx, session, batch)
  return null
}

/** Refuses (409) a slip that is of another order already; those of cancelled orders are free again. */
async function assertUnused(
  tx: Tx,
  { id, projectId }: LockedOrder,
  { proof, serialNo }: { proof: string; serialNo: string | null },
): Promise<void> {
  // Two orders that bring the same slip at the same time take turns.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`voucher ${projectId}`}, 0))`
  await tx`
    update batch_vouchers v set status = 'replaced' from orders o
    where o.id = v.order_id and v.project_id = ${projectId} and v.status = 'in_review'
      and (v.order_id = ${id} or o.status = 'cancelled' and (v.proof_key = ${proof} or v.serial_no = ${serialNo}))`
  const [other] = await tx<{ orderNo: string }[]>`
    select o.order_no from batch_vouchers v join orders o on o.id = v.order_id
    where v.project_id = ${projectId} and v.status in ('in_review', 'matched') and v.order_id <> ${id}
      and (v.proof_key = ${proof} or v.serial_no = ${serialNo}) limit 1`
  if (other) refuse(batchOrderRefusals.voucherUsed, { orderNo: other.orderNo }, 'proof')
}

/**
 * Takes the bank's slip of a transfer for an unpaid order; an earlier one is replaced, and the order waits as long again.
 * Refuses 404, (409) an order that takes no money now and a slip of another order, and (422) a picture that was not brought
 * and a day to come.
 */
export async function submitVoucher(
  tx: Tx,
  session: Session,
  { orderId, proof, ...given }: InputOf<typeof batchOrderCalls.submitVoucher>,
): Promise<null> {
  const batch = await lockBatch(tx, session.scope, orderId)
  await assertPayable(tx, batch.order)
  const serialNo = given.serialNo === undefined ? null : bankSerialOf(given.serialNo)
  const [clock] = await tx<{ today: string }[]>`select (moment() at time zone 'Asia/Shanghai')::date as today`
  if (given.day > clock!.today) refuse(batchOrderRefusals.voucherDay, {}, 'day')
  await assertUnused(tx, batch.order, { proof, serialNo })
  if (!(await takePersonal(tx, session.accountId, proof)))
    refuse(batchOrderRefusals.voucherAbsent, {}, 'proof')
  await awaitTransfer(tx, session, batch)
  await tx`
    insert into batch_vouchers ${tx({
      projectId: batch.order.projectId,
      orderId,
      payerName: given.payerName,
      day: given.day,
      amount: given.amount,
      serialNo,
      proofKey: proof,
      operatorId: session.accountId,
    })}`
  await record(tx, session, orderId, 'voucher', { after: { amount: given.amount, day: given.day } })
  return null
}

/** Rejects the slip of an unpaid order, for a reason its unit reads. Refuses 404, and (409) where there is none. */
export async function rejectVoucher(
  tx: Tx,
  session: Session,
  { orderId, reason }: InputOf<typeof batchOrderCalls.rejectVoucher>,
): Promise<null> {
  const { order } = await lockBatch(tx, session.scope, orderId)
  if (order.status !== 'unpaid') refuse(batchOrderRefusals.notUnpaid)
  const [voucher] = await tx<{ operatorId: string }[]>`
    update batch_vouchers set status = 'rejected', decision = ${reason}, decider_id = ${session.accountId},
      decided_at = moment()
    where order_id = ${orderId} and status = 'in_review' returning operator_id`
  const { operatorId } = voucher ?? refuse(batchOrderRefusals.noVoucher)
  await record(tx, session, orderId, 'rejectVoucher', { reason })
  await sendMessage(tx, voucherRejected, operatorId, { orderId, orderNo: order.orderNo, reason })
  return null
}

/** Waives a batch order, or proposes that above the limit. Refuses as `waiveOrPropose`, and (409) beside the terms. */
export async function freeBatchOrder(
  tx: Tx,
  session: Session,
  input: InputOf<typeof batchOrderCalls.unitBatchFreeOrder>,
): Promise<{ approvalId: string } | null> {
  const [batch] = await tx<{ payModes: string[] }[]>`
    select uc.pay_modes from batch_orders b join unit_classes uc on uc.id = b.unit_class_id join orders o on o.id = b.order_id
    where b.order_id = ${input.orderId} and o.project_id = ${session.projectId}`
  if (!batch) refuse(commonRefusals.notFound)
  await assertVisible(tx, session.scope, input.orderId)
  if (!batch.payModes.includes('free')) refuse(batchOrderRefusals.notFree)
  return waiveOrPropose(tx, session, input)
}

/** Cancels an unpaid batch order of the caller's scope. Refuses 404, and (409) one that is not unpaid. */
export async function cancelBatch(tx: Tx, session: Session, orderId: string): Promise<null> {
  await lockBatch(tx, session.scope, orderId)
  return cancelOrder(tx, session, orderId)
}
