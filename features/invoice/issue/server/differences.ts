import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { ListedInvoice } from '../../../../server/channels/invoicing.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import type { ProjectScope, ProjectSession, Session } from '../../../../server/session.ts'
import { InvoiceDifference, type issueCalls, issueRefusals } from '../contract.ts'

interface Found {
  kind: 'unbooked' | 'unissued' | 'amount'
  invoiceId: string | null
  number: string
  issuedAt: string
  issued: number | null
  booked: number | null
}

/** Writes down once that provider and books have an invoice of a project otherwise than each other. */
export async function recordDifference(tx: Tx, projectId: string, found: Found): Promise<void> {
  const { kind, invoiceId, number, issuedAt, issued, booked } = found
  const [row] = await tx`
    insert into invoice_differences (project_id, day, kind, invoice_id, number, issued, booked)
    values (${projectId}, (${issuedAt}::timestamptz at time zone 'Asia/Shanghai')::date, ${kind}, ${invoiceId}, ${number},
      ${issued}, ${booked})
    on conflict (project_id, kind, number) do nothing returning id`
  if (!row) return
  await audit(tx, {
    by: null,
    projectId,
    action: 'invoice.difference',
    subjectKind: 'invoiceDifference',
    subjectId: row.id as string,
    after: { kind, number, issued, booked },
  })
}

/** A day in China as the moment of its beginning. */
const start = (db: Db, day: Fragment): Fragment => db`((${day})::timestamp at time zone 'Asia/Shanghai')`

/** Days of a project of which the provider's list is kept and compared, counted back from today. */
const keptDays = 90

/** Hours of a new day until the provider's list of the one before is complete. */
const readyHours = 2

/** Minutes from one question for a day's list to the next while it cannot be had. */
const askDelays = [30, 60, 120, 240, 480, 720] as const

/** Writes down the days of all projects with a provider whose lists can be had by now, since their first invoice. */
export async function addDays(db: Db, projectIds: readonly string[]): Promise<void> {
  await db`
    with today as (select (moment() at time zone 'Asia/Shanghai')::date as day),
    since as (
      select p.id, coalesce(
        (select max(d.day) + 1 from invoice_days d where d.project_id = p.id),
        (select (min(i.sent_at) at time zone 'Asia/Shanghai')::date from invoices i where i.project_id = p.id)) as day
      from unnest(${projectIds as string[]}::uuid[]) p (id))
    insert into invoice_days (project_id, day, ask_at)
    select s.id, d.day::date, ${start(db, db`d.day::date + 1`)} + make_interval(hours => ${readyHours})
    from since s, today,
      generate_series(greatest(s.day, today.day - ${keptDays}::int), today.day - 1, interval '1 day') d (day)
    where s.day is not null
    on conflict do nothing`
}

/** A day of a project whose list is due. */
export interface DueDay {
  projectId: string
  day: string
}

/** Claims days whose lists are due, so that no other process asks as well, and sets when to ask again. */
export async function claimDays(db: Db, limit: number): Promise<DueDay[]> {
  return db<DueDay[]>`
    with due as (
      select project_id, day from invoice_days where ask_at <= moment() order by ask_at limit ${limit} for update skip locked)
    update invoice_days d set asked = d.asked + 1,
      ask_at = moment() + make_interval(mins => (${[...askDelays]}::int[])[least(d.asked + 1, ${askDelays.length})])
    from due where d.project_id = due.project_id and d.day = due.day
    returning d.project_id, d.day::text as day`
}

/**
 * Compares the provider's list of a day with the books of a project, once: numbers that the books do not have, invoices
 * of ours that the list does not have, and other sums.
 */
export async function compareDay(
  tx: Tx,
  { projectId, day }: DueDay,
  list: readonly ListedInvoice[],
): Promise<void> {
  const [open] = await tx`
    select from invoice_days where project_id = ${projectId} and day = ${day} and compared_at is null for update`
  if (!open) return
  const listed = list.map(({ serial, number, issuedAt, amount }) => ({
    serial,
    number,
    issuedAt,
    amount: Math.abs(amount),
  }))
  const found = await tx<Found[]>`
    with listed as (
      select * from jsonb_to_recordset(${tx.json(listed as never)}) as l (serial text, number text, "issuedAt" timestamptz,
        amount bigint))
    select 'unbooked' as kind, s.id as invoice_id, l.number, l."issuedAt" as issued_at, l.amount as issued,
      s.amount as booked
    from listed l left join invoices s on s.project_id = ${projectId} and s.serial = l.serial
    where not exists (select from invoices i where i.project_id = ${projectId} and i.number = l.number)
    union all
    select 'amount', i.id, l.number, l."issuedAt", l.amount, i.amount
    from listed l join invoices i on i.project_id = ${projectId} and i.number = l.number and i.amount <> l.amount
    union all
    select 'unissued', i.id, i.number, i.issued_at, null, i.amount
    from invoices i
    where i.project_id = ${projectId} and i.provider = 'nuonuo' and i.issued_at >= ${start(tx, tx`${day}::date`)}
      and i.issued_at < ${start(tx, tx`${day}::date + 1`)} and i.number not in (select number from listed)`
  for (const one of found) await recordDifference(tx, projectId, one)
  await tx`
    update invoice_days set compared_at = moment(), ask_at = null, failure = null
    where project_id = ${projectId} and day = ${day}`
}

/** Differences of the project, the newest first. */
export async function pageDifferences(
  db: Db,
  { projectId }: ProjectScope,
  input: InputOf<typeof issueCalls.findDifferences>,
): Promise<OutputOf<typeof issueCalls.findDifferences>> {
  return page(db, InvoiceDifference, input, {
    columns: db`
      d.id, d.day, d.kind, d.invoice_id, i.apply_no, d.number, d.issued, d.booked, d.settled_at, a.user_name as settled_by,
      d.reason`,
    key: db`d.id`,
    from: db`invoice_differences d`,
    join: db`left join invoices i on i.id = d.invoice_id left join accounts a on a.id = d.settled_by`,
    where: [
      db`d.project_id = ${projectId}`,
      input.open !== undefined && (input.open ? db`d.settled_at is null` : db`d.settled_at is not null`),
    ],
    sorts: { day: db`d.day` },
    orderBy: db`d.id desc`,
  })
}

/** Settles a difference of the project with what was found out about it. Refuses 404, and (409) one that is settled. */
export async function settleDifference(
  tx: Tx,
  session: ProjectSession,
  { id, reason }: InputOf<typeof issueCalls.settleDifference>,
): Promise<null> {
  const [row] = await tx`
    select kind, number, issued, booked, settled_at is not null as is_settled from invoice_differences
    where id = ${id} and project_id = ${session.scope.projectId} for no key update`
  const { isSettled, ...found } = row ?? refuse(commonRefusals.notFound)
  if (isSettled) refuse(issueRefusals.settledAlready)
  await tx`
    update invoice_differences set settled_by = ${session.accountId}, settled_at = moment(), reason = ${reason}
    where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'invoice.settle',
    subjectKind: 'invoiceDifference',
    subjectId: id,
    after: found,
    reason,
  })
  return null
}

/** Open differences of a session's project, since they were found; only for who has the whole project. */
export const openDifferences = (db: Db, { scope }: Pick<Session, 'scope'>): Fragment => db`
  select d.id, d.created_at, null from invoice_differences d
  where d.settled_at is null and d.project_id = ${scope.projectId} and ${scope.unitPath === null}`
