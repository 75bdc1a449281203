import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../server/db.ts'
import type { Scope, Session } from '../../../server/session.ts'
import { handsOf } from '../../approval/server/actions.ts'
import { orderRefusals, OrderStatus } from '../contract.ts'
import { assertVisible } from './data.ts'

const LockedOrder = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  kind: OneOf(['personal', 'batch', 'cms']),
  /** Payer, where that is a person. */
  accountId: Nullable(Type.String()),
  orderNo: Type.String(),
  amount: Type.Integer(),
  refunded: Type.Integer(),
  status: OrderStatus,
  channel: Nullable(Type.String()),
  expiresAt: Type.String(),
  /** True if its time to pay is over. */
  over: Type.Boolean(),
})
export type LockedOrder = Static<typeof LockedOrder>

/** Locks orders in the order of their ids until the transaction ends, and gives those there are by id. */
export async function lockOrders(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, LockedOrder>> {
  const rows = await tx`
    select id, project_id, kind, account_id, order_no, amount, refunded, status, channel, expires_at, expires_at <= moment() as over
    from orders where id = any(${orderIds as string[]}::uuid[]) order by id for update`
  return new Map(rowsOf(LockedOrder, rows).map((order) => [order.id, order]))
}

/** Locks an order's row until the transaction ends; null when there is none. */
export const lockOrder = async (tx: Tx, orderId: string): Promise<LockedOrder | null> =>
  (await lockOrders(tx, [orderId])).get(orderId) ?? null

/** Locks an order of the caller's scope; refuses 404 others. */
export async function lockVisible(tx: Tx, scope: Scope, orderId: string): Promise<LockedOrder> {
  await assertVisible(tx, scope, orderId)
  return (await lockOrder(tx, orderId))!
}

/** True if the holder of an account, or who gave it to them, pays or learns anything of an order. */
export const isOwnOrder = (db: Db, accountId: string, orderId: Fragment): Fragment => db`exists (
  select from orders o where o.id = ${orderId} and (o.account_id = ${handsOf(db, accountId)}
    or exists (select from order_items i where i.order_id = o.id and i.account_id = ${handsOf(db, accountId)})))`

/** Condition on a proposal `p` about an order that it is not one's own. */
export const isOfOthers = (db: Db, accountId: string): Fragment =>
  db`not ${isOwnOrder(db, accountId, db`p.subject_id`)}`

/** Refuses (409) an order of which the caller, or who gave them their account, pays or learns anything. */
export async function assertOthers(tx: Tx, { accountId }: Session, orderId: string): Promise<void> {
  const own = await tx`select where ${isOwnOrder(tx, accountId, tx`${orderId}::uuid`)}`
  if (own.length > 0) refuse(orderRefusals.ownOrder)
}
