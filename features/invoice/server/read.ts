import { type Static, Type } from 'typebox'
import { type InputOf, Moment, Nullable, OneOf, type OutputOf } from '../../../contract/call.ts'
import { yuanInCharacters } from '../../../contract/money.ts'
import { type Language, type RefusalWords, sayFilled } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { Session } from '../../../server/session.ts'
import { invoiceable } from '../../order/server/actions.ts'
import { getInvoiceConfig } from '../config/server/actions.ts'
import { isComplete, remarkLimit, sellerOn } from '../config/rules.ts'
import {
  BuyerTitle,
  type CanInvoice,
  Invoice,
  type invoiceCalls,
  type InvoiceDetail,
  invoiceRules,
  InvoiceStep,
} from '../contract.ts'
import { blockOf, leftToInvoice, stepsOf } from '../rules.ts'
import { findInvoice, formatsOf, invoiceTables, isPayers, isSpent, listLines, readerOf } from './data.ts'
import {
  draftInvoice,
  getPayerOrders,
  payerOrderColumns,
  payerOrderSchema,
  paysOrder,
  today,
} from './request.ts'
import { rosterCountOf } from './roster.ts'

/** Columns of an invoice `i` in every list. */
export const invoiceColumns = (db: Db): Fragment => db`
  i.id, i.apply_no, i.colour, i.kind, i.status, i.title ->> 'name' as title_name, i.title ->> 'taxNo' as tax_no,
  array(select o.order_no from orders o
    where o.id in (select l.order_id from invoice_lines l where l.invoice_id = i.id) order by o.id) as order_nos,
  i.amount, i.tax, i.number, i.issued_at, ${formatsOf(db)} as formats,
  coalesce(i.decision, i.failure) as problem,
  (select b.number from invoices b where b.id = i.original_id) as original_number, i.red_reason, i.form_until, i.form_by,
  ${isSpent(db)} as is_spent, i.created_at`

/** Condition that a keyword means an invoice `i`: our number, the invoice's, an order's, or part of the title. */
export const invoiceSought = (db: Db, keyword: string): Fragment => db`
  (i.apply_no = ${keyword.toUpperCase()} or i.number = ${keyword}
    or i.id = any(array(select l.invoice_id from invoice_lines l join orders o on o.id = l.order_id
      where o.order_no = ${keyword.toUpperCase()}))
    or ${nameContains(db, db`(i.title ->> 'name')`, keyword)})`

/** Invoices of what the caller, or a unit of the caller's scope, paid, newest first. */
export async function pageInvoices(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof invoiceCalls.list>,
): Promise<OutputOf<typeof invoiceCalls.list>> {
  const { keyword } = input
  return page(db, Invoice, input, {
    columns: invoiceColumns(db),
    from: invoiceTables(db),
    where: [
      isPayers(db, scope),
      input.status && db`i.status = any(${input.status})`,
      input.colour && db`i.colour = ${input.colour}`,
      input.orderId &&
        db`exists (select from invoice_lines l where l.invoice_id = i.id and l.order_id = ${input.orderId})`,
      keyword && invoiceSought(db, keyword),
    ],
    sorts: { amount: db`i.amount`, createdAt: db`i.created_at`, issuedAt: db`i.issued_at` },
    orderBy: db`i.id desc`,
  })
}

/** Condition that something of an order `o` can be invoiced within some days of its payment, as the rules have it. */
const isFree = (db: Db, days: number): Fragment => db`
  (o.status in ('paid', 'part_refunded') and ${invoiceable(db)} > 0
    and floor(extract(epoch from moment() - o.paid_at) / 86400) <= ${days}
    and not exists (select from order_items x where x.order_id = o.id and x.refunding > 0))`

