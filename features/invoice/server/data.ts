import { invoiceKinds } from '../../../contract/invoicing.ts'
import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { lockOrders } from '../../order/server/actions.ts'
import {
  BuyerTitle,
  invoiceColours,
  invoiceFormats,
  InvoiceLine,
  InvoiceSeller,
  InvoiceStatus,
} from '../contract.ts'
import type { RedReason } from '../rules.ts'

/** An invoice as it is stored, for its actions. */
const StoredInvoice = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  colour: OneOf(invoiceColours),
  kind: OneOf(invoiceKinds),
  applyNo: Type.String(),
  accountId: Nullable(Type.String()),
  payerUnitId: Nullable(Type.String()),
  unitId: Nullable(Type.String()),
  applicantId: Nullable(Type.String()),
  title: BuyerTitle,
  seller: InvoiceSeller,
  email: Nullable(Type.String()),
  remark: Type.String(),
  amount: Type.Integer(),
  tax: Type.Integer(),
  status: InvoiceStatus,
  provider: Nullable(OneOf(['nuonuo', 'manual'])),
  serial: Nullable(Type.String()),
  attempts: Type.Integer(),
  number: Nullable(Type.String()),
  issuedAt: Nullable(Type.String()),
  failureCode: Nullable(Type.String()),
  failure: Nullable(Type.String()),
  asked: Type.Integer(),
  replacesId: Nullable(Type.String()),
  originalId: Nullable(Type.String()),
  redReason: Type.Unsafe<RedReason | null>({}),
  formSerial: Nullable(Type.String()),
  formNo: Nullable(Type.String()),
  formBy: Nullable(OneOf(['buyer', 'seller'])),
  formUntil: Nullable(Type.String()),
  /** The time to confirm its form is over. */
  formOver: Type.Boolean(),
  refundId: Nullable(Type.String()),
  createdAt: Type.String(),
  /** It is issued in place of one that is not reversed yet: it claims nothing of its orders until then. */
  waitsForRed: Type.Boolean(),
  /** Another one is requested or issued in its place. */
  isReplaced: Type.Boolean(),
  isSpent: Type.Boolean(),
  /** Formats of which its file is there. */
  formats: Type.Array(OneOf(invoiceFormats)),
  /** Fen that no red invoice reverses or has reversed. */
  left: Type.Integer(),
})
export type StoredInvoice = Static<typeof StoredInvoice>
export const storedSchema = StoredInvoice

/** Condition that an invoice `i` replaces one that is not reversed yet. */
export const waitsForRed = (db: Db): Fragment => db`
  (i.replaces_id is not null and exists (
    select from invoices b where b.id = i.replaces_id and b.status <> 'reddened'))`

/** Orders that have less left than an invoice is for, each with what took it. */
export const shortOrders = (db: Db, invoiceId: Fragment): Fragment => db`
  (select s.* from (
    select o.id, o.order_no, l.amount as asked, o.refunded = o.amount as is_refunded, f.refunding > 0 as is_refunding,
      (o.amount - o.refunded - o.invoiced - f.refunding)::bigint as left
    from orders o
    join (select order_id, sum(amount)::bigint as amount from invoice_lines where invoice_id = ${invoiceId}
      group by order_id) l on l.order_id = o.id
    cross join lateral (
      select coalesce(sum(x.refunding), 0) as refunding from order_items x where x.order_id = o.id) f) s
  where s.asked > s.left)`

/** Condition that an invoice `i` was rejected, and that what it was for is no longer there to be invoiced. */
export const isSpent = (db: Db): Fragment => db`
  (i.colour = 'blue' and i.status = 'rejected' and not ${waitsForRed(db)}
    and exists (select from ${shortOrders(db, db`i.id`)} z))`

/** Formats of an invoice `i` of which its file is there, in the order in which they are offered. */
export const formatsOf = (db: Db): Fragment => db`
  array(select f.format from invoice_files f where f.invoice_id = i.id
    order by array_position(${[...invoiceFormats]}::text[], f.format))`

/** Columns of an invoice `i` as it is stored. */
export const storedColumns = (db: Db): Fragment => db`
  i.id, i.project_id, i.colour, i.kind, i.apply_no, i.account_id, i.payer_unit_id, i.unit_id, i.applicant_id, i.title,
  i.seller, i.email, i.remark, i.amount, i.tax, i.status, i.provider, i.serial, i.attempts, i.number, i.issued_at,
  i.failure_code, i.failure, i.asked, i.replaces_id, i.original_id, i.red_reason, i.form_serial, i.form_no, i.form_by,
  i.form_until, coalesce(i.form_until <= moment(), false) as form_over, i.refund_id, i.created_at, ${waitsForRed(db)} as waits_for_red,
  exists (select from invoices n where n.replaces_id = i.id and n.status not in ('withdrawn', 'rejected')) as is_replaced,
  ${isSpent(db)} as is_spent, ${formatsOf(db)} as formats,
  (select coalesce(sum(l.amount - l.reddened), 0) from invoice_lines l where l.invoice_id = i.id)::bigint as left`

/** Tables of invoices with the unit that sees them and the unit that paid. */
export const invoiceTables = (db: Db): Fragment => db`
  invoices i left join units u on u.id = i.unit_id left join units pu on pu.id = i.payer_unit_id`

/** Condition that the caller, or a unit of the caller's scope, is the payer of an invoice. */
export const isPayers = (db: Db, scope: Scope): Fragment =>
  scope.accountId === null
    ? db`(i.payer_unit_id is not null and ${inScope(db, scope, { project: 'i.project_id', unitPath: 'pu.path' })})`
    : db`(i.project_id = ${scope.projectId} and i.account_id = ${scope.accountId})`

