import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { Type } from 'typebox'
import type { Language } from '../../../../contract/refusal.ts'
import type { Db, Fragment } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import type { Scope, Session } from '../../../../server/session.ts'
import { type issueCalls, ManagedInvoice } from '../contract.ts'
import { failureMeaning, stuckHours } from '../rules.ts'
import { formatsOf, visible } from './data.ts'

const tables = (db: Db): Fragment => db`invoices i left join units u on u.id = i.unit_id`

/** Invoices `i` without an answer for a day since they were sent. */
const isSilent = (db: Db): Fragment => db`
  (i.status in ('opening', 'confirming') and i.ask_at is not null
    and i.sent_at < moment() - make_interval(hours => ${stuckHours}))`

/** Invoices `i` that a person has to see to; also red ones to be recorded, or whose form waits for our confirmation. */
const isStuck = (db: Db): Fragment => db`
  (i.status in ('failed', 'lapsed', 'refused', 'waiting_drawer') or ${isSilent(db)}
    or i.colour = 'red' and (i.status = 'requested' and i.provider = 'manual'
      or i.status = 'confirming' and i.form_by is not distinct from 'seller'))`

/** Reason for which an invoice `i` failed or was rejected. */
const problem = (db: Db): Fragment => db`coalesce(i.decision, i.failure)`

const columns = (db: Db): Fragment => db`
  i.id, i.apply_no, i.colour, i.kind, i.status, i.title ->> 'name' as title_name, i.title ->> 'taxNo' as tax_no,
  array(select distinct o.order_no from invoice_lines l join orders o on o.id = l.order_id
    where l.invoice_id = i.id order by 1) as order_nos,
  i.amount, i.tax, i.number, i.issued_at,
  ${formatsOf(db)} as formats,
  ${problem(db)} as problem, b.number as original_number, i.red_reason, i.form_until, i.form_by, i.created_at,
  coalesce(p.name, s.real_name, a.user_name) as payer_name, i.account_id, i.unit_id, u.name as unit_name, a.mobile_mask,
  y.user_name as applicant_name, d.user_name as decider_name, i.provider, i.failure_code, i.attempts,
  (select r.refund_no from refunds r where r.id = i.refund_id) as refund_no`

const joined = (db: Db): Fragment => db`
  left join invoices b on b.id = i.original_id left join accounts a on a.id = i.account_id
  left join students s on s.account_id = a.id left join units p on p.id = i.payer_unit_id
  left join accounts y on y.id = i.applicant_id left join accounts d on d.id = i.decider_id`

const StoredInvoice = Type.Omit(ManagedInvoice, ['advice'])

/** Meaning of the code of an invoice that failed or has no answer, in a language. */
export const adviceFor = (
  { failureCode }: { failureCode: string | null },
  language: Language,
): string | null => (failureCode === null ? null : (failureMeaning(failureCode)?.[language] ?? null))

/** Invoices that a keyword means: by a number, or by part of the title or of the payer's name. */
function sought(db: Db, { projectId }: Scope, keyword: string): Fragment {
  const number = keyword.toUpperCase()
  return db`(i.apply_no = ${number} or i.number = ${keyword} or ${nameContains(db, db`i.title ->> 'name'`, keyword)}
    or i.id = any(array(select l.invoice_id from invoice_lines l join orders o on o.id = l.order_id
      where o.project_id = ${projectId} and o.order_no = ${number}))
    or exists (select from accounts n where n.id = i.account_id and ${nameContains(db, db`n.user_name`, keyword)})
    or exists (select from units n where n.id = i.payer_unit_id and ${nameContains(db, db`n.name`, keyword)}))`
}

/** Invoices in the caller's scope, the newest first. Refuses (422) pages beyond the counted rows. */
export async function pageInvoices(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof issueCalls.list>,
  language: Language,
): Promise<OutputOf<typeof issueCalls.list>> {
  const { total, list } = await page(db, StoredInvoice, input, {
    columns: columns(db),
    key: db`i.id`,
    from: tables(db),
    join: joined(db),
    where: [
      visible(db, scope),
      input.id && db`i.id = ${input.id}`,
      input.status && db`i.status = any(${input.status})`,
      input.colour && db`i.colour = ${input.colour}`,
      input.kind && db`i.kind = ${input.kind}`,
      input.orderId && db`i.id in (select invoice_id from invoice_lines where order_id = ${input.orderId})`,
      input.unitId &&
        db`u.path like (select w.path || '%' from units w where w.id = ${input.unitId} and w.project_id = i.project_id)`,
      input.stuck !== undefined && (input.stuck ? isStuck(db) : db`not ${isStuck(db)}`),
      input.from && db`i.created_at >= ${input.from}`,
      input.to && db`i.created_at < ${input.to}`,
      input.issuedFrom && db`i.issued_at >= ${input.issuedFrom}`,
      input.issuedTo && db`i.issued_at < ${input.issuedTo}`,
      input.amountFrom !== undefined && db`i.amount >= ${input.amountFrom}`,
      input.amountTo !== undefined && db`i.amount <= ${input.amountTo}`,
      input.keyword && sought(db, scope, input.keyword),
    ],
    sorts: { amount: db`i.amount`, createdAt: db`i.created_at`, issuedAt: db`i.issued_at` },
    maybeNull: ['issuedAt'],
    orderBy: db`i.id desc`,
    capped: true,
  })
  return { total, list: list.map((row) => ({ ...row, advice: adviceFor(row, language) })) }
}

