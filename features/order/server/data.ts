import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { bankSerialOf } from '../../../contract/bankSerial.ts'
import { countedRows, type PageInput } from '../../../contract/paging.ts'
import { paymentChannelNames } from '../../../contract/payment.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { type Db, type Fragment, rowOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { expiringMinutes } from '../rules.ts'
import { listHeldHours } from '../../hours/server/actions.ts'
import { isOwn, isProposed } from '../../approval/server/actions.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import {
  InvoiceableOrder,
  ManagedOrder,
  Order,
  type orderCalls,
  type OrderStatus,
  OrderTotals,
} from '../contract.ts'

const head = (db: Db) => db`
  o.id, o.order_no, o.kind, o.status, o.amount, o.refunded, o.channel, o.expires_at, o.paid_at, o.closed_reason, o.created_at,
  case when o.status = 'unpaid' then greatest(0, extract(epoch from o.expires_at - moment()))::int else 0 end as seconds_left`

/** True if a second person has to approve that a bank transfer pays the order `o`. */
export const transferPending = (db: Db): Fragment => db`
  (o.status = 'unpaid' and ${isProposed(db, db`o.id`, 'receipt')})`

const columns = (db: Db) => db`
  ${head(db)}, ${transferPending(db)} as transfer_pending,
  (select json_agg(json_build_object('id', i.id, 'classId', i.class_id, 'signUpId', i.sign_up_id, 'name', i.name, 'classType', i.class_type,
      'year', i.year, 'hoursTenths', i.hours_tenths, 'heldTenths', 0, 'price', i.price,
      'approved', i.waiting and exists (select from enrolments e
        where e.account_id = i.account_id and e.class_id = i.class_id and e.status = 'approved'
          and e.pay_until > moment()), 'discount', i.discount, 'reduction', -i.adjustment,
      'payable', i.payable, 'refunded', i.refunded, 'refunding', i.refunding, 'mismatch', i.mismatch) order by i.sort)
    from order_items i where i.order_id = o.id) as items`

/** Limits of names in a list: so many classes of an order, so many learners of a proposal. */
const firstClasses = 5
const firstLearners = 3

const listedColumns = (db: Db) => db`
  ${head(db)}, (select count(*)::int from order_items i where i.order_id = o.id) as item_count,
  array(select i.name from order_items i where i.order_id = o.id
    group by i.sold_id, i.name order by min(i.sort) limit ${firstClasses}) as class_names`

/** Reader of a list of orders: which they may see, and what the account may propose about them. */
type Reader = Pick<Session, 'scope' | 'menus' | 'accountId'>

const managedColumns = (db: Db, { menus, accountId }: Reader) => db`
  ${listedColumns(db)}, o.payer_name, a.id as account_id, a.user_name, a.mobile_mask, u.name as unit_name,
  (select count(distinct i.account_id)::int from order_items i where i.order_id = o.id) as learner_count,
  op.user_name as operator_name, o.remark,
  coalesce((select p.transaction_id from payments p where p.order_id = o.id and p.status = 'succeeded'),
    (select string_agg(r.serial_no, ' ' order by r.id) from allocations l join receipts r on r.id = l.receipt_id
      where l.order_id = o.id)) as transaction_id,
  array(select distinct r.status from refunds r where r.order_id = o.id) as refund_statuses,
  (o.status = 'unpaid' and ${isProposed(db, db`o.id`)}) as is_proposed,
  case when o.status = 'unpaid' and ${menus.has('/order-manage/list#free')} then (
    select json_build_object('id', p.id, 'kind', p.kind, 'status', p.status, 'decision', p.decision,
      'own', ${isOwn(db, accountId)})
    from approvals p where p.subject_id = o.id order by p.id desc limit 1) end as proposal`

/** Limit of a class's newest orders for a keyword that names more classes than share what fills the list. */
const ordersOfClass = 500

/**
 * The orders that a keyword means, found by indexes alone: by the whole number, by the number of a payment with us or at
 * its channel, by the bank's serial number of a transfer, by a learner's name, or by the name of a class; of each the newest.
 */