/** Orders of the caller, or of units of the caller's scope, with what of each can be invoiced or why nothing can. */
export async function pageCanInvoice(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof invoiceCalls.canAddList>,
  language: Language,
): Promise<OutputOf<typeof invoiceCalls.canAddList>> {
  const config = await getInvoiceConfig(db, scope.projectId)
  const day = await today(db)
  const canAny = config.open && sellerOn(config, day) !== null
  const { total, list } = await page(db, payerOrderSchema, input, {
    columns: payerOrderColumns(db),
    from: db`orders o left join units pu on pu.id = o.payer_unit_id`,
    where: [
      paysOrder(db, scope),
      db`o.status <> 'cancelled'`,
      input.orderId && db`o.id = ${input.orderId}`,
      input.only === 'left' && (canAny ? isFree(db, config.withinDays) : db`false`),
    ],
    sorts: { paidAt: db`o.paid_at`, amount: db`o.amount` },
    orderBy: db`o.id desc`,
  })
  return {
    total,
    list: list.map((order): CanInvoice => {
      const block = blockOf(config, day, order)
      const words: RefusalWords | null = block && invoiceRules[block.rule]
      const { orderId, orderNo, kind, status, payerName, headCount, paidAt, amount, refunded, invoiced } =
        order
      return {
        orderId,
        orderNo,
        kind,
        status,
        payerName,
        classNames: order.classes.map(({ name }) => name),
        headCount,
        paidAt,
        amount,
        refunded,
        invoiced,
        left: ['paid', 'part_refunded'].includes(status) ? leftToInvoice(order) : 0,
        block: words && sayFilled(words, block!.values, language),
      }
    }),
  }
}

/** Previews an invoice for orders, as it would be printed; refuses as a request for them. */
export async function previewInvoice(
  db: Db,
  { scope, projectId }: Session,
  orderIds: readonly string[],
): Promise<OutputOf<typeof invoiceCalls.invoiceRemark>> {
  const { lines, ...draft } = await draftInvoice(db, projectId, await getPayerOrders(db, scope, orderIds))
  return {
    ...draft,
    limit: remarkLimit,
    amountInCharacters: yuanInCharacters(draft.amount),
    lines: lines.map(({ orderId: _orderId, classId: _classId, ...line }) => line),
  }
}

const StoredTitle = Type.Object({ id: Nullable(Type.String()), ...BuyerTitle.properties })

/** Titles of the caller: a unit's own first, then those used before, the last one first, and last a learner's name. */
async function listTitles(db: Db, { scope, unitId }: Pick<Session, 'scope' | 'unitId'>) {
  const isLearner = scope.accountId !== null
  const own = isLearner
    ? rowsOf(
        StoredTitle,
        await db`
          select null as id, 'personal' as kind, real_name as name, null as tax_no, '' as address, '' as phone, '' as bank,
            '' as bank_account
          from students where account_id = ${scope.accountId}`,
      )
    : rowsOf(
        StoredTitle,
        await db`
          select null as id, 'enterprise' as kind, coalesce(nullif(t.j ->> 'name', ''), u.name) as name,
            coalesce(nullif(t.j ->> 'taxNo', ''), u.credit_code) as tax_no, coalesce(t.j ->> 'address', '') as address,
            coalesce(t.j ->> 'phone', '') as phone, coalesce(t.j ->> 'bank', '') as bank,
            coalesce(t.j ->> 'bankAccount', '') as bank_account
          from units u, lateral (select coalesce(u.invoice_title, '{}') as j) t
          where u.id = ${unitId} and coalesce(nullif(t.j ->> 'taxNo', ''), u.credit_code) is not null`,
      )
  const owner = isLearner
    ? db`t.account_id = ${scope.accountId}`
    : db`t.unit_id in (select u.id from units u
        where u.project_id = ${scope.projectId} and u.path like ${`${scope.unitPath ?? ''}%`})`
  const used = rowsOf(
    StoredTitle,
    await db`
      select t.id, t.kind, t.name, t.tax_no, t.address, t.phone, t.bank, t.bank_account from invoice_titles t
      where t.project_id = ${scope.projectId} and ${owner} order by t.used_at desc, t.id desc limit 50`,
  )
  const isUsed = ({ name, taxNo }: (typeof own)[number]) =>
    used.some((each) => each.name === name && each.taxNo === taxNo)
  const fresh = own.filter((title) => !isUsed(title))
  return isLearner ? [...used, ...fresh] : [...fresh, ...used]
}

