import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Static } from 'typebox'
import { yuan } from '../../../../contract/money.ts'
import { dateTime } from '../../../../web/format.ts'
import { useBilingual } from '../../../../web/words.ts'
import type { InvoiceDetail } from '../../contract.ts'
import { redReasons } from '../../rules.ts'
import './Invoice.css'
import { InvoicePaper } from './InvoicePaper.tsx'
import { InvoiceTimeline } from './InvoiceTimeline.tsx'
import { useInvoiceNext } from './states.ts'
import { TitleFacts } from './TitleFacts.tsx'
import { useInvoiceWords } from './words.ts'

export type Detail = Static<typeof InvoiceDetail>

/** Order of an invoice. */
export type InvoicedOrder = Detail['orders'][number]

/** State of an invoice in words: what comes next, who has to act, why it failed, and which refund waits for it. */
export function InvoiceNotice({
  invoice,
  reader,
  problem,
}: {
  invoice: Detail
  reader: 'payer' | 'office'
  /** Reason why it failed, where the reader knows more than the provider's words. */
  problem?: string
}) {
  const say = useInvoiceWords()
  const nextOf = useInvoiceNext(reader)
  const { next, waitsFor } = nextOf({ ...invoice, isReplacing: invoice.replacesId !== null })
  const why = problem || invoice.problem
  const isBad = ['failed', 'stalled', 'rejected', 'lapsed', 'refused'].includes(invoice.status)
  return (
    <div className="invoice-notice" data-bad={isBad || undefined} role="status">
      <p>
        {next} {waitsFor && <b className="k-nowrap">{waitsFor}</b>}
      </p>
      {why && <p className="k-break">{say('problemOf', { problem: why })}</p>}
      {invoice.refundNo && <p>{say('refundWaits', { refundNo: invoice.refundNo })}</p>}
    </div>
  )
}

const PlainNumber = ({ text }: { text: string }) => text

/** All that is printed on an invoice, its orders, and what happened to it. */
export function InvoiceBody({
  invoice,
  orderLink,
  Copied = PlainNumber,
  more,
}: {
  invoice: Detail
  /** Address of an order's page; null where the reader may not open it. */
  orderLink: (order: InvoicedOrder) => string | null
  /** Draws a number with its name, which the office copies by a button. */
  Copied?: ComponentType<{ text: string; name: string }>
  /** Further facts, for the office. */
  more?: ReactNode
}) {
  const say = useInvoiceWords()
  const either = useBilingual()
  const reason = invoice.redReason && redReasons[invoice.redReason]
  return (
    <div className="invoice-body k-stack k-gap-5">
      <dl className="k-facts">
        <dt>{say('applyNo')}</dt>
        <dd>
          <Copied text={invoice.applyNo} name={say('applyNo')} />
        </dd>
        {invoice.number && (
          <>
            <dt>{say('number')}</dt>
            <dd>
              <Copied text={invoice.number} name={say('number')} />
            </dd>
          </>
        )}
        <dt>{say('requestedAt')}</dt>
        <dd>{dateTime(invoice.createdAt)}</dd>
        {invoice.issuedAt && (
          <>
            <dt>{say('issuedAt')}</dt>
            <dd>{dateTime(invoice.issuedAt)}</dd>
          </>
        )}
        {reason && (
          <>
            <dt>{say('redReason')}</dt>
            <dd>
              {either(reason.zh, reason.en)}{' '}
              {invoice.originalNumber && (
                <span className="k-muted k-small">
                  {say('ofOriginal', { number: invoice.originalNumber })}
                </span>
              )}
            </dd>
          </>
        )}
        <dt>{say('orders')}</dt>
        <dd>
          <ul className="k-list">
            {invoice.orders.map((order) => {
              const to = orderLink(order)
              return (
                <li key={order.orderId}>
                  {to ? <Link to={to}>{order.orderNo}</Link> : order.orderNo}{' '}
                  <span className="k-numbers">¥{yuan(order.amount)}</span>
                </li>
              )
            })}
          </ul>
        </dd>
        {more}
      </dl>
      <TitleFacts kind={invoice.kind} title={invoice.title} email={invoice.email} />
      <InvoicePaper of={invoice} />
      <section>
        <h3>{say('timeline')}</h3>
        <InvoiceTimeline steps={invoice.timeline} />
      </section>
    </div>
  )
}