function sought(db: Db, scope: Scope, keyword: string): Fragment {
  const { projectId } = scope
  const named =
    [...keyword].length === 1
      ? nameContains(db, db`name`, keyword)
      : db`name_bigrams @> ${bigramsOf(keyword)}`
  // An order stays with the unit it was placed in: of those who have left it, the newest of the project's are found.
  const learners =
    scope.unitPath === null
      ? learnersNamed(db, scope, keyword)
      : db`(${learnersNamed(db, scope, keyword)}) union all
          (${learnersNamed(db, { projectId, unitPath: null }, keyword)})`
  return db`(o.order_no = ${keyword.toUpperCase()}
    or o.id = any(array(select order_id from payments
      where out_trade_no = ${keyword.toUpperCase()}
        or channel = any(${paymentChannelNames}) and transaction_id = ${keyword}))
    or o.id = any(array(select l.order_id from allocations l join receipts r on r.id = l.receipt_id
      where r.serial_no in (${keyword}, ${bankSerialOf(keyword)})))
    or o.id = any(array(select order_id from order_items where account_id = any(array(${learners}))))
    or o.id = any(array(
      with named as materialized (select id from train_classes where project_id = ${projectId} and ${named}),
        share as (select greatest(${ordersOfClass}, ${countedRows} / greatest(count(*), 1)) as rows from named)
      select i.order_id from share, named cross join lateral (
        select order_id from order_items where class_id = named.id order by order_id desc limit share.rows) i)))`
}

const visible = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })

/** Orders that a learner pays; those that wait for payment with the hours the learner holds already of what they buy. */
async function withHeldHours(db: Db, accountId: string, orders: Order[]): Promise<Order[]> {
  const waiting = orders
    .filter(({ kind, status }) => kind === 'personal' && status === 'unpaid')
    .flatMap((order) => order.items)
    .flatMap((item) => (item.classId === null ? [] : [{ item, classId: item.classId }]))
  const held = await listHeldHours(
    db,
    accountId,
    waiting.map(({ classId }) => classId),
  )
  for (const { item, classId } of waiting) item.heldTenths = held.get(classId) ?? 0
  return orders
}

/** Refuses 404 an order beyond the caller's scope. */
export async function assertVisible(db: Db, scope: Scope, orderId: string): Promise<void> {
  const [row] = await db`
    select from orders o left join units u on u.id = o.unit_id where o.id = ${orderId} and ${visible(db, scope)}`
  if (!row) refuse(commonRefusals.notFound)
}

/**
 * True if the caller pays an order `o` of a unit `u` by code: a learner their own, and, for a unit of their scope, who may
 * pay for it.
 */
export const isPayer = (db: Db, { scope, accountId }: Pick<Session, 'scope' | 'accountId'>): Fragment =>
  scope.accountId === null
    ? db`(o.payer_unit_id is not null and ${visible(db, scope)})`
    : db`(o.project_id = ${scope.projectId} and o.account_id = ${accountId})`

/** One order in the caller's scope, or a refusal 404. */
export async function getOrder(db: Db, scope: Scope, orderId: string): Promise<Order> {
  const rows = await db`
    select ${columns(db)}, o.account_id from orders o left join units u on u.id = o.unit_id
    where o.id = ${orderId} and ${visible(db, scope)}`
  const order = rowOf(Order, rows) ?? refuse(commonRefusals.notFound)
  const payerId = rows[0]!.accountId as string | null
  if (payerId !== null) await withHeldHours(db, payerId, [order])
  return order
}