/** Gives the caller's titles, and what can be invoiced now. */
export async function getAccountInvoice(
  db: Db,
  session: Session,
): Promise<OutputOf<typeof invoiceCalls.accountInvoice>> {
  const { scope, projectId } = session
  const config = await getInvoiceConfig(db, projectId)
  const canAny = config.open && isComplete(config, await today(db))
  const [sum] = await db<{ orders: number; left: number }[]>`
    select count(*)::int as orders, coalesce(sum(${invoiceable(db)}), 0)::bigint as left
    from orders o left join units pu on pu.id = o.payer_unit_id
    where ${paysOrder(db, scope)} and ${canAny ? isFree(db, config.withinDays) : db`false`}`
  const [last] = await db<{ email: string }[]>`
    select email from invoices where applicant_id = ${session.accountId} and email is not null
    order by id desc limit 1`
  const { open, kinds, withinDays } = config
  return {
    open,
    kinds,
    withinDays,
    titles: await listTitles(db, session),
    email: last?.email ?? null,
    orders: sum!.orders,
    left: sum!.left,
  }
}

/** Steps of the whole chain of an invoice, the oldest first; who took them only for the office. */
async function timelineOf(db: Db, id: string, isOffice: boolean): Promise<Static<typeof InvoiceStep>[]> {
  const by = isOffice ? db`a.user_name` : db`null::text`
  const rows = await db`
    with recursive chain (id) as (
      select ${id}::uuid
      union
      select x.id from chain c join invoices k on k.id = c.id
      join invoices x on x.id in (k.original_id, k.replaces_id) or x.original_id = c.id or x.replaces_id = c.id)
    select e.invoice_id, i.colour, i.apply_no, e.status, i.number, e.created_at as at, ${by} as by, e.note
    from chain c join invoices i on i.id = c.id join invoice_events e on e.invoice_id = i.id
    left join accounts a on a.id = e.operator_id order by e.created_at, e.id`
  return rowsOf(InvoiceStep, rows)
}

const DetailRow = Type.Object({
  ...Invoice.properties,
  refundNo: Nullable(Type.String()),
  loginQr: Nullable(Type.String()),
  loginUntil: Nullable(Moment),
  orders: Type.Array(
    Type.Object({
      orderId: Type.String(),
      orderNo: Type.String(),
      kind: OneOf(['personal', 'batch', 'cms']),
      amount: Type.Integer(),
    }),
  ),
  rosterCount: Type.Integer(),
  isPayer: Type.Boolean(),
})

/**
 * An invoice that a condition shows to the caller, with all that is printed on it, its chain and what may be done now;
 * refuses 404. The office reads who did what, and the QR code of the drawer.
 */
export async function getDetail(
  db: Db,
  session: Session,
  id: string,
  { condition, isOffice }: { condition: Fragment; isOffice: boolean },
): Promise<InvoiceDetail> {
  const stored = await findInvoice(db, id, condition)
  const rows = await db`
    select ${invoiceColumns(db)}, coalesce(${isPayers(db, session.scope)}, false) as is_payer, r.refund_no,
      ${isOffice ? db`i.login_qr, i.login_until` : db`null as login_qr, null::timestamptz as login_until`},
      (select json_agg(json_build_object('orderId', o.id, 'orderNo', o.order_no, 'kind', o.kind, 'amount', x.amount)
          order by o.id)
        from (select order_id, sum(amount) as amount from invoice_lines where invoice_id = i.id group by order_id) x
        join orders o on o.id = x.order_id) as orders,
      ${rosterCountOf(db, id)} as roster_count
    from ${invoiceTables(db)} left join refunds r on r.id = i.refund_id where i.id = ${id}`
  const { isPayer, ...row } = rowOf(DetailRow, rows)!
  const lines = await listLines(db, [id])
  return {
    ...row,
    title: stored.title,
    seller: stored.seller,
    remark: stored.remark,
    email: stored.email,
    amountInCharacters: yuanInCharacters(stored.amount),
    lines: lines.map(({ invoiceId: _invoice, orderId: _order, classId: _class, ...line }) => line),
    originalId: stored.originalId,
    replacesId: stored.replacesId,
    timeline: await timelineOf(db, id, isOffice),
    steps: stepsOf(stored, readerOf(session, isPayer)),
  }
}

/** An invoice of the caller's, as its payer reads it; refuses 404 others. */
export const getOwnDetail = (db: Db, session: Session, id: string): Promise<InvoiceDetail> =>
  getDetail(db, session, id, { condition: isPayers(db, session.scope), isOffice: false })
