import { randomBytes } from 'node:crypto'
import { audit, type Action } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import { holdSeats, releaseSeats } from '../../class/seat/server/actions.ts'
import { orderNoOf, referenceOf } from '../rules.ts'

/** A batch to be ordered: one place of a class for each of its learners, at one price. */
interface NewBatch {
  projectId: string
  payer: { unitId: string; name: string; taxNo: string | null }
  classId: string
  /** Fen a head. */
  price: number
  accountIds: readonly string[]
  minutes: number
  requestKey: string
  requestHash: string
}

/** The order of a unit by the key of the form that made it, with the hash of the request; or null. */
export async function findUnitRequest(
  db: Db,
  unitId: string,
  requestKey: string,
): Promise<{ id: string; orderNo: string; requestHash: string } | null> {
  const [row] = await db<{ id: string; orderNo: string; requestHash: string }[]>`
    select id, order_no, request_hash from orders where payer_unit_id = ${unitId} and request_key = ${requestKey}`
  return row ?? null
}

/** Draws a reference for the memo of a unit's bank transfer, which no order of the project has. */
async function freshReference(tx: Tx, projectId: string): Promise<string> {
  const reference = referenceOf(randomBytes(6))
  const taken = await tx`select from orders where project_id = ${projectId} and pay_reference = ${reference}`
  return taken.length > 0 ? freshReference(tx, projectId) : reference
}

/**
 * Orders a place of a locked class for each of many learners, whom the caller has judged under the locks of their accounts,
 * and holds the places. Refuses (409) more than are free.
 */
export async function placeBatch(
  tx: Tx,
  by: NonNullable<Action['by']>,
  batch: NewBatch,
): Promise<{ id: string; orderNo: string; amount: number }> {
  const { projectId, payer, classId, price, accountIds } = batch
  const amount = price * accountIds.length
  await holdSeats(
    tx,
    accountIds.map(() => classId),
  )
  const payReference = await freshReference(tx, projectId)
  const [today] = await tx<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const [order] = await tx<{ id: string; orderNo: string }[]>`
    with made as (
      insert into orders (project_id, kind, payer_unit_id, payer_name, payer_tax_no, unit_id, order_no, pay_reference,
        request_key, request_hash, amount, expires_at)
      values (${projectId}, 'batch', ${payer.unitId}, ${payer.name}, ${payer.taxNo}, ${payer.unitId},
        ${orderNoOf(today!.day, randomBytes(10))}, ${payReference}, ${batch.requestKey}, ${batch.requestHash},
        ${amount}, moment() + make_interval(mins => ${batch.minutes}))
      returning id, order_no),
    lines as (
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, discount,
        payable, holds_seat)
      select made.id, l.id, c.id, l.sort, c.name, c.class_type, c.year, c.hours_tenths, greatest(c.price, ${price}),
        greatest(c.price, ${price}) - ${price}, ${price}, true
      from made, train_classes c, unnest(${accountIds as string[]}::uuid[]) with ordinality as l (id, sort)
      where c.id = ${classId})
    select id, order_no from made`
  const { id, orderNo } = order!
  await audit(tx, {
    by,
    action: 'order.create',
    subjectKind: 'order',
    subjectId: id,
    after: { amount, count: accountIds.length },
  })
  return { id, orderNo, amount }
}

/** A fee to be ordered: of one sign-up, for one learner. */
export interface NewFee {
  accountId: string
  signUpId: string
  name: string
  /** Fen. */
  price: number
}

/** Fees to be ordered together, and who pays them. */
interface NewFees {
  projectId: string
  payer: ({ accountId: string } | { payerUnitId: string }) & { name: string; taxNo: string | null }
  /** The payer's unit, whose managers see the order. */
  unitId: string | null
  fees: readonly NewFee[]
  expiresAt: string
  requestKey: string | null
  requestHash: string | null
}

/**
 * Orders fees of sign-ups whose applications the caller has locked; what a unit pays has a reference. Gives the items in the
 * order of the fees.
 */
export async function placeFees(
  tx: Tx,
  by: NonNullable<Action['by']>,
  { projectId, payer, unitId, fees, expiresAt, requestKey, requestHash }: NewFees,
): Promise<{ id: string; orderNo: string; itemIds: string[] }> {
  const amount = fees.reduce((sum, { price }) => sum + price, 0)
  const [today] = await tx<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const { name: payerName, taxNo: payerTaxNo, ...who } = payer
  const [order] = await tx<{ id: string; orderNo: string }[]>`
    insert into orders ${tx({
      ...who,
      projectId,
      kind: 'cms',
      payerName,
      payerTaxNo,
      unitId,
      orderNo: orderNoOf(today!.day, randomBytes(10)),
      payReference: 'payerUnitId' in payer ? await freshReference(tx, projectId) : null,
      requestKey,
      requestHash,
      amount,
      expiresAt,
    })} returning id, order_no`
  const { id, orderNo } = order!
  const items = await tx<{ id: string }[]>`
    insert into order_items (order_id, account_id, sign_up_id, sort, name, class_type, year, hours_tenths, price, payable)
    select ${id}, f."accountId", f."signUpId", f.sort, f.name, '', ${Number(today!.day.slice(0, 4))}, 0, f.price, f.price
    from jsonb_to_recordset(${tx.json(fees.map((fee, sort) => ({ ...fee, sort })))})
      as f ("accountId" uuid, "signUpId" uuid, sort int, name text, price bigint)
    order by f.sort returning id`
  await audit(tx, {
    by,
    action: 'order.create',
    subjectKind: 'order',
    subjectId: id,
    after: { amount, count: fees.length },
  })
  return { id, orderNo, itemIds: items.map((item) => item.id) }
}

/** Gives an unpaid order at least so many minutes from now. */
export async function prolongOrder(tx: Tx, orderId: string, minutes: number): Promise<void> {
  await tx`
    update orders set expires_at = greatest(expires_at, moment() + make_interval(mins => ${minutes})),
      own_end = case when own_end is not null then greatest(own_end, moment() + make_interval(mins => ${minutes})) end
    where id = ${orderId} and status = 'unpaid'`
}

/** An item of a settled batch that waits for its place, locked. */
interface WaitingItem {
  id: string
  accountId: string
  classId: string
  holdsSeat: boolean
}

/** Locks items by their ids. */
export const lockItems = (tx: Tx, itemIds: readonly string[]): Promise<WaitingItem[]> =>
  tx<WaitingItem[]>`
    select id, account_id, class_id, holds_seat from order_items where id = any(${itemIds as string[]}::uuid[])
    order by id for no key update`

/** Ends the waiting of locked items whose places are open; what they held was taken with the place. */
export async function closeOpened(tx: Tx, itemIds: readonly string[]): Promise<void> {
  await tx`
    update order_items set waiting = false, holds_seat = false where id = any(${itemIds as string[]}::uuid[]) and waiting`
}

/** Ends the waiting of locked items whose places cannot be opened; what they held is free again. */
export async function closeFailed(tx: Tx, items: readonly WaitingItem[]): Promise<void> {
  await releaseSeats(
    tx,
    items.filter((item) => item.holdsSeat).map((item) => item.classId),
  )
  await closeOpened(
    tx,
    items.map(({ id }) => id),
  )
}

/** Gives a locked item of a settled batch to another learner. */
export async function reassignItem(tx: Tx, itemId: string, accountId: string): Promise<void> {
  await tx`update order_items set account_id = ${accountId}, mismatch = null where id = ${itemId}`
}
