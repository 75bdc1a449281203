import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, type RefusalWords, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowsOf } from '../../../server/db.ts'
import { unprintable } from '../../../server/pdf.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { OrderStatus } from '../../order/contract.ts'
import { getSettings } from '../../project/server/actions.ts'
import { getInvoiceConfig } from '../config/server/actions.ts'
import { remarkLimit, remarkOf, sellerOn } from '../config/rules.ts'
import { type BuyerTitle, invoiceRefusals, invoiceRules, type InvoiceSeller } from '../contract.ts'
import { blockOf, linesOf, type NewLine, type OrderClass, sumsOf, titleFault } from '../rules.ts'
import { rosterCount } from './roster.ts'

/** Condition that the caller, or a unit of the caller's scope, pays an order `o` of a paying unit `pu`. */
export const paysOrder = (db: Db, scope: Scope): Fragment =>
  scope.accountId === null
    ? db`(o.payer_unit_id is not null and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'pu.path' })})`
    : db`(o.project_id = ${scope.projectId} and o.account_id = ${scope.accountId})`

/** Whole days since an order `o` was paid. */
const daysSincePaid = (db: Db): Fragment =>
  db`case when o.paid_at is not null then floor(extract(epoch from moment() - o.paid_at) / 86400)::int end`

/** Fen of items of an order that neither went back nor are on their way. */
const ClassPart = Type.Object({
  classId: Type.String(),
  name: Type.String(),
  classType: Type.String(),
  quantity: Type.Integer(),
  amount: Type.Integer(),
})

const PayerOrder = Type.Object({
  orderId: Type.String(),
  orderNo: Type.String(),
  kind: OneOf(['personal', 'batch', 'cms']),
  status: OrderStatus,
  accountId: Nullable(Type.String()),
  payerUnitId: Nullable(Type.String()),
  unitId: Nullable(Type.String()),
  payerName: Type.String(),
  amount: Type.Integer(),
  refunded: Type.Integer(),
  refunding: Type.Integer(),
  invoiced: Type.Integer(),
  headCount: Type.Integer(),
  /** People whose roster is annexed. */
  rosterCount: Type.Integer(),
  paidAt: Nullable(Type.String()),
  daysSincePaid: Nullable(Type.Integer()),
  classes: Type.Array(ClassPart),
})
type PayerOrder = Static<typeof PayerOrder>
export const payerOrderSchema = PayerOrder

/**
 * Columns of an order `o` with its classes, and of each what no live invoice is for. An invoice that replaces one that is
 * not reversed yet takes nothing; a line that a red invoice has reversed is free again once that is issued.
 */
export const payerOrderColumns = (db: Db): Fragment => db`
  o.id as order_id, o.order_no, o.kind, o.status, o.account_id, o.payer_unit_id, o.unit_id, o.payer_name, o.amount,
  o.refunded, o.invoiced, o.paid_at, ${daysSincePaid(db)} as days_since_paid,
  (select coalesce(sum(x.refunding), 0) from order_items x where x.order_id = o.id)::bigint as refunding,
  (select count(distinct x.account_id)::int from order_items x where x.order_id = o.id) as head_count,
  ${rosterCount(db)} as roster_count,
  coalesce((
    select json_agg(json_build_object('classId', c.sold_id, 'name', c.name, 'classType', c.class_type,
      'quantity', c.quantity, 'amount', greatest(0, c.amount - coalesce(t.amount, 0))) order by c.sort)
    from (
      select x.sold_id, min(x.name) as name, min(x.class_type) as class_type, min(x.sort) as sort,
        count(distinct x.account_id) filter (where x.payable > x.refunded + x.refunding) as quantity,
        sum(x.payable - x.refunded - x.refunding) as amount
      from order_items x where x.order_id = o.id group by x.sold_id) c
    left join (
      select l.class_id, sum(case i.colour when 'blue' then l.amount else -l.amount end) as amount
      from invoice_lines l join invoices i on i.id = l.invoice_id
      where l.order_id = o.id and (i.colour = 'red' and i.status = 'opened'
        or i.colour = 'blue' and i.status not in ('rejected', 'withdrawn') and not exists (
          select from invoices b where b.id = i.replaces_id and b.status <> 'reddened'))
      group by l.class_id) t on t.class_id = c.sold_id), '[]') as classes`

/** Orders of the caller, or of a unit of the caller's scope, by their ids; refuses 404 where one of them is not. */
export async function getPayerOrders(
  db: Db,
  scope: Scope,
  orderIds: readonly string[],
): Promise<PayerOrder[]> {
  const rows = await db`
    select ${payerOrderColumns(db)} from orders o left join units pu on pu.id = o.payer_unit_id
    where o.id = any(${orderIds as string[]}::uuid[]) and ${paysOrder(db, scope)} order by o.id`
  if (rows.length < orderIds.length) refuse(commonRefusals.notFound)
  return rowsOf(PayerOrder, rows)
}

