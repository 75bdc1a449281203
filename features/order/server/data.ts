import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type PageInput } from '../../../contract/paging.ts'
import { type Db, type Fragment, rowOf } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { listHeldHours } from '../../hours/server/actions.ts'
import { ManagedOrder, Order, type OrderStatus } from '../contract.ts'

const columns = (db: Db) => db`
  o.id, o.order_no, o.status, o.amount, o.refunded, o.channel, o.expires_at, o.paid_at, o.closed_reason, o.created_at,
  case when o.status = 'unpaid' then greatest(0, extract(epoch from o.expires_at - moment()))::int else 0 end as seconds_left,
  (select json_agg(json_build_object('id', i.id, 'classId', i.class_id, 'name', i.name, 'classType', i.class_type,
      'year', i.year, 'hoursTenths', i.hours_tenths, 'heldTenths', 0, 'price', i.price,
      'approved', i.waiting and exists (select from enrolments e
        where e.account_id = i.account_id and e.class_id = i.class_id and e.status = 'approved'
          and e.pay_until > moment()), 'discount', i.discount,
      'payable', i.payable, 'refunded', i.refunded) order by i.sort)
    from order_items i where i.order_id = o.id) as items`

const managedColumns = (db: Db) => db`
  ${columns(db)}, a.user_name, a.mobile_mask, u.name as unit_name, op.user_name as operator_name, o.remark`

const managedFrom = (db: Db) => db`
  orders o join accounts a on a.id = o.account_id
  left join units u on u.id = o.unit_id
  left join accounts op on op.id = o.operator_id`

const visible = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })

/** Orders of one learner; those that wait for payment with the hours the learner holds already of what they buy. */
async function withHeldHours(db: Db, accountId: string, orders: Order[]): Promise<Order[]> {
  const waiting = orders.filter((order) => order.status === 'unpaid').flatMap((order) => order.items)
  const held = await listHeldHours(
    db,
    accountId,
    waiting.map((item) => item.classId),
  )
  for (const item of waiting) item.heldTenths = held.get(item.classId) ?? 0
  return orders
}

/** One order in the caller's scope, or a refusal 404. */
export async function getOrder(db: Db, scope: Scope, orderId: string): Promise<Order> {
  const rows = await db`
    select ${columns(db)}, o.account_id from orders o left join units u on u.id = o.unit_id
    where o.id = ${orderId} and ${visible(db, scope)}`
  const order = rowOf(Order, rows) ?? refuse(commonRefusals.notFound)
  const [shown] = await withHeldHours(db, rows[0]!.accountId as string, [order])
  return shown!
}

/** An order of a learner by the key of the form that made it, with the hash of the request; or null. */
export async function findByRequest(
  db: Db,
  accountId: string,
  requestKey: string,
): Promise<{ id: string; requestHash: string } | null> {
  const [row] = await db<{ id: string; requestHash: string }[]>`
    select id, request_hash from orders where account_id = ${accountId} and request_key = ${requestKey}`
  return row ?? null
}

/** A learner's orders, newest first. */
export async function pageMyOrders(db: Db, accountId: string, input: PageInput & { status?: OrderStatus }) {
  const { total, list } = await page(db, Order, input, {
    columns: columns(db),
    from: db`orders o`,
    where: [db`o.account_id = ${accountId}`, input.status && db`o.status = ${input.status}`],
    orderBy: db`o.id desc`,
  })
  return { total, list: await withHeldHours(db, accountId, list) }
}

interface OrderFilters extends PageInput {
  status?: OrderStatus
  keyword?: string
  from?: string
  to?: string
}

/** Orders in scope, newest first, with whom. */
export async function pageOrders(db: Db, scope: Scope, input: OrderFilters) {
  return page(db, ManagedOrder, input, {
    columns: managedColumns(db),
    from: managedFrom(db),
    where: [
      visible(db, scope),
      input.status && db`o.status = ${input.status}`,
      input.from && db`o.created_at >= ${input.from}`,
      input.to && db`o.created_at < ${input.to}`,
      input.keyword &&
        db`(o.order_no = ${input.keyword.toUpperCase()} or position(${input.keyword} in a.user_name) > 0
          or exists (select from order_items i where i.order_id = o.id and position(${input.keyword} in i.name) > 0))`,
    ],
    orderBy: db`o.id desc`,
  })
}
