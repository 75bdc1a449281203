import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../contract/call.ts'
import { redFormHours } from '../../contract/invoicing.ts'
import { type Db, rowOf, rowsOf, type Tx } from '../../server/db.ts'

/** A line as the tax bureau has it; amounts in fen, below 0 on a red invoice. */
export const GatewayLine = Type.Object({
  index: Type.Integer(),
  name: Type.String(),
  taxCode: Type.String(),
  quantity: Nullable(Type.String()),
  rate: Type.String(),
  amount: Type.Integer(),
  tax: Type.Integer(),
})
export type GatewayLine = Static<typeof GatewayLine>

/** The head of an order, as 诺诺 takes it. */
export const OrderHead = Type.Object({
  orderNo: Type.String({ pattern: '^[0-9A-Za-z_-]{1,20}$' }),
  invoiceType: Type.Literal('1'),
  invoiceLine: OneOf(['pc', 'bs']),
  invoiceDate: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' }),
  buyerName: Type.String({ minLength: 1, maxLength: 100 }),
  buyerTaxNum: Type.String({ maxLength: 20 }),
  buyerTel: Type.String(),
  buyerAddress: Type.String(),
  buyerAccount: Type.String(),
  naturalPersonFlag: OneOf(['0', '1']),
  salerTaxNum: Type.String({ minLength: 15, maxLength: 20 }),
  salerTel: Type.String(),
  salerAddress: Type.String(),
  salerAccount: Type.String(),
  clerk: Type.String({ minLength: 1, maxLength: 20 }),
  remark: Type.String({ maxLength: 230 }),
  pushMode: Type.Literal('-1'),
  callBackUrl: Type.String({ pattern: '^https?://[!-~]+$', maxLength: 225 }),
})
export type OrderHead = Static<typeof OrderHead>

export const GatewayInvoice = Type.Object({
  serialNo: Type.String(),
  sellerTaxNo: Type.String(),
  orderNo: Type.String(),
  color: OneOf(['blue', 'red']),
  formId: Nullable(Type.String()),
  content: OrderHead,
  lines: Type.Array(GatewayLine),
  amount: Type.Integer(),
  tax: Type.Integer(),
  callbackUrl: Type.String(),
  callbacks: Type.Integer(),
  status: OneOf(['20', '2', '22', '24']),
  fault: Nullable(Type.String()),
  sealFails: Type.Boolean(),
  booked: Type.Boolean(),
  number: Nullable(Type.String()),
  issuedAt: Nullable(Type.String()),
  token: Type.String(),
})
export type GatewayInvoice = Static<typeof GatewayInvoice>

const columns = (db: Db) => db`
  serial_no, seller_tax_no, order_no, color, form_id, content, lines, amount, tax, callback_url, callbacks, status, fault,
  seal_fails, booked, number, issued_at, token`

export async function findByOrder(db: Db, taxNo: string, orderNos: readonly string[]) {
  return rowsOf(
    GatewayInvoice,
    await db`
      select ${columns(db)} from sandbox_invoices
      where seller_tax_no = ${taxNo} and order_no = any(${orderNos as string[]})`,
  )
}

export async function findByToken(db: Db, token: string): Promise<GatewayInvoice | null> {
  return rowOf(GatewayInvoice, await db`select ${columns(db)} from sandbox_invoices where token = ${token}`)
}

export async function lockInvoice(tx: Tx, serialNo: string): Promise<GatewayInvoice | null> {
  return rowOf(
    GatewayInvoice,
    await tx`select ${columns(tx)} from sandbox_invoices where serial_no = ${serialNo} for update`,
  )
}

export async function lockBlue(tx: Tx, taxNo: string | null, number: string): Promise<GatewayInvoice | null> {
  return rowOf(
    GatewayInvoice,
    await tx`
      select ${columns(tx)} from sandbox_invoices
      where number = ${number} ${taxNo === null ? tx`` : tx`and seller_tax_no = ${taxNo}`} for update`,
  )
}

