import { hash } from 'node:crypto'
import type { Tx } from '../../../../server/db.ts'
import { listenersOf } from '../../../../server/events.ts'
import type { JobKind } from '../../../../server/jobs.ts'
import { partsOf, type StoredInvoice } from '../../server/actions.ts'

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

/** Tells those who wait for money of locked orders that less of it is invoiced, or that an invoice was issued. */
export async function announce(tx: Tx, invoice: Pick<StoredInvoice, 'id'>): Promise<void> {
  const orderIds = (await partsOf(tx, invoice.id)).map(({ orderId }) => orderId)
  for (const hear of listenersOf('invoiceChanged')) await hear(tx, orderIds)
}
