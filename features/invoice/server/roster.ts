import type { Db, Fragment } from '../../../server/db.ts'
import type { Scope } from '../../../server/session.ts'

/** People of an order `o` for whom something can be invoiced, where a unit paid for them: their roster is annexed. */
export const rosterCount = (db: Db): Fragment => db`
  (select count(distinct x.account_id)::int from order_items x
    where x.order_id = o.id and o.payer_unit_id is not null and x.payable > x.refunded + x.refunding)`

/**
 * Items `t` of the roster of an invoice, each with the fen `paid` of it that were kept when the invoice was requested: what
 * goes back later changes no roster, and a red invoice has that of the one it reverses.
 */
const rosterItems = (db: Db, id: string): Fragment => db`
  invoices i join invoices b on b.id = coalesce(i.original_id, i.id)
  join orders o on o.payer_unit_id is not null and o.id in (select order_id from invoice_lines where invoice_id = i.id)
  join order_items t on t.order_id = o.id
  cross join lateral (
    select t.payable - coalesce(sum(x.amount), 0)::bigint as paid
    from refund_items x join refunds r on r.id = x.refund_id
    where x.order_item_id = t.id and r.succeeded_at <= b.created_at) k
  where i.id = ${id} and k.paid > 0`

/** Number of people on the roster of an invoice, as its preview counted them. */
export const rosterCountOf = (db: Db, id: string): Fragment => db`
  (select count(distinct (o.id, t.account_id))::int from ${rosterItems(db, id)})`

/** People on the roster of an invoice with what was paid for, in the order of the order. */
export async function listRoster(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ orderNo: string; name: string; unitName: string | null; soldName: string; paid: number }[]> {
  return db`
    select n.order_no, coalesce(s.real_name, a.user_name) as name, u.name as unit_name, n.name as sold_name, n.paid
    from (
      select o.id, o.order_no, o.project_id, t.sort, t.account_id, t.name, k.paid from ${rosterItems(db, id)}) n
    join accounts a on a.id = n.account_id left join students s on s.account_id = a.id
    left join units u on u.id = a.unit_id
    where n.project_id = ${scope.projectId} order by n.id, n.sort`
}
