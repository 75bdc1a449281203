import type { Invoice } from '../../contract.ts'
import { tones, useInvoiceState } from './states.ts'

/** State of an invoice of either colour. */
export function InvoiceStatusTag({ invoice }: { invoice: Pick<Invoice, 'colour' | 'status'> }) {
  const nameOf = useInvoiceState()
  return <span className={`k-tag ${tones[invoice.colour][invoice.status] ?? ''}`}>{nameOf(invoice)}</span>
}