/** Our numbers of invoices in scope by their ids. */
export async function nameInvoices(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; applyNo: string }[]>`
    select i.id, i.apply_no from ${tables(db)} where i.id = any(${ids as string[]}) and ${visible(db, scope)}`
  return new Map(rows.map(({ id, applyNo }) => [id, applyNo]))
}

/** Requests in scope that nobody has begun, since they were made. */
export const waitingRequests = (db: Db, scope: Scope): Fragment => db`
  select i.id, i.created_at, null from ${tables(db)}
  where i.status = 'requested' and i.colour = 'blue' and ${visible(db, scope)}`

/** Blue invoices in scope that a person has to see to, since they were sent. */
export const stuckInvoices = (db: Db, scope: Scope): Fragment => db`
  select i.id, coalesce(i.sent_at, i.created_at), null from ${tables(db)}
  where i.colour = 'blue' and i.status in ('failed', 'waiting_drawer', 'opening') and ${visible(db, scope)} and ${isStuck(db)}`

/** Red invoices in scope that a person has to see to. */
export const stuckReds = (db: Db, scope: Scope): Fragment => db`
  select i.id, coalesce(i.sent_at, i.created_at), null from ${tables(db)}
  where i.colour = 'red' and i.status in ('requested', 'confirming', 'opening', 'failed', 'lapsed', 'refused')
    and ${visible(db, scope)} and ${isStuck(db)}`

/** Columns of an invoice as it is shown by itself, beside those of the list: with the whole chain that it is part of. */
export const detailColumns = (db: Db): Fragment => db`
  ${columns(db)}, i.title, i.seller, i.remark, i.email, i.original_id, i.replaces_id, i.login_qr, i.login_until,
  coalesce((select json_agg(json_build_object('lineNo', l.line_no, 'orderNo', o.order_no, 'name', l.name,
      'taxCode', l.tax_code, 'quantity', l.quantity, 'amount', l.amount, 'rate', l.rate, 'policy', l.policy, 'tax', l.tax,
      'reddened', l.reddened, 'originalLine', l.original_line) order by l.line_no)
    from invoice_lines l join orders o on o.id = l.order_id where l.invoice_id = i.id), '[]') as lines,
  coalesce((select json_agg(json_build_object('orderId', o.id, 'orderNo', o.order_no, 'kind', o.kind, 'amount', l.amount)
      order by o.id)
    from (select order_id, sum(amount)::bigint as amount from invoice_lines where invoice_id = i.id group by order_id) l
    join orders o on o.id = l.order_id), '[]') as orders,
  (select count(distinct n.account_id)::int from order_items n join orders o on o.id = n.order_id
    where o.kind = 'batch' and o.id in (select order_id from invoice_lines where invoice_id = i.id)) as roster_count,
  exists (select from invoices n where n.replaces_id = i.id and n.status not in ('withdrawn', 'rejected')) as is_replaced,
  i.refund_id, (i.replaces_id is not null and exists (
    select from invoices o where o.id = i.replaces_id and o.status <> 'reddened')) as waits_for_red,
  (select coalesce(sum(l.amount - l.reddened), 0) from invoice_lines l where l.invoice_id = i.id)::bigint as left,
  coalesce((select json_agg(json_build_object('invoiceId', c.id, 'colour', c.colour, 'applyNo', c.apply_no, 'status', e.status,
      'number', c.number, 'at', e.created_at, 'by', w.user_name, 'note', e.note) order by e.id)
    from invoices c join invoice_events e on e.invoice_id = c.id left join accounts w on w.id = e.operator_id
    where c.id = i.id or c.id in (i.original_id, i.replaces_id) or c.original_id in (i.id, i.original_id, i.replaces_id)
      or c.replaces_id in (i.id, i.original_id)), '[]') as timeline`

export const detailJoins = (db: Db): Fragment => joined(db)
