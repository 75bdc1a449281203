import type { Static } from 'typebox'
import { dateTime } from '../../../../web/format.ts'
import type { InvoiceDetail } from '../../contract.ts'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import './Invoice.css'
import { useInvoiceWords } from './words.ts'

type Step = Static<typeof InvoiceDetail>['timeline'][number]

/** The number with the step that gave it, and what was said and by whom. */
function Particulars({ of: { status, number, note, by } }: { of: Step }) {
  const parts = [status === 'opened' && number, note, by].filter(Boolean)
  return parts.length > 0 && <p className="k-small k-break">{parts.join(' · ')}</p>
}

/** Events of an invoice and of those that reverse and replace it, the oldest first. */
export function InvoiceTimeline({ steps }: { steps: readonly Step[] }) {
  const say = useInvoiceWords()
  return (
    <ol className="invoice-steps k-stack k-gap-3">
      {steps.map((step, at) => (
        <li key={`${step.invoiceId} ${step.at} ${step.status}`} data-colour={step.colour}>
          {step.invoiceId !== steps[at - 1]?.invoiceId && (
            <p>
              <b>{say('stepOf', { what: say(step.colour), applyNo: step.applyNo })}</b>
            </p>
          )}
          <p>
            <InvoiceStatusTag invoice={step} />{' '}
            <time className="k-muted k-small k-nowrap" dateTime={step.at}>
              {dateTime(step.at)}
            </time>
          </p>
          <Particulars of={step} />
        </li>
      ))}
    </ol>
  )
}