/** The day of China by the clock of the database, YYYY-MM-DD. */
export async function today(db: Db): Promise<string> {
  const [row] = await db<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  return row!.day
}

/** An invoice as it would be printed. */
interface Draft {
  lines: NewLine[]
  amount: number
  tax: number
  remark: string
  seller: InvoiceSeller
  rosterCount: number
  /** Hash of all that is printed, by which a request shows that it was seen. */
  paper: string
}

function assertOnePayer(orders: readonly PayerOrder[]): void {
  const [first] = orders
  const other = orders.find(
    ({ accountId, payerUnitId }) => accountId !== first!.accountId || payerUnitId !== first!.payerUnitId,
  )
  if (other) refuse(invoiceRefusals.mixedPayers, { orderNo: other.orderNo }, 'orderIds')
}

/** Refuses (422) a text with letters that no font of ours has: a blank in their place would falsify the paper. */
function assertPrintable(text: string, field: string): void {
  const letters = unprintable(text)
  if (letters) refuse(invoiceRefusals.cannotPrint, { letters }, field)
}

/**
 * Drafts the invoice for orders of one payer; preview and request ask the same. Refuses (409, 422) by the first order
 * that cannot be invoiced, orders of several payers, and a remark that is longer than it may be.
 */
export async function draftInvoice(
  db: Db,
  projectId: string,
  orders: readonly PayerOrder[],
  options: { again?: boolean } = {},
): Promise<Draft> {
  const config = await getInvoiceConfig(db, projectId)
  const day = await today(db)
  assertOnePayer(orders)
  for (const order of orders) {
    const block = blockOf(config, day, order, options)
    const words: RefusalWords | null = block && invoiceRules[block.rule]
    if (words) refuse(words, block!.values, 'orderIds')
  }
  const classes = orders.flatMap(({ orderId, orderNo, classes: parts }) =>
    parts.map((part): OrderClass => ({ orderId, orderNo, ...part })),
  )
  const lines = linesOf(config, day, classes)
  const { from: _from, ...seller } = sellerOn(config, day)!
  const { title } = await getSettings(db, projectId)
  const joined = (texts: readonly string[]) => [...new Set(texts)].join('、')
  const remark = remarkOf(config.remark, {
    title,
    orderNo: joined(orders.map(({ orderNo }) => orderNo)),
    name: joined(orders.map(({ payerName }) => payerName)),
    className: joined(orders.flatMap(({ classes: parts }) => parts.map(({ name }) => name))),
    headCount: String(orders.reduce((sum, { headCount }) => sum + headCount, 0)),
  })
  const actual = [...remark].length
  if (actual > remarkLimit) refuse(invoiceRefusals.remarkTooLong, { actual, limit: remarkLimit }, 'orderIds')
  assertPrintable([remark, ...lines.map(({ name }) => name)].join(''), 'orderIds')
  const annexed = orders.reduce((sum, order) => sum + order.rosterCount, 0)
  const paper = hash('sha256', JSON.stringify([lines, remark, seller, annexed]))
  return { lines, ...sumsOf(lines), remark, seller, rosterCount: annexed, paper }
}

/** A title with its empty tax number as none. */
export const cleanTitle = (title: BuyerTitle): BuyerTitle => ({
  ...title,
  taxNo: title.taxNo || null,
})

/** Refuses (422, with the field) what an invoice of this kind cannot be made out to. */
export async function assertTitle(
  db: Db,
  projectId: string,
  { kind, title, isUnitPayer }: { kind: 'ordinary' | 'special'; title: BuyerTitle; isUnitPayer: boolean },
): Promise<void> {
  const { kinds } = await getInvoiceConfig(db, projectId)
  const fault = titleFault(kinds, kind, title, isUnitPayer)
  if (fault) refuse(invoiceRules[fault.rule], {}, fault.field)
  for (const part of ['name', 'address', 'phone', 'bank', 'bankAccount'] as const)
    assertPrintable(title[part], `title.${part}`)
}

/** Refuses (409) a sum, or a paper, that differs from what its payer saw. */
export function assertExpected(
  { amount, paper }: Pick<Draft, 'amount' | 'paper'>,
  seen: { expectedAmount: number; paper?: string },
): void {
  if (amount !== seen.expectedAmount)
    refuse(invoiceRefusals.amountChanged, { amount: yuan(amount) }, 'expectedAmount')
  if (seen.paper !== undefined && paper !== seen.paper) refuse(invoiceRefusals.paperChanged, {}, 'paper')
}