/** Condition that the office of the caller's scope sees an invoice. */
export const inOffice = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'i.project_id', unitPath: 'u.path', account: 'i.account_id' })

/** Page of the office that lists invoices, by which its holders see all of their scope. */
const officeMenu = '/invoice-manage/invoice-list'

/** Caller's relation to invoices: payers see their own, and the office what is in its scope. */
export const isReader = (db: Db, { scope, menus }: Pick<Session, 'scope' | 'menus'>): Fragment =>
  menus.has(officeMenu) ? db`(${isPayers(db, scope)} or ${inOffice(db, scope)})` : isPayers(db, scope)

/** Buttons of the office that the caller has, and whether the caller is the payer. */
export const readerOf = ({ menus }: Pick<Session, 'menus'>, isPayer: boolean) => ({
  isPayer,
  open: menus.has(`${officeMenu}#open`),
  mark: menus.has(`${officeMenu}#mark`),
  red: menus.has(`${officeMenu}#red`),
})

/** One invoice that meets a condition; refuses 404. */
export async function findInvoice(db: Db, id: string, condition: Fragment): Promise<StoredInvoice> {
  const rows = await db`
    select ${storedColumns(db)} from ${invoiceTables(db)} where i.id = ${id} and ${condition}`
  return rowOf(StoredInvoice, rows) ?? refuse(commonRefusals.notFound)
}

/** An invoice as it is now, or null; it may change at once. */
export async function readInvoice(db: Db, id: string): Promise<StoredInvoice | null> {
  return rowOf(StoredInvoice, await db`select ${storedColumns(db)} from invoices i where i.id = ${id}`)
}

/** Refuses 404 an invoice beyond the office's scope, or that is not the learner's own. */
export const findVisible = (db: Db, scope: Scope, id: string): Promise<StoredInvoice> =>
  findInvoice(db, id, inOffice(db, scope))

/**
 * Locks the orders of an invoice, or of the one that a red one reverses, then the invoice with the one that it reverses or
 * replaces: in one order for all that moves money. Refuses 404.
 */
export async function lockInvoice(tx: Tx, id: string): Promise<StoredInvoice> {
  const orders = await tx<{ orderId: string }[]>`
    select distinct l.order_id from invoices i join invoice_lines l on l.invoice_id = coalesce(i.original_id, i.id)
    where i.id = ${id}`
  await lockOrders(
    tx,
    orders.map(({ orderId }) => orderId),
  )
  await tx`
    select from invoices where id = ${id} or id in (
      select unnest(array[original_id, replaces_id]) from invoices where id = ${id})
    order by id for update`
  return (await readInvoice(tx, id)) ?? refuse(commonRefusals.notFound)
}

/** Locks an invoice of the office's scope, or of the learner's own, as `lockInvoice` does; refuses 404. */
export async function lockVisible(tx: Tx, scope: Scope, id: string): Promise<StoredInvoice> {
  await findVisible(tx, scope, id)
  return lockInvoice(tx, id)
}

const StoredLine = Type.Object({
  ...InvoiceLine.properties,
  invoiceId: Type.String(),
  orderId: Type.String(),
  classId: Type.String(),
})
export type StoredLine = Static<typeof StoredLine>

/** Lines of invoices, as printed. */
export async function listLines(db: Db, invoiceIds: readonly string[]): Promise<StoredLine[]> {
  const rows = await db`
    select l.invoice_id, l.line_no, l.order_id, o.order_no, l.class_id, l.name, l.tax_code, l.quantity, l.amount, l.rate,
      l.policy, l.tax, l.reddened, l.original_line
    from invoice_lines l join orders o on o.id = l.order_id
    where l.invoice_id = any(${invoiceIds as string[]}::uuid[]) order by l.invoice_id, l.line_no`
  return rowsOf(StoredLine, rows)
}

/** Fen of an invoice for each of its orders. */
export async function partsOf(db: Db, invoiceId: string): Promise<{ orderId: string; amount: number }[]> {
  return db<{ orderId: string; amount: number }[]>`
    select order_id, sum(amount)::bigint as amount from invoice_lines where invoice_id = ${invoiceId}
    group by order_id order by order_id`
}

/**
 * The account that is told about an invoice, no matter who acted on it: a person who pays, and for a unit who of its people
 * asked last in the chain of invoices that replaced each other, or else who asked at all; null where nobody did.
 */
export async function addresseeOf(db: Db, invoiceId: string): Promise<string | null> {
  const [row] = await db<{ addressee: string | null }[]>`
    with recursive chain as (
      select id, coalesce(original_id, replaces_id) as before_id, account_id, applicant_id, payer_unit_id
      from invoices where id = ${invoiceId}
      union all
      select i.id, coalesce(i.original_id, i.replaces_id), i.account_id, i.applicant_id, i.payer_unit_id
      from invoices i join chain c on i.id = c.before_id)
    select coalesce(c.account_id, c.applicant_id) as addressee
    from chain c left join accounts a on a.id = c.applicant_id and a.status = 'active'
    left join units u on u.id = a.unit_id left join units p on p.id = c.payer_unit_id
    where coalesce(c.account_id, c.applicant_id) is not null
    order by coalesce(starts_with(p.path, u.path) or starts_with(u.path, p.path), false) desc, c.id desc limit 1`
  return row?.addressee ?? null
}

/** A request of an applicant by the key of the form that made it, with the hash of the request; or null. */
export async function findByRequest(
  db: Db,
  applicantId: string,
  requestKey: string,
): Promise<{ id: string; applyNo: string; requestHash: string } | null> {
  const [row] = await db<{ id: string; applyNo: string; requestHash: string }[]>`
    select id, apply_no, request_hash from invoices
    where applicant_id = ${applicantId} and request_key = ${requestKey}`
  return row ?? null
}
