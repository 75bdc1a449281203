import { lockInvoice } from '../../server/actions.ts'
import { Refusal, refuse } from '../../../../contract/refusal.ts'
import type { Action } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { endRequests } from '../../issue/server/actions.ts'
import { redRefusals } from '../contract.ts'
import { cancelLocked, revokeForm } from './cancel.ts'
import { requestRed } from './request.ts'

/** Money of a locked order that is to go back by a refund, as invoices need it known. */
export interface Leaving {
  refundId: string
  order: { id: string; orderNo: string }
  /** Fen of the order that remain once this refund has gone back, and all that is on its way. */
  remains: number
  /** Fen of other refunds of it that wait for their red invoices. */
  awaited: number
  /** Fen of each class that go back, for how many people. */
  classes: readonly { classId: string; amount: number; people: number }[]
}

const invoicedOf = async (db: Db, orderId: string): Promise<number> => {
  const [row] = await db<{ invoiced: number }[]>`select invoiced from orders where id = ${orderId}`
  return row!.invoiced
}

/** Fen of an order that red invoices will reverse which are not issued yet; those of the refund also where they came to nothing. */
async function pendingOf(tx: Tx, orderId: string, refundId: string): Promise<number> {
  const [row] = await tx<{ amount: number }[]>`
    select coalesce(sum(l.amount), 0)::bigint as amount from invoices r join invoice_lines l on l.invoice_id = r.id
    where l.order_id = ${orderId} and r.colour = 'red' and (r.status in ('requested', 'confirming', 'opening', 'stalled')
      or r.refund_id = ${refundId} and r.status in ('failed', 'lapsed', 'refused'))`
  return row!.amount
}

interface OpenLine {
  invoiceId: string
  lineNo: number
  classId: string
  left: number
}

/** Lines of issued invoices of an order of which something is not reversed, the newest invoice first. */
const listOpenLines = (tx: Tx, orderId: string) => tx<OpenLine[]>`
  select l.invoice_id, l.line_no, l.class_id, l.amount - l.reddened as left
  from invoices i join invoice_lines l on l.invoice_id = i.id
  where l.order_id = ${orderId} and i.colour = 'blue' and i.status in ('opened', 'part_reddened', 'reddening')
    and l.reddened < l.amount
  order by i.id desc, l.line_no`

type Taken = Map<string, { lineNo: number; amount: number; people: number }[]>

/** Takes a sum from lines: of the classes that go back first, each up to its sum, then of any. */
function takeFrom(lines: OpenLine[], sum: number, classes: Leaving['classes']): Taken {
  const taken: Taken = new Map()
  let open = sum
  const take = (line: OpenLine, most: number, people: number): number => {
    const amount = Math.min(line.left, most, open)
    if (amount <= 0) return 0
    line.left -= amount
    open -= amount
    const parts = taken.get(line.invoiceId) ?? []
    const known = parts.find(({ lineNo }) => lineNo === line.lineNo)
    if (known) known.amount += amount
    else parts.push({ lineNo: line.lineNo, amount, people })
    taken.set(line.invoiceId, parts)
    return amount
  }
  for (const { classId, amount, people } of classes) {
    let most = amount
    for (const line of lines) if (line.classId === classId) most -= take(line, most, people)
  }
  for (const line of lines) take(line, open, 1)
  return taken
}

/**
 * Has invoices of a locked order leave what a refund takes of it, in the refund's own transaction: requests that nobody has
 * begun end, and red invoices are requested of what was issued. Returns whether the money may go back now; where it may
 * not, `invoiceChanged` is heard when that has changed, and this is asked again.
 */
export async function makeRoom(tx: Tx, by: Action['by'], leaving: Leaving): Promise<boolean> {
  const { refundId, order, remains, awaited, classes } = leaving
  if ((await invoicedOf(tx, order.id)) > remains) await endRequests(tx, by, order)
  const invoiced = await invoicedOf(tx, order.id)
  if (invoiced <= remains) {
    // What came to nothing is needed no more: the invoice was reversed by another.
    await cancelReds(tx, by, refundId, new Set())
    return true
  }
  const missing = invoiced - (await pendingOf(tx, order.id, refundId)) - (remains - awaited)
  const taken = takeFrom([...(await listOpenLines(tx, order.id))], missing, classes)
  for (const [invoiceId, lines] of taken) {
    await requestRed(tx, by, await lockInvoice(tx, invoiceId), { reason: 'serviceEnded', lines, refundId })
  }
  return false
}

/** An issued invoice of a locked order that has to be reversed before so much of it remains, and by how much; or null. */
export async function findExcess(
  tx: Tx,
  orderId: string,
  remains: number,
): Promise<{ number: string; amount: number } | null> {
  const amount = (await invoicedOf(tx, orderId)) - remains
  if (amount <= 0) return null
  const [blue] = await tx<{ number: string }[]>`
    select coalesce(i.number, i.apply_no) as number from invoices i join invoice_lines l on l.invoice_id = i.id
    where l.order_id = ${orderId} and i.colour = 'blue' and i.status not in ('rejected', 'withdrawn', 'reddened')
    order by i.number nulls last, i.id desc limit 1`
  return { number: blue!.number, amount }
}

const formsOf = (db: Db, refundId: string) => db<{ id: string; status: string }[]>`
  select id, status from invoices where refund_id = ${refundId} order by id`

/**
 * Has the provider revoke the forms of a refund that is to be cancelled; one that is confirmed by now turns red all the same.
 * Refuses (503) while the provider does not say. Returns those that may be cancelled.
 */
export async function revokeForms(
  app: Parameters<typeof revokeForm>[0],
  refundId: string,
): Promise<ReadonlySet<string>> {
  const revoked = new Set<string>()
  for (const { id, status } of await formsOf(app.db, refundId)) {
    if (status !== 'confirming') continue
    try {
      await revokeForm(app, id)
      revoked.add(id)
    } catch (error) {
      if (!(error instanceof Refusal) || error.words !== redRefusals.confirmedAlready) throw error
    }
  }
  return revoked
}

/**
 * Cancels the red invoices that a refund does not wait for any more, where nothing has turned red: those never sent, those
 * that came to nothing, and those whose forms were revoked. Refuses (409) one whose form was sent where no provider was asked.
 */
export async function cancelReds(
  tx: Tx,
  by: Action['by'],
  refundId: string,
  revoked: ReadonlySet<string> | null,
): Promise<void> {
  for (const { id } of await formsOf(tx, refundId)) {
    const red = await lockInvoice(tx, id)
    if (red.status === 'confirming' && revoked === null) refuse(redRefusals.formSent)
    const isOver = ['requested', 'failed', 'lapsed', 'refused'].includes(red.status)
    if (isOver || (red.status === 'confirming' && revoked?.has(id))) await cancelLocked(tx, by, red)
  }
}
