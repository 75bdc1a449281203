import { hash } from 'node:crypto'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { windowOf } from '../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit, type Action } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Scope, Session } from '../../../server/session.ts'
import { assertNotOwn, countPlaces, lockPerson } from '../../approval/server/actions.ts'
import { isOwnPrice, lockSeats } from '../../class/seat/server/actions.ts'
import {
  assertVisible,
  cancelOrder,
  findUnitRequest,
  type LockedOrder,
  lockVisible,
  placeBatch,
  prolongOrder,
  settleOrder,
  waiveOrPropose,
} from '../../order/server/actions.ts'
import { findBuying } from '../../unit/trainType/server/actions.ts'
import { assertPayable, rejectVoucher, submitVoucher } from '../../receipt/voucher/server/actions.ts'
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
  judgeChosen,
  judgeRoster,
  lockFacts,
  type RosterChoice,
  savePrice,
  sayPerson,
  type UnitClassFacts,
} from '../../unitClass/server/actions.ts'
import type { batchOrderCalls } from '../contract.ts'
import { batchOrderRefusals } from '../rules.ts'
import { showPeople } from './data.ts'
import { voucherRejected } from './messages.ts'

type Judged = { isChosen: boolean; problem: PersonProblemCode | null }

/** Leaves out those chosen who have no seat any more: the first of the roster come first. */
function seated<P extends Judged>(facts: UnitClassFacts, people: readonly P[]): P[] {
  let left = facts.seatsLeft ?? Number.POSITIVE_INFINITY
  return people.map((person) => {
    if (!person.isChosen || person.problem !== null) return person
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

const isIn = ({ isChosen, problem }: Judged) => isChosen && problem === null
const isAble = ({ problem }: Judged) => problem === null
const isLeftOut = ({ isChosen, problem }: Judged) => isChosen && problem !== null

/** Shows who of a roster would be ordered, who not and why, and the sum; refuses 404. */
export async function preview(
  db: Db,
  { scope, projectId }: Session,
  input: InputOf<typeof batchOrderCalls.preview>,
): Promise<OutputOf<typeof batchOrderCalls.preview>> {
  const facts = await getFacts(db, scope, input.unitClassId)
  const people = seated(facts, await judgeRoster(db, facts, input)).filter(
    (person) => isAble(person) || isLeftOut(person),
  )
  const headCount = people.filter(isIn).length
  const wanted = input.only === undefined ? people : people.filter(input.only === 'in' ? isAble : isLeftOut)
  const { limit, offset } = windowOf(input)
  const shown = wanted.slice(offset, offset + limit)
  const persons = await showPeople(
    db,
    shown.map(({ accountId }) => accountId),
  )
  return {
    headCount,
    able: people.filter(isAble).length,
    leftOut: people.filter(isLeftOut).length,
    price: facts.price,
    amount: facts.price * headCount,
    payModes: facts.payModes,
    payer: payerOf(facts),
    ...(await timesOf(db, projectId)),
    studyTo: facts.studyTo ?? facts.classStudyTo,
    validDays: facts.validDays,
    total: wanted.length,
    list: shown.map(({ accountId, state, isChosen, problem }) => ({
      ...persons.get(accountId)!,
      state,
      isChosen,
      problem: sayPerson(problem),
    })),
  }
}

/** Refuses (422) a way to pay that the terms of a unit class do not have. */
export function assertMode({ payModes }: UnitClassFacts, mode: PayMode): void {
  if (!payModes.includes(mode))
    refuse(batchOrderRefusals.payModeClosed, { modes: payModes.map((one) => payModeNames[one]) }, 'payMode')
}

/** A request for a batch order, before its people are judged. */
interface Request extends RosterChoice {
  unitClassId: string
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

/** Refuses (409) people of the provider who order a place for themselves; a unit's manager is one of its people. */
export async function assertNoneOwn(
  tx: Tx,
  by: { accountId: string },
  accountIds: readonly string[],
): Promise<void> {
  const staff = await tx`
    select from accounts a join roles r on r.id = a.role_id where a.id = ${by.accountId} and r.role_system = 1`
  if (staff.length > 0) await assertNotOwn(tx, by, ...accountIds)
}

/** True if a place costs nothing by the price of the class, and not by one that two people approved. */
async function isFreeByPrice(tx: Tx, facts: UnitClassFacts): Promise<boolean> {
  const { unitId, price, approved, listPrice } = facts
  return price === 0 && !approved && (await findBuying(tx, unitId)).isFree({ ...facts, price: listPrice })
}

/**
 * Orders places for those of a locked unit class's roster who can have one: their accounts are locked, then the class,
 * then all is read again, so that price, reasons and seats hold until the order is written. `agreed` refuses what its
 * caller did not see. Refuses (409) more places for nothing than one person may take off a day, who made the class cost
 * nothing and is locked by its caller.
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
  const likely = await judgeChosen(tx, before, request)
  await tx`
    select from accounts where id = any(${likely.map(({ accountId }) => accountId)}::uuid[]) order by id for no key update`
  await lockSeats(tx, [before.classId])
  const facts = (await findFacts(tx, unitClassId))!
  const people = seated(
    facts,
    await judgeChosen(tx, facts, { accountIds: likely.map(({ accountId }) => accountId) }),
  )
  const included = people.filter(isIn).map(({ accountId }) => accountId)
  if (included.length === 0) refuse(batchOrderRefusals.nobody)
  await assertNoneOwn(tx, by, included)
  agreed(included.length, included.length * facts.price)
  const { projectId, unitId, classId, price } = facts
  const giver = { accountId: by.accountId, projectId }
  const isCounted =
    (await isFreeByPrice(tx, facts)) && (await isOwnPrice(tx, giver, { classId, places: included.length }))
  const { codeMinutes, transferDays } = await timesOf(tx, projectId)
  const payer = payerOf(facts)
  const placed = await placeBatch(tx, by, {
    projectId,
    payer: { unitId, ...payer },
    classId,
    price,
    accountIds: included,
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
  if (isCounted) {
    const items = await tx<{ id: string }[]>`select id from order_items where order_id = ${placed.id}`
    await countPlaces(
      tx,
      giver,
      items.map(({ id }) => id),
    )
  }
  if (facts.byUnit) await savePrice(tx, facts)
  if (placed.amount === 0) await settleOrder(tx, { orderId: placed.id, amount: 0, channel: 'none' })
  return { id: placed.id, orderNo: placed.orderNo, included }
}

type PlaceInput = InputOf<typeof batchOrderCalls.place>

function requestHashOf({ accountIds, without, again, ...input }: PlaceInput): string {
  const { unitClassId, payMode, expectedAmount, expectedHeads } = input
  const people = [accountIds, without, again].map((ids = []) => [...ids].sort())
  return hash('sha256', JSON.stringify([unitClassId, payMode, expectedAmount, expectedHeads, ...people]))
}

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
  await lockPerson(tx, session.accountId)
  const facts = await lockFacts(tx, session.scope, input.unitClassId)
  const requestHash = requestHashOf(input)
  const known = await findUnitRequest(tx, facts.unitId, input.requestKey)
  if (known && known.requestHash !== requestHash) refuse(batchOrderRefusals.otherRequest, {}, 'requestKey')
  if (known) return { orderId: known.id, orderNo: known.orderNo }
  const { id, orderNo } = await placeOrder(tx, session, { ...input, requestHash }, (heads, amount) => {
    if (heads !== input.expectedHeads || amount !== input.expectedAmount)
      refuse(batchOrderRefusals.changed, { count: heads, amount: yuan(amount) }, 'expectedAmount')
  })
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
  await audit(tx, {
    by: session,
    action: 'batchOrder.payMode',
    subjectKind: 'order',
    subjectId: order.id,
    after: { payMode: 'transfer' },
  })
}

/** Changes an unpaid order to payment by transfer. Refuses 404, and (409) one that takes no money now. */
export async function payByTransfer(tx: Tx, session: Session, orderId: string): Promise<null> {
  const batch = await lockBatch(tx, session.scope, orderId)
  await assertPayable(tx, batch.order)
  if (batch.payMode !== 'transfer') await awaitTransfer(tx, session, batch)
  return null
}

/**
 * Takes the bank's slip of a transfer for an unpaid order, which waits as long again. Refuses 404, and as `submitVoucher`.
 */
export async function submitBatchVoucher(
  tx: Tx,
  session: Session,
  input: InputOf<typeof batchOrderCalls.submitVoucher>,
): Promise<null> {
  const batch = await lockBatch(tx, session.scope, input.orderId)
  await submitVoucher(tx, session, batch.order, input)
  await awaitTransfer(tx, session, batch)
  return null
}

/** Rejects the slip of an unpaid order, for a reason its unit reads. Refuses 404, and (409) where there is none. */
export async function rejectBatchVoucher(
  tx: Tx,
  session: Session,
  { orderId, reason }: InputOf<typeof batchOrderCalls.rejectVoucher>,
): Promise<null> {
  const { order } = await lockBatch(tx, session.scope, orderId)
  await rejectVoucher(tx, session, order, reason, voucherRejected)
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
