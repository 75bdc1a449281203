import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Db, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { askDelays } from '../../payment/rules.ts'
import { RefundStatus } from '../contract.ts'

const Refund = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  orderId: Type.String(),
  amount: Type.Integer(),
  status: RefundStatus,
  channelNo: Nullable(Type.String()),
  /** Of the payment it goes back to. */
  outTradeNo: Nullable(Type.String()),
  paid: Nullable(Type.Integer()),
})
export type Refund = Static<typeof Refund>

const columns = (db: Db) => db`
  r.id, r.project_id, r.order_id, r.amount, r.status, r.channel_no, p.out_trade_no, p.amount as paid`

/** Locks a refund whose order is locked already; null when there is none. */
export async function lockRefund(tx: Tx, id: string): Promise<Refund | null> {
  const rows = await tx`
    select ${columns(tx)} from refunds r left join payments p on p.id = r.payment_id where r.id = ${id} for update of r`
  return rowOf(Refund, rows)
}

/**
 * Claims refunds to ask the channel about, so that no other process asks as well, and sets when to ask next: those due
 * by their delay.
 */
export async function claimDue(db: Db, limit: number): Promise<Refund[]> {
  const rows = await db`
    with due as (
      select id from refunds where ask_at <= moment() order by ask_at limit ${limit} for update skip locked)
    update refunds r set asked = r.asked + 1, asked_at = moment(),
      ask_at = moment() + make_interval(secs => (${askDelays as number[]}::int[])[least(r.asked + 2, ${askDelays.length})])
    from due, payments p where r.id = due.id and p.id = r.payment_id
    returning ${columns(db)}`
  return rowsOf(Refund, rows)
}
