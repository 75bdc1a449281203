import { hash, randomBytes } from 'node:crypto'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit, auditAll, type Action } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { holdSeats, lockSeats } from '../../class/seat/server/actions.ts'
import { lockApproved } from '../../enrolment/server/actions.ts'
import { type Order, orderRefusals } from '../contract.ts'
import { listOffers } from '../offer/server/actions.ts'
import { amountOf, orderLifecycle, orderNoOf } from '../rules.ts'
import { assertVisible, findByRequest, getOrder } from './data.ts'
import { lockOrder } from './lock.ts'
import { settleOrder } from './settle.ts'

export {
  assertVisible,
  getOrder,
  invoiceable,
  isPayer,
  learnersOf,
  transferPending,
  waitingPayments,
} from './data.ts'
export {
  assertOthers,
  isOfOthers,
  isOwnOrder,
  type LockedOrder,
  lockOrder,
  lockOrders,
  lockVisible,
} from './lock.ts'
export {
  closeFailed,
  closeOpened,
  findUnitRequest,
  lockItems,
  type NewFee,
  placeBatch,
  placeFees,
  prolongOrder,
  reassignItem,
} from './batch.ts'
export { endWait, proposeAbout } from './proposals.ts'
export { waiveOrPropose } from './waiver.ts'
export { cancelOrder, expireOrder, settleOrder, settleOrders } from './settle.ts'

interface OrderInput {
  classIds: readonly string[]
  /** Fen the learner saw. */
  expectedAmount: number
  requestKey?: string
  /** Ids of classes wanted although they are meant for others. */
  acceptMismatch?: readonly string[]
}

/** Hash of what a request orders: the classes, in whatever order they are named, and the sum in fen. */
const requestHashOf = ({ classIds, expectedAmount }: OrderInput) =>
  hash('sha256', `${[...classIds].sort().join(',')}|${expectedAmount}`)

/**
 * Orders classes at the server's own prices and holds a place in each until it is paid or cancelled. Refuses (409) when
 * a class cannot be bought now or the sum is not what the learner saw; an order of ¥0 is settled in the same
 * transaction. The same request key gives the same order, and is refused (409) with another request.
 */
export async function saveOrder(tx: Tx, session: Session, input: OrderInput): Promise<Order> {
  const { accountId, projectId, unitId } = session
  // One form, one order, however often it is sent: the account's row makes its orders wait for each other.
  const [today] = await tx`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from accounts
    where id = ${accountId} for no key update`
  const requestHash = input.requestKey ? requestHashOf(input) : null
  const known = input.requestKey ? await findByRequest(tx, accountId, input.requestKey) : null
  if (known && known.requestHash !== requestHash) refuse(orderRefusals.otherRequest, {}, 'requestKey')
  if (known) return getOrder(tx, session.scope, known.id)
  // Locked before they are read: the price, the hours and the last place are the same when the order is written.
  const approved = await lockApproved(tx, accountId, input.classIds)
  await lockSeats(tx, input.classIds)
  const offers = await listOffers(tx, session, input.classIds)
  if (offers.length < input.classIds.length) refuse(commonRefusals.notFound)
  if (input.acceptMismatch?.some((id) => !input.classIds.includes(id))) refuse(commonRefusals.notFound)
  // Approved since they were locked: this order came before the approval, and goes without its place.
  const early = offers.find((offer) => offer.approved && !approved.has(offer.classId))
  if (early) refuse(orderRefusals.needs_review, { name: early.name }, 'classIds')
  const blocked = offers.find((offer) => offer.obstacle)
  if (blocked) refuse(orderRefusals[blocked.obstacle!], { name: blocked.name }, 'classIds')
  const unconfirmed = offers.find((offer) => offer.mismatch && !input.acceptMismatch?.includes(offer.classId))
  if (unconfirmed?.mismatch) {
    const words = orderRefusals[`confirm_${unconfirmed.mismatch.part}`]
    refuse(words, { name: unconfirmed.name }, 'acceptMismatch')
  }
  const amount = amountOf(offers)
  if (amount !== input.expectedAmount)
    refuse(orderRefusals.priceChanged, { amount: yuan(amount) }, 'expectedAmount')
  const items = offers.map(
    ({ classId, name, classType, year, hoursTenths, price, discount, payable, mismatch }, sort) => ({
      classId,
      name,
      classType,
      year,
      hoursTenths,
      price,
      discount,
      payable,
      sort,
      holdsSeat: !approved.has(classId),
      mismatch: mismatch?.part ?? null,
    }),
  )
  await holdSeats(
    tx,
    items.filter((item) => item.holdsSeat).map((item) => item.classId),
  )
  const [order] = await tx`
    with made as (
      insert into orders (project_id, kind, account_id, payer_name, unit_id, order_no, request_key, request_hash, amount,
        expires_at)
      select ${projectId}, 'personal', a.id, coalesce(s.real_name, a.user_name), ${unitId},
        ${orderNoOf(today!.day as string, randomBytes(10))}, ${input.requestKey ?? null}, ${requestHash}, ${amount}::bigint,
        moment() + make_interval(mins => (settings_of(${projectId})->>'orderMinutes')::int)
      from accounts a left join students s on s.account_id = a.id where a.id = ${accountId}
      returning id),
    lines as (
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, discount,
        payable, holds_seat, mismatch)
      select made.id, ${accountId}, i."classId", i.sort, i.name, i."classType", i.year, i."hoursTenths", i.price,
        i.discount, i.payable, i."holdsSeat", i.mismatch
      from made, jsonb_to_recordset(${tx.json(items as never)}) as i("classId" uuid, sort int, name text,
        "classType" text, year int, "hoursTenths" int, price bigint, discount bigint, payable bigint,
        "holdsSeat" boolean, mismatch text))
    select id from made`
  const id = order!.id as string
  await audit(tx, {
    by: session,
    action: 'order.create',
    subjectKind: 'order',
    subjectId: id,
    after: { amount },
  })
  if (amount === 0) await settleOrder(tx, { orderId: id, amount: 0, channel: 'none' })
  return getOrder(tx, session.scope, id)
}

