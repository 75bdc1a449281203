import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../../server/db.ts'
import { inScope, type Scope } from '../../../../server/session.ts'
import { lockOrders } from '../../../order/server/actions.ts'
import {
  BuyerTitle,
  invoiceColours,
  invoiceFormats,
  invoiceKinds,
  InvoiceLine,
  InvoiceSeller,
  InvoiceStatus,
} from '../../contract.ts'
import { redReasons } from '../../rules.ts'
import { askDelays, drawerSeconds } from '../rules.ts'

const LockedInvoice = Type.Object({
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
  asked: Type.Integer(),
  number: Nullable(Type.String()),
  issuedAt: Nullable(Type.String()),
  /** Formats of which its file is there. */
  formats: Type.Array(OneOf(invoiceFormats)),
  replacesId: Nullable(Type.String()),
  originalId: Nullable(Type.String()),
  redReason: Nullable(OneOf(Object.keys(redReasons) as (keyof typeof redReasons)[])),
  formSerial: Nullable(Type.String()),
  formNo: Nullable(Type.String()),
  formBy: Nullable(OneOf(['buyer', 'seller'])),
  formUntil: Nullable(Type.String()),
  /** The time to confirm its form is over. */
  formOver: Type.Boolean(),
  refundId: Nullable(Type.String()),
})
export type LockedInvoice = Static<typeof LockedInvoice>

/** Formats of an invoice `i` of which its file is there, in the order in which they are offered. */
export const formatsOf = (db: Db): Fragment => db`
  array(select f.format from invoice_files f where f.invoice_id = i.id
    order by array_position(${[...invoiceFormats]}::text[], f.format))`

const columns = (db: Db): Fragment => db`
  i.id, i.project_id, i.colour, i.kind, i.apply_no, i.account_id, i.payer_unit_id, i.unit_id, i.applicant_id, i.title, i.seller,
  i.email, i.remark, i.amount, i.tax, i.status, i.provider, i.serial, i.attempts, i.asked, i.number, i.issued_at,
  ${formatsOf(db)} as formats, i.replaces_id, i.original_id, i.red_reason, i.form_serial, i.form_no, i.form_by, i.form_until,
  coalesce(i.form_until <= moment(), false) as form_over, i.refund_id`

/** An invoice as it is now, or null; it may change at once. */
export async function findInvoice(db: Db, id: string): Promise<LockedInvoice | null> {
  return rowOf(LockedInvoice, await db`select ${columns(db)} from invoices i where i.id = ${id}`)
}

/** Orders whose money a blue invoice is for, or the one that a red one reverses. */
const ordersOf = async (db: Db, id: string): Promise<string[]> => {
  const rows = await db<{ orderId: string }[]>`
    select distinct l.order_id from invoices i join invoice_lines l on l.invoice_id = coalesce(i.original_id, i.id)
    where i.id = ${id}`
  return rows.map(({ orderId }) => orderId)
}

/**
 * Locks the orders of an invoice, then the blue one that a red one reverses, then the invoice: in one order for all that
 * moves money. Refuses 404.
 */
export async function lockInvoice(tx: Tx, id: string): Promise<LockedInvoice> {
  await lockOrders(tx, await ordersOf(tx, id))
  const [head] = await tx<{ originalId: string | null }[]>`select original_id from invoices where id = ${id}`
  if (head?.originalId) await tx`select from invoices where id = ${head.originalId} for update`
  const rows = await tx`select ${columns(tx)} from invoices i where i.id = ${id} for update of i`
  return rowOf(LockedInvoice, rows) ?? refuse(commonRefusals.notFound)
}

/** Condition for invoices `i`, with the unit `u` of their payer, within a scope. */
export const visible = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'i.project_id', unitPath: 'u.path', account: 'i.account_id' })

/** Refuses 404 an invoice beyond the caller's scope. */
export async function assertVisible(db: Db, scope: Scope, id: string): Promise<void> {
  const [row] = await db`
    select from invoices i left join units u on u.id = i.unit_id where i.id = ${id} and ${visible(db, scope)}`
  if (!row) refuse(commonRefusals.notFound)
}

/** An invoice of the caller's scope as it is now; refuses 404. */
export async function findVisible(db: Db, scope: Scope, id: string): Promise<LockedInvoice> {
  await assertVisible(db, scope, id)
  return (await findInvoice(db, id)) ?? refuse(commonRefusals.notFound)
}

/** Locks an invoice of the caller's scope as `lockInvoice` does; refuses 404. */
export async function lockVisible(tx: Tx, scope: Scope, id: string): Promise<LockedInvoice> {
  await assertVisible(tx, scope, id)
  return lockInvoice(tx, id)
}

