import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { type Static, Type } from 'typebox'
import type { Language } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import type { Scope, Session } from '../../../../server/session.ts'
import { type issueCalls, ManagedInvoice } from '../contract.ts'
import { failureMeaning, stuckHours } from '../rules.ts'
import { inOffice, invoiceColumns, invoiceSought } from '../../server/actions.ts'

const tables = (db: Db): Fragment => db`invoices i left join units u on u.id = i.unit_id`

/** Invoices `i` without an answer for a day since they were sent. */
const isSilent = (db: Db): Fragment => db`
  (i.status in ('opening', 'confirming') and i.ask_at is not null
    and i.sent_at < moment() - make_interval(hours => ${stuckHours}))`

/** Invoices `i` that a person has to see to; also red ones to be recorded, or whose form waits for our confirmation. */
const isStuck = (db: Db): Fragment => db`
  (i.status in ('failed', 'stalled', 'lapsed', 'refused', 'waiting_drawer') or ${isSilent(db)}
    or i.colour = 'red' and (i.status = 'requested' and i.provider = 'manual'
      or i.status = 'confirming' and i.form_by is not distinct from 'seller'))`

const columns = (db: Db): Fragment => db`
  ${invoiceColumns(db)}, coalesce(p.name, s.real_name, a.user_name) as payer_name, i.account_id, i.unit_id,
  u.name as unit_name, a.mobile_mask, y.user_name as applicant_name, d.user_name as decider_name, i.provider,
  i.failure_code, i.attempts, (select r.refund_no from refunds r where r.id = i.refund_id) as refund_no`

const joined = (db: Db): Fragment => db`
  left join accounts a on a.id = i.account_id
  left join students s on s.account_id = a.id left join units p on p.id = i.payer_unit_id
  left join accounts y on y.id = i.applicant_id left join accounts d on d.id = i.decider_id`

const StoredManaged = Type.Omit(ManagedInvoice, ['advice'])

/** Meaning of the code of an invoice that failed or has no answer, in a language. */
export const adviceFor = (
  { failureCode }: { failureCode: string | null },
  language: Language,
): string | null => (failureCode === null ? null : (failureMeaning(failureCode)?.[language] ?? null))

/** Invoices that a keyword means: as for their payers, or by part of the payer's name. */
const sought = (db: Db, keyword: string): Fragment => db`
  (${invoiceSought(db, keyword)}
    or exists (select from accounts n where n.id = i.account_id and ${nameContains(db, db`n.user_name`, keyword)})
    or exists (select from units n where n.id = i.payer_unit_id and ${nameContains(db, db`n.name`, keyword)}))`

/** Reads of an invoice what the office sees in its list; its caller has found it in scope. */
export async function getManaged(db: Db, id: string): Promise<Static<typeof StoredManaged>> {
  const rows = await db`select ${columns(db)} from ${tables(db)} ${joined(db)} where i.id = ${id}`
  return rowOf(StoredManaged, rows)!
}

/** Invoices in the caller's scope, the newest first. Refuses (422) pages beyond the counted rows. */
export async function pageInvoices(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  input: InputOf<typeof issueCalls.list>,
  language: Language,
): Promise<OutputOf<typeof issueCalls.list>> {
  const { total, list } = await page(db, StoredManaged, input, {
    columns: columns(db),
    key: db`i.id`,
    from: tables(db),
    join: joined(db),
    where: [
      inOffice(db, scope),
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
      input.keyword && sought(db, input.keyword),
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
    select i.id, i.apply_no from ${tables(db)} where i.id = any(${ids as string[]}) and ${inOffice(db, scope)}`
  return new Map(rows.map(({ id, applyNo }) => [id, applyNo]))
}

/** Requests in scope that nobody has begun, since they were made. */
export const waitingRequests = (db: Db, scope: Scope): Fragment => db`
  select i.id, i.created_at, null from ${tables(db)}
  where i.status = 'requested' and i.colour = 'blue' and ${inOffice(db, scope)}`

/** Blue invoices in scope that a person has to see to, since they were sent. */
export const stuckInvoices = (db: Db, scope: Scope): Fragment => db`
  select i.id, coalesce(i.sent_at, i.created_at), null from ${tables(db)}
  where i.colour = 'blue' and i.status in ('failed', 'waiting_drawer', 'opening') and ${inOffice(db, scope)} and ${isStuck(db)}`

/** Red invoices in scope that a person has to see to. */
export const stuckReds = (db: Db, scope: Scope): Fragment => db`
  select i.id, coalesce(i.sent_at, i.created_at), null from ${tables(db)}
  where i.colour = 'red' and i.status in ('requested', 'confirming', 'opening', 'stalled', 'failed', 'lapsed', 'refused')
    and ${inOffice(db, scope)} and ${isStuck(db)}`