/** Reads how many learners items of an order are of, and the first names; all unless a refund is given. */
export async function learnersOf(
  db: Db,
  { orderId, refundId }: { orderId: string; refundId?: string },
): Promise<{ count: number; names: string[] }> {
  const only = refundId
    ? db`and i.id in (select order_item_id from refund_items where refund_id = ${refundId})`
    : db``
  const rows = await db<{ name: string }[]>`
    select coalesce(s.real_name, a.user_name) as name
    from order_items i join accounts a on a.id = i.account_id left join students s on s.account_id = a.id
    where i.order_id = ${orderId} ${only}
    group by a.id, s.real_name order by min(i.sort)`
  return { count: rows.length, names: rows.slice(0, firstLearners).map(({ name }) => name) }
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

/** The orders a learner pays, newest first. */
export async function pageMyOrders(db: Db, accountId: string, input: PageInput & { status?: OrderStatus }) {
  const { total, list } = await page(db, Order, input, {
    columns: columns(db),
    from: db`orders o`,
    where: [db`o.account_id = ${accountId}`, input.status && db`o.status = ${input.status}`],
    orderBy: db`o.id desc`,
  })
  return { total, list: await withHeldHours(db, accountId, list) }
}

/** Fen of an order `o` that an invoice can still be for: paid, and neither back, on its way back nor invoiced. */
export const invoiceable = (db: Db): Fragment => db`(o.amount - o.refunded - o.invoiced - (
  select coalesce(sum(i.refunding), 0) from order_items i where i.order_id = o.id))::bigint`

/** A learner's orders of money of which an invoice can still be for something, newest first. */
export async function pageInvoiceable(db: Db, accountId: string, input: PageInput) {
  return page(db, InvoiceableOrder, input, {
    columns: db`${listedColumns(db)}, ${invoiceable(db)} as invoiceable`,
    from: db`orders o`,
    where: [
      db`o.account_id = ${accountId} and o.status in ('paid', 'part_refunded') and ${invoiceable(db)} > 0`,
    ],
    orderBy: db`o.id desc`,
  })
}

/** Unpaid orders that will soon expire by themselves. */
const isExpiring = (db: Db): Fragment => db`
  o.status = 'unpaid' and o.expires_at <= moment() + make_interval(mins => ${expiringMinutes})`

/** Money of an order's payments that differs from the books, and that nobody has settled. */
const differences = (db: Db, kind: 'came' | 'wentBack'): Fragment => db`
  select from payment_differences d join payments p on p.id = d.payment_id
  where p.order_id = o.id and d.kind = ${kind} and d.settled_at is null`

/** Open payments of an order that the channel gives no result of; other money than was asked for is a difference. */
const silentPayments = (db: Db): Fragment => db`
  select p.id, p.created_at from payments p
  where p.order_id = o.id and p.status = 'waiting' and p.failure is not null
    and not exists (select from payment_differences d where d.payment_id = p.id and d.settled_at is null)`

/** The same of all orders in scope, since they were opened. */
export const waitingPayments = (db: Db, scope: Scope): Fragment => db`
  select p.id, p.created_at, null from orders o left join units u on u.id = o.unit_id
  cross join lateral (${silentPayments(db)}) p where ${visible(db, scope)}`

/** Orders in scope, newest first, with their payers and first learners. Refuses (422) pages beyond the counted rows. */
export async function pageOrders(db: Db, session: Reader, input: InputOf<typeof orderCalls.findPageList>) {
  const { scope } = session
  return page(db, ManagedOrder, input, {
    columns: managedColumns(db, session),
    key: db`o.id`,
    from: db`orders o left join units u on u.id = o.unit_id`,
    join: db`
      cross join lateral (select account_id from order_items where order_id = o.id order by sort limit 1) first
      join accounts a on a.id = first.account_id left join accounts op on op.id = o.operator_id`,
    where: [
      visible(db, scope),
      input.id && db`o.id = ${input.id}`,
      input.status && db`o.status = any(${input.status})`,
      input.channel && db`o.channel = ${input.channel}`,
      input.from && db`o.created_at >= ${input.from}`,
      input.to && db`o.created_at < ${input.to}`,
      input.paidFrom && db`o.paid_at >= ${input.paidFrom}`,
      // Nothing is paid before it is placed: the index of that serves both.
      input.paidTo && db`o.paid_at < ${input.paidTo} and o.created_at < ${input.paidTo}`,
      input.amountFrom !== undefined && db`o.amount >= ${input.amountFrom}`,
      input.amountTo !== undefined && db`o.amount <= ${input.amountTo}`,
      input.attention === 'expiring' && isExpiring(db),
      input.attention === 'silent' && db`exists (${silentPayments(db)})`,
      input.attention === 'mismatch' && db`exists (${differences(db, 'came')})`,
      input.attention === 'twice' && db`exists (${differences(db, 'wentBack')})`,
      input.keyword && sought(db, scope, input.keyword),
      input.unitId &&
        db`u.path like (select w.path || '%' from units w where w.id = ${input.unitId} and w.project_id = o.project_id)`,
      input.classType !== undefined && db`order_class_type(o.id) = ${input.classType}`,
    ],
    sorts: { amount: db`o.amount`, createdAt: db`o.created_at`, paidAt: db`o.paid_at` },
    maybeNull: ['paidAt'],
    orderBy: db`o.id desc`,
    capped: true,
  })
}

/** Sums orders in scope, in fen: paid today and this month, unpaid, and what of that soon expires. */
export async function getOrderTotals(db: Db, scope: Scope): Promise<OrderTotals> {
  const since = (unit: 'day' | 'month') =>
    db`date_trunc(${unit}, moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  const sum = (condition: Fragment) => db`(
    select json_build_object('count', count(*)::int, 'amount', coalesce(sum(o.amount), 0)::bigint)
    from orders o left join units u on u.id = o.unit_id where ${visible(db, scope)} and ${condition})`
  const rows = await db`
    select ${sum(db`o.paid_at >= ${since('day')}`)} as paid_today,
      ${sum(db`o.paid_at >= ${since('month')}`)} as paid_this_month, ${sum(db`o.status = 'unpaid'`)} as unpaid,
      ${sum(isExpiring(db))} as expiring`
  return rowOf(OrderTotals, rows)!
}
