import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { SystemReason } from '../../../../contract/systemReason.ts'
import type { Action } from '../../../../server/audit.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { Channels } from '../../../../server/channels/channels.ts'
import type { Tx } from '../../../../server/db.ts'
import { wake } from '../../../../server/jobs.ts'
import type { Session } from '../../../../server/session.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { blueLifecycle } from '../../rules.ts'
import { invoiceRules } from '../../contract.ts'
import { type issueCalls, issueRefusals } from '../contract.ts'
import { invoiceOfKey, isManual, providerOf } from './carriers.ts'
import {
  addresseeOf,
  claimOrders,
  inOffice,
  lockInvoice,
  lockVisible,
  readInvoice,
  recordStatus,
  type StoredInvoice,
  waitsForRed,
} from '../../server/actions.ts'
import { findLeaving, findReplacement, hasRoom } from './data.ts'
import { invoiceEnded, invoiceRejected } from './messages.ts'
import { issueJob, redJob, serialOf } from './record.ts'
import { blueStatus } from './settle.ts'

export { claimDue, listProjects } from './data.ts'
export { partiesOf, printedLine } from './draw.ts'
export { callbackAddress, isManual, openProvider, providerFor } from './carriers.ts'
export { fetchFiles } from './deliver.ts'
export { nameInvoices, stuckReds } from './read.ts'
export { announce, redJob, serialOf } from './record.ts'
export { writeIssued } from './settle.ts'

interface Channelled {
  channels: Pick<Channels, 'invoicing'>
}

/** Refuses what is not a blue invoice: a red one has its own steps. */
const assertBlue = ({ colour }: StoredInvoice) => {
  if (colour !== 'blue') refuse(issueRefusals.notBlue)
}

/**
 * Sends a locked request to the provider of its project: the serial is fixed here, and a job asks under it until there is
 * a final answer. Refuses (409) what is under way or over, a project without a provider, one of an order whose money is
 * asked back, and one in place of an invoice that is not reversed yet.
 */
export async function open(tx: Tx, app: Channelled, by: Action['by'], invoice: StoredInvoice): Promise<void> {
  assertBlue(invoice)
  blueLifecycle.next(blueStatus(invoice), 'open')
  if ((await providerOf(tx, app, invoice.projectId)) === 'manual') refuse(issueRefusals.noProvider)
  if (invoice.waitsForRed) refuse(issueRefusals.redFirst)
  const orderNo = await findLeaving(tx, invoice.id)
  if (orderNo !== null) refuse(invoiceRules.refunding, { orderNo })
  await send(tx, by, invoice)
}

/** Has a job send a locked request to the provider. */
async function send(tx: Tx, by: Action['by'], invoice: StoredInvoice): Promise<void> {
  const { id, attempts } = invoice
  const status = blueLifecycle.next(blueStatus(invoice), 'open')
  const serial = serialOf('B', id, attempts + 1)
  await tx`
    update invoices set status = ${status}, provider = 'nuonuo', serial = ${serial}, attempts = attempts + 1, asked = 0,
      ask_at = moment(), sent_at = moment(), failure_code = null, failure = null
    where id = ${id}`
  await recordStatus(tx, by, invoice, status, { serial })
  await wake(tx, issueJob)
}

/** Sends a request in the caller's scope, or one that failed, to the provider, as `open` does; refuses 404. */
export async function openVisible(tx: Tx, app: Channelled, session: Session, id: string): Promise<null> {
  await open(tx, app, session, await lockVisible(tx, session.scope, id))
  return null
}

/** Rejects a locked request; what it claimed of its orders is free again. */
async function reject(
  tx: Tx,
  by: Action['by'],
  invoice: StoredInvoice,
  reason: string,
  hasSums: boolean,
): Promise<void> {
  const status = blueLifecycle.next(blueStatus(invoice), 'reject')
  if (hasSums) await claimOrders(tx, by, invoice.id, 'release')
  await tx`
    update invoices set status = ${status}, decision = ${reason}, decider_id = ${by?.accountId ?? null},
      decided_at = moment(), ask_at = null
    where id = ${invoice.id}`
  await recordStatus(tx, by, invoice, status, { note: reason })
}

