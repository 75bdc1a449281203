import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../../contract/call.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import { inScope, type Scope } from '../../../../server/session.ts'

/** Contract of a project with a provider, its secrets sealed. */
const SealedProvider = Type.Object({
  provider: OneOf(['nuonuo', 'manual']),
  appKey: Nullable(Type.String()),
  appSecretSealed: Nullable(Type.Unsafe<Buffer>({})),
  tokenSealed: Nullable(Type.Unsafe<Buffer>({})),
})
type SealedProvider = Static<typeof SealedProvider>

/** The contract of a project with a provider; null where none was entered. */
export async function findProvider(db: Db, projectId: string): Promise<SealedProvider | null> {
  const rows = await db`
    select provider, app_key, app_secret_sealed, token_sealed from invoice_providers where project_id = ${projectId}`
  return rowOf(SealedProvider, rows)
}

const OrderNames = Type.Object({
  orderNo: Type.String(),
  name: Type.String(),
  className: Type.String(),
  headCount: Type.String(),
})

/** Words of an order within the caller's scope that a remark may have; null when there is none. */
export async function findOrderNames(
  db: Db,
  scope: Scope,
  orderId: string,
): Promise<Static<typeof OrderNames> | null> {
  const rows = await db`
    select o.order_no, o.payer_name as name,
      (select count(distinct i.account_id)::text from order_items i where i.order_id = o.id) as head_count,
      coalesce((select string_agg(c.name, '、' order by c.sort) from (
        select min(i.name) as name, min(i.sort) as sort from order_items i where i.order_id = o.id group by i.sold_id) c),
        '') as class_name
    from orders o left join units u on u.id = o.unit_id
    where o.id = ${orderId}
      and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })}`
  return rowOf(OrderNames, rows)
}
