import type { Static } from 'typebox'
import { dateTime } from '../../../../web/format.ts'
import type { InvoiceDetail } from '../../contract.ts'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import './Invoice.css'
import { useInvoiceWords } from './words.ts'

/** Events of an invoice and of those that reverse and replace it, the oldest first. */
export function InvoiceTimeline({ steps }: { steps: Static<typeof InvoiceDetail>['timeline'] }) {
  const say = useInvoiceWords()
  return (
    <ol className="invoice-steps k-stack k-gap-3">
      {steps.map((step) => (
        <li key={`${step.invoiceId} ${step.at} ${step.status}`} data-colour={step.colour}>
          <p>
            <b>{say('stepOf', { what: say(step.colour), applyNo: step.applyNo })}</b>{' '}
            <InvoiceStatusTag invoice={step} />{' '}
            <time className="k-muted k-small k-nowrap" dateTime={step.at}>
              {dateTime(step.at)}
            </time>
          </p>
          {(step.number ?? step.note ?? step.by) && (
            <p className="k-small k-break">{[step.number, step.note, step.by].filter(Boolean).join(' · ')}</p>
          )}
        </li>
      ))}
    </ol>
  )
}
