import { hash } from 'node:crypto'
import { type Action, audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { listenersOf } from '../../../../server/events.ts'
import type { JobKind } from '../../../../server/jobs.ts'
import { claimInvoiced } from '../../../order/server/actions.ts'
import type { InvoiceStatus } from '../../contract.ts'
import { type LockedInvoice, sumOrders } from './data.ts'

declare module '../../../../server/events.ts' {
  interface Events {
    /** Less of locked orders is invoiced, or an invoice of them was issued: what waits for that goes on. */
    invoiceChanged(tx: Tx, orderIds: readonly string[]): Promise<void>
  }
}

/** The job that sends invoices to their provider and asks until each is final; queued when there is one to send. */
export const issueJob = { type: 'invoice.issue', lane: 'money' } as const satisfies JobKind

/** The job that asks for the forms of red invoices and for what became of them. */
export const redJob = { type: 'invoice.red', lane: 'money' } as const satisfies JobKind

/** Number of a request to the provider, by the invoice and how often it was asked for: at most 20 letters and digits. */
export const serialOf = (kind: 'B' | 'R' | 'F', id: string, attempt: number) =>
  kind +
  BigInt(`0x${hash('sha256', `${kind} ${id} ${attempt}`)}`)
    .toString(36)
    .toUpperCase()
    .slice(0, 19)

type By = Action['by']

/** Writes what a locked invoice has become into its history and the log. */
export async function record(
  tx: Tx,
  by: By,
  { id, projectId, status: before, amount }: LockedInvoice,
  status: InvoiceStatus,
  { note = null, ...more }: { note?: string | null; [part: string]: unknown } = {},
): Promise<void> {
  await tx`
    insert into invoice_events ${tx({ projectId, invoiceId: id, status, operatorId: by?.accountId ?? null, note })}`
  await audit(tx, {
    by,
    projectId,
    action: `invoice.${status}`,
    subjectKind: 'invoice',
    subjectId: id,
    before: { status: before },
    after: { status, amount, ...more },
    ...(note ? { reason: note } : {}),
  })
}

/** Tells those who wait for money of locked orders that less of it is invoiced, or that an invoice was issued. */
export async function announce(tx: Tx, invoice: Pick<LockedInvoice, 'id'>): Promise<void> {
  const orderIds = (await sumOrders(tx, invoice.id)).map(({ orderId }) => orderId)
  for (const hear of listenersOf('invoiceChanged')) await hear(tx, orderIds)
}

/**
 * True if a locked blue invoice has its sum of its orders: one that replaces another has it once that is reversed.
 */
export async function isClaimed(tx: Tx, { replacesId }: LockedInvoice): Promise<boolean> {
  if (replacesId === null) return true
  const [row] = await tx<{ status: string }[]>`select status from invoices where id = ${replacesId}`
  return row!.status === 'reddened'
}

/** Counts, under the orders' locks, the sums of an invoice as invoiced, or as no more invoiced. */
export async function countSums(tx: Tx, by: By, id: string, way: 1 | -1): Promise<void> {
  const sums = await sumOrders(tx, id)
  await claimInvoiced(
    tx,
    by,
    sums.map(({ orderId, amount }) => ({ orderId, amount: way * amount })),
  )
}