const StoredLine = Type.Object({
  ...Type.Omit(InvoiceLine, ['orderNo']).properties,
  orderId: Type.String(),
  classId: Type.String(),
})
export type StoredLine = Static<typeof StoredLine>

/** The lines of an invoice, as printed. */
export async function listLines(db: Db, invoiceId: string): Promise<StoredLine[]> {
  const rows = await db`
    select l.line_no, l.order_id, l.class_id, l.name, l.tax_code, l.quantity, l.amount, l.rate, l.policy, l.tax,
      l.reddened, l.original_line
    from invoice_lines l where l.invoice_id = ${invoiceId} order by l.line_no`
  return rowsOf(StoredLine, rows)
}

/** Fen of each order on an invoice. */
export async function sumOrders(db: Db, invoiceId: string): Promise<{ orderId: string; amount: number }[]> {
  return db<{ orderId: string; amount: number }[]>`
    select order_id, sum(amount)::bigint as amount from invoice_lines where invoice_id = ${invoiceId} group by order_id`
}

/** Statuses in which a provider is asked about an invoice of a colour, beside those that wait for files. */
const underWay = { blue: ['opening', 'waiting_drawer'], red: ['requested', 'confirming', 'opening'] } as const

/**
 * Claims invoices of a colour to ask the provider about, so that no other process asks as well, and sets when to ask
 * next: those due by their delay. The first request is made at once, so the first delay follows it.
 */
export async function claimDue(db: Db, colour: 'blue' | 'red', limit: number): Promise<LockedInvoice[]> {
  const rows = await db`
    with due as (
      select id from invoices where ask_at <= moment() and colour = ${colour}
      order by ask_at limit ${limit} for update skip locked)
    update invoices i set asked = i.asked + 1, asked_at = moment(),
      ask_at = case when i.asked < ${askDelays.length} or i.status = any(${[...underWay[colour]]})
        then moment() + make_interval(secs => least(case i.status when 'waiting_drawer' then ${drawerSeconds}::int end,
          (${askDelays as number[]}::int[])[least(i.asked + 1, ${askDelays.length})])) end
    from due where i.id = due.id
    returning ${columns(db)}`
  return rowsOf(LockedInvoice, rows)
}

/** An invoice that another row of the project has the number of, or null. */
export async function findNumber(
  db: Db,
  { projectId, number, beside }: { projectId: string; number: string; beside: string },
): Promise<{ applyNo: string } | null> {
  const [row] = await db<{ applyNo: string }[]>`
    select apply_no from invoices where project_id = ${projectId} and number = ${number} and id <> ${beside}`
  return row ?? null
}

/** A waiting invoice in the place of another, or null. */
export async function findReplacement(db: Db, replacedId: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    select id from invoices where replaces_id = ${replacedId} and status = 'requested'`
  return row?.id ?? null
}

/** True if all orders of an invoice have room for its sums: what was paid, less what goes back and is invoiced. */
export async function hasRoom(db: Db, id: string): Promise<boolean> {
  const short = await db`
    select from orders o join (
      select order_id, sum(amount) as amount from invoice_lines where invoice_id = ${id} group by order_id) l on l.order_id = o.id
    where o.amount - o.refunded - o.invoiced
      - (select coalesce(sum(i.refunding), 0) from order_items i where i.order_id = o.id) < l.amount`
  return short.length === 0
}

/** Requests of projects that issue without the office, the oldest first. */
export async function listAutomatic(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select i.id from invoices i join project_configs c on c.project_id = i.project_id and c.kind = 'invoice'
    left join invoice_providers p on p.project_id = i.project_id
    where c.content ->> 'automatic' = 'true' and p.provider is distinct from 'manual'
      and i.colour = 'blue' and i.status = 'requested' and (i.replaces_id is null or exists (
        select from invoices b where b.id = i.replaces_id and b.status = 'reddened'))
    order by i.id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Projects of which a provider was ever asked for an invoice. */
export async function listProjects(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select p.id from projects p
    where p.status = 'active' and exists (select from invoices i where i.project_id = p.id and i.sent_at is not null)
    order by p.id`
  return rows.map(({ id }) => id)
}

/** Fen of credit left below which a project is warned. */
export async function creditWarning(db: Db, projectId: string): Promise<number> {
  const [row] = await db<{ warning: number }[]>`
    select coalesce((content ->> 'creditWarning')::bigint, 0) as warning from project_configs
    where project_id = ${projectId} and kind = 'invoice'`
  return row?.warning ?? 0
}