/** An item of an order with fen that go back of it. */
interface ItemRefund {
  itemId: string
  amount: number
}

/** Changes what items of a locked order have promised to go back, by so many fen each; less than nothing releases. */
export async function promiseItems(tx: Tx, items: readonly ItemRefund[]): Promise<void> {
  await tx`
    update order_items i set refunding = i.refunding + x.amount
    from jsonb_to_recordset(${tx.json(items as never)}) as x("itemId" uuid, amount bigint) where i.id = x."itemId"`
}

/** Counts, under the order's lock, what was promised of its items as gone back. */
export async function refundItems(tx: Tx, orderId: string, items: readonly ItemRefund[]): Promise<void> {
  const order = (await lockOrder(tx, orderId))!
  const amount = items.reduce((sum, item) => sum + item.amount, 0)
  const isWhole = order.refunded + amount === order.amount
  const status = orderLifecycle.next(order.status, isWhole ? 'refundAll' : 'refundSome')
  await tx`
    update order_items i set refunding = i.refunding - x.amount, refunded = i.refunded + x.amount
    from jsonb_to_recordset(${tx.json(items as never)}) as x("itemId" uuid, amount bigint) where i.id = x."itemId"`
  await tx`update orders set status = ${status}, refunded = refunded + ${amount} where id = ${orderId}`
  await audit(tx, {
    by: null,
    projectId: order.projectId,
    action: 'order.refund',
    subjectKind: 'order',
    subjectId: orderId,
    before: { status: order.status },
    after: { status, amount },
  })
}

/** Part of an order that an invoice is for, in fen. */
interface InvoicedPart {
  orderId: string
  amount: number
}

/**
 * Counts fen of locked orders as invoiced or requested, each order named once; less than nothing releases them. The
 * schema refuses more than was paid and kept.
 */
export async function claimInvoiced(tx: Tx, by: Action['by'], parts: readonly InvoicedPart[]): Promise<void> {
  const rows = await tx<{ id: string; projectId: string; invoiced: number; amount: number }[]>`
    update orders o set invoiced = o.invoiced + x.amount
    from jsonb_to_recordset(${tx.json(parts as never)}) as x("orderId" uuid, amount bigint) where o.id = x."orderId"
    returning o.id, o.project_id, o.invoiced, x.amount`
  await auditAll(
    tx,
    rows.map(({ id, projectId, invoiced, amount }) => ({
      by,
      projectId,
      action: amount > 0 ? 'order.invoice' : 'order.releaseInvoice',
      subjectKind: 'order',
      subjectId: id,
      before: { invoiced: invoiced - amount },
      after: { invoiced },
    })),
  )
}

/** Writes a note about an order of the project; refuses 404 others. */
export async function addNote(
  tx: Tx,
  session: ProjectSession,
  { orderId, text }: { orderId: string; text: string },
): Promise<null> {
  await assertVisible(tx, session.scope, orderId)
  const { accountId: authorId, projectId } = session
  await tx`insert into order_notes ${tx({ projectId, orderId, authorId, text })}`
  await audit(tx, { by: session, action: 'order.note', subjectKind: 'order', subjectId: orderId })
  return null
}

/** Takes the name off the orders of a person whose account is closed, and away what the office wrote about them. */
export async function eraseOrders(
  tx: Tx,
  { accountId, name }: { accountId: string; name: string },
): Promise<void> {
  await tx`delete from order_notes where order_id in (select id from orders where account_id = ${accountId})`
  await tx`update orders set payer_name = ${name} where account_id = ${accountId}`
}

/**
 * Moves the orders of a unit to another, whose managers see them from then on; those it paid keep its name as sold. For a
 * merge of units.
 */
export async function moveOrders(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`update orders set unit_id = ${toId} where unit_id = ${fromId}`
  await tx`update orders set payer_unit_id = ${toId} where payer_unit_id = ${fromId}`
}
