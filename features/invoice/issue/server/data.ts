import { type Db, type Fragment, rowsOf } from '../../../../server/db.ts'
import { storedColumns, storedSchema, type StoredInvoice, waitsForRed } from '../../server/actions.ts'
import { askDelays, drawerSeconds } from '../rules.ts'

/** Statuses in which a provider is asked about an invoice of a colour, beside those that wait for files. */
const underWay = { blue: ['opening', 'waiting_drawer'], red: ['requested', 'confirming', 'opening'] } as const

/**
 * Claims invoices of a colour to ask the provider about, so that no other process asks as well, and sets when to ask
 * next: those due by their delay. The first request is made at once, so the first delay follows it.
 */
export async function claimDue(db: Db, colour: 'blue' | 'red', limit: number): Promise<StoredInvoice[]> {
  const rows = await db`
    with due as (
      select id from invoices where ask_at <= moment() and colour = ${colour}
      order by ask_at limit ${limit} for update skip locked)
    update invoices i set asked = i.asked + 1, asked_at = moment(),
      ask_at = case when i.asked < ${askDelays.length} or i.status = any(${[...underWay[colour]]})
        then moment() + make_interval(secs => least(case i.status when 'waiting_drawer' then ${drawerSeconds}::int end,
          (${askDelays as number[]}::int[])[least(i.asked + 1, ${askDelays.length})])) end
    from due where i.id = due.id
    returning ${storedColumns(db)}`
  return rowsOf(storedSchema, rows)
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

/** The condition that more is invoiced of an order of an invoice `i` than will be left once its refunds have gone back. */
const isLeaving = (db: Db): Fragment => db`
  exists (
    select from invoice_lines l join orders o on o.id = l.order_id
    where l.invoice_id = i.id and o.amount - o.refunded - o.invoiced
      < (select coalesce(sum(x.refunding), 0) from order_items x where x.order_id = o.id))`

/** Number of an order of a locked request whose money is asked back, so that it is not issued now; or null. */
export async function findLeaving(db: Db, id: string): Promise<string | null> {
  const [row] = await db<{ orderNo: string }[]>`
    select o.order_no from invoices i join invoice_lines l on l.invoice_id = i.id join orders o on o.id = l.order_id
    where i.id = ${id} and ${isLeaving(db)} order by o.order_no limit 1`
  return row?.orderNo ?? null
}

/** Requests of projects that issue without the office, the oldest first; those whose money is asked back wait. */
export async function listAutomatic(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select i.id from invoices i join project_configs c on c.project_id = i.project_id and c.kind = 'invoice'
    left join invoice_providers p on p.project_id = i.project_id
    where c.content ->> 'automatic' = 'true' and p.provider is distinct from 'manual'
      and i.colour = 'blue' and i.status = 'requested' and not ${waitsForRed(db)} and not ${isLeaving(db)}
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
