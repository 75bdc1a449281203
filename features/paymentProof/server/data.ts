import { type Static, Type } from 'typebox'
import { Moment, Nullable } from '../../../contract/call.ts'
import { type Db, rowOf } from '../../../server/db.ts'

const Proof = Type.Object({
  /** Receiver of the money: the operator of the portal, or the portal by its name. */
  seller: Type.String(),
  payer: Type.String(),
  outTradeNo: Nullable(Type.String()),
  transactionId: Nullable(Type.String()),
  /** The bank's numbers of the transfers that paid it; null where none did. */
  serialNos: Nullable(Type.String()),
  now: Moment,
})
export type Proof = Static<typeof Proof>

/** Reads the content of a paid order's confirmation beside the order itself. */
export async function getProof(db: Db, orderId: string): Promise<Proof> {
  const rows = await db`
    select coalesce(
        (select nullif(c.content ->> 'organiser', '') from project_configs c
          where c.project_id = o.project_id and c.kind = 'info'),
        settings_of(o.project_id) ->> 'title') as seller,
      o.payer_name as payer, p.out_trade_no, p.transaction_id, moment() as now,
      (select string_agg(r.serial_no, ', ' order by r.day, r.serial_no) from receipts r where r.id in (
        select receipt_id from allocations where order_id = o.id group by receipt_id having sum(amount) > 0)) as serial_nos
    from orders o left join payments p on p.order_id = o.id and p.status = 'succeeded'
    where o.id = ${orderId}`
  return rowOf(Proof, rows)!
}
