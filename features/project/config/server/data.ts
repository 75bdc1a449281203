import type { Db } from '../../../../server/db.ts'
import type { Scope } from '../../../../server/session.ts'
import { inScope } from '../../../../server/session.ts'

/** An order's number and its payer's name within the caller's scope; null when there is none. */
export async function findOrderNames(db: Db, scope: Scope, orderId: string) {
  const [row] = await db<{ orderNo: string; name: string }[]>`
    select o.order_no, o.payer_name as name from orders o left join units u on u.id = o.unit_id
    where o.id = ${orderId}
      and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })}`
  return row ?? null
}