/** Rejects a request in the caller's scope, for a reason the applicant reads. Refuses 404, and (409) what was begun. */
export async function rejectInvoice(
  tx: Tx,
  session: Session,
  { id, reason }: InputOf<typeof issueCalls.reject>,
): Promise<null> {
  const invoice = await lockVisible(tx, session.scope, id)
  assertBlue(invoice)
  await reject(tx, session, invoice, reason, !invoice.waitsForRed)
  const addressee = await addresseeOf(tx, id)
  if (addressee !== null && addressee !== session.accountId)
    await sendMessage(tx, invoiceRejected, addressee, { applyNo: invoice.applyNo, reason })
  return null
}

/** Reason for which a request ends whose order is refunded. */
const refunded: SystemReason = 'invoice.refunded'

/** Tells whom an invoice is for that its request has ended with a refund. */
async function tellEnded(tx: Tx, { id, applyNo }: StoredInvoice, orderNo: string): Promise<void> {
  const addressee = await addresseeOf(tx, id)
  if (addressee !== null) await sendMessage(tx, invoiceEnded, addressee, { applyNo, orderNo })
}

/**
 * Ends the requests of a locked order that nobody has begun to issue, because its money goes back: their applicants are
 * told, and may ask again for what is left.
 */
export async function endRequests(
  tx: Tx,
  by: Action['by'],
  { id: orderId, orderNo }: { id: string; orderNo: string },
): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    select i.id from invoices i
    where i.colour = 'blue' and i.status in ('requested', 'failed')
      and i.id in (select invoice_id from invoice_lines where order_id = ${orderId})
      and not ${waitsForRed(tx)}
    order by i.id`
  for (const { id } of rows) {
    const invoice = await lockInvoice(tx, id)
    await reject(tx, by, invoice, refunded, !invoice.waitsForRed)
    await tellEnded(tx, invoice, orderNo)
  }
}

/**
 * Gives what is to replace a locked invoice, now that it is reversed, its sums of the orders and sends it to the provider;
 * what has no room any more ends, because money of its orders goes back.
 */
export async function countInReplacement(tx: Tx, replacedId: string): Promise<void> {
  const id = await findReplacement(tx, replacedId)
  if (id === null) return
  const invoice = await lockInvoice(tx, id)
  if (!(await hasRoom(tx, id))) {
    await reject(tx, null, invoice, refunded, false)
    const [order] = await tx<{ orderNo: string }[]>`
      select o.order_no from invoice_lines l join orders o on o.id = l.order_id where l.invoice_id = ${id} limit 1`
    return tellEnded(tx, invoice, order!.orderNo)
  }
  await claimOrders(tx, null, id, 'claim')
  const replaced = (await readInvoice(tx, replacedId))!
  if (replaced.provider === 'nuonuo' && !(await isManual(tx, replaced.projectId)))
    await send(tx, null, invoice)
}

/** Has the provider asked at once about all that is being issued or reversed in scope; returns how many. */
export async function refreshOpen(tx: Tx, { scope }: Session): Promise<{ count: number }> {
  const rows = await tx`
    update invoices set ask_at = moment()
    where id in (
      select i.id from invoices i left join units u on u.id = i.unit_id
      where i.status in ('opening', 'waiting_drawer', 'confirming') and i.ask_at is not null and ${inOffice(tx, scope)}
      order by i.id for update of i skip locked)
    returning id`
  await wake(tx, issueJob)
  await wake(tx, redJob)
  return { count: rows.length }
}

/**
 * Hears from somebody who has the address of an invoice that it has changed: the provider is asked now, and nothing else
 * is believed. Refuses 404 a key that is forged, and (409) an invoice about which nobody is asked any more.
 */
export async function hearCallback(tx: Tx, app: Pick<AppContext, 'secrets'>, key: string): Promise<null> {
  const id = invoiceOfKey(app, key) ?? refuse(commonRefusals.notFound)
  const [row] = await tx<{ status: string; colour: 'blue' | 'red' }[]>`
    select status, colour from invoices where id = ${id}`
  if (!row) refuse(commonRefusals.notFound)
  const asked = await tx`
    update invoices set ask_at = least(ask_at, moment())
    where id = ${id} and (status in ('opening', 'waiting_drawer', 'confirming') and ask_at is not null or status = 'stalled')
    returning id`
  if (asked.length === 0) refuse(issueRefusals.notUnderWay)
  await wake(tx, row!.colour === 'blue' ? issueJob : redJob)
  return null
}