/** The invoices issued between two times in China. */
export async function listBetween(
  db: Db,
  taxNo: string,
  from: string,
  to: string,
): Promise<GatewayInvoice[]> {
  const rows = await db`
    select ${columns(db)} from sandbox_invoices
    where seller_tax_no = ${taxNo} and issued_at at time zone 'Asia/Shanghai' between ${from}::timestamp and ${to}::timestamp
    order by issued_at, serial_no`
  return rowsOf(GatewayInvoice, rows)
}

export const GatewayForm = Type.Object({
  formId: Type.String(),
  formNo: Type.String(),
  uuid: Type.String(),
  sellerTaxNo: Type.String(),
  blueNumber: Type.String(),
  requester: OneOf(['seller', 'buyer']),
  reason: Type.String(),
  lines: Type.Array(GatewayLine),
  amount: Type.Integer(),
  tax: Type.Integer(),
  /** At the tax bureau now: one that nobody answered for 72 hours has lapsed. */
  state: Type.String(),
  seen: Nullable(Type.String()),
  redOrderNo: Nullable(Type.String()),
  callbackUrl: Type.String(),
  createdAt: Type.String(),
})
export type GatewayForm = Static<typeof GatewayForm>

const formColumns = (db: Db) => db`
  form_id, form_no, uuid, seller_tax_no, blue_number, requester, reason, lines, amount, tax, seen, red_order_no, callback_url,
  created_at,
  case when state in ('02', '03') and created_at + make_interval(hours => ${redFormHours}) <= moment() then '07' else state end as state`

export async function lockForm(tx: Tx, taxNo: string, formId: string): Promise<GatewayForm | null> {
  return rowOf(
    GatewayForm,
    await tx`
      select ${formColumns(tx)} from sandbox_red_forms
      where seller_tax_no = ${taxNo} and (form_id = ${formId} or uuid = ${formId}) for update`,
  )
}

/** The forms of a blue invoice, or all of a seller, the newest first. */
export async function listForms(
  db: Db,
  { taxNo, blueNumber }: { taxNo?: string; blueNumber?: string },
): Promise<GatewayForm[]> {
  const rows = await db`
    select ${formColumns(db)} from sandbox_red_forms
    where true ${taxNo === undefined ? db`` : db`and seller_tax_no = ${taxNo}`}
      ${blueNumber === undefined ? db`` : db`and blue_number = ${blueNumber}`}
    order by created_at desc, form_id`
  return rowsOf(GatewayForm, rows)
}

/** The red invoices that followed forms, by these. */
export async function findReds(db: Db, formIds: readonly string[]): Promise<Map<string, GatewayInvoice>> {
  const rows = await db`
    select ${columns(db)} from sandbox_invoices where form_id = any(${formIds as string[]})`
  return new Map(rowsOf(GatewayInvoice, rows).map((invoice) => [invoice.formId!, invoice]))
}

const Drawer = Type.Object({
  needs: Nullable(OneOf(['login', 'identity'])),
  /** While it may still be scanned. */
  code: Nullable(Type.String()),
  codeUntil: Nullable(Type.String()),
  scanned: Type.Boolean(),
  credit: Type.Integer(),
  /** Fen without tax of what is issued, blue less red. */
  used: Type.Integer(),
})
export type Drawer = Static<typeof Drawer>

/** The session and credit line of a seller, who has one from the first question on. */
export async function readDrawer(db: Db, taxNo: string): Promise<Drawer> {
  await db`insert into sandbox_drawers (seller_tax_no) values (${taxNo}) on conflict do nothing`
  const rows = await db`
    select needs, case when code_until > moment() then code end as code, code_until, scanned, credit,
      (select coalesce(sum(i.amount - i.tax), 0) from sandbox_invoices i
        where i.seller_tax_no = d.seller_tax_no and i.number is not null) as used
    from sandbox_drawers d where seller_tax_no = ${taxNo}`
  return rowOf(Drawer, rows)!
}

/** The newest issued invoices of all sellers, for the page that stands for their buyers. */
export async function listIssued(db: Db): Promise<GatewayInvoice[]> {
  const rows = await db`
    select ${columns(db)} from sandbox_invoices where number is not null order by issued_at desc, serial_no limit 50`
  return rowsOf(GatewayInvoice, rows)
}
