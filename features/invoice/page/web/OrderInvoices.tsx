import { Link } from 'react-router'
import { yuan } from '../../../../contract/money.ts'
import { useCall } from '../../../../web/client.ts'
import { date } from '../../../../web/format.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import type { Invoice } from '../../contract.ts'
import { issueCalls } from '../../issue/contract.ts'
import './Invoice.css'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import { invoicePaths } from './paths.ts'
import { useRequestWords } from './requestWords.ts'
import { useInvoiceNext } from './states.ts'
import { useInvoiceWords } from './words.ts'

/** The invoices of an order as the office sees them; nothing where the reader may not see invoices. */
export function OrderInvoices({ orderId }: { orderId: string }) {
  const say = useRequestWords()
  const maySee = useMay(issueCalls.list)
  const query = useCall(issueCalls.list, { orderId, limit: 20 }, { enabled: maySee, staleTime: 0 })
  if (!maySee) return null
  return (
    <section className="shell-card invoice-order">
      <h2>{say('invoices')}</h2>
      <Loaded query={query} skeleton={<Skeleton lines={2} />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="k-muted">{say('noneYet')}</p>
          ) : (
            <InvoiceLines invoices={list} reader="office" linkOf={invoicePaths.ofOffice} />
          )
        }
      </Loaded>
    </section>
  )
}

/** Invoices, a line each, with the state in words. */
export function InvoiceLines({
  invoices,
  reader,
  linkOf,
}: {
  invoices: readonly Invoice[]
  reader: 'payer' | 'office'
  linkOf: (id: string) => string
}) {
  const say = useInvoiceWords()
  const nextOf = useInvoiceNext(reader)
  return (
    <ul className="k-list k-stack k-gap-3">
      {invoices.map((invoice) => {
        const { next, waitsFor } = nextOf(invoice)
        return (
          <li key={invoice.id}>
            <div className="k-cluster">
              <Link to={linkOf(invoice.id)}>
                {say(invoice.colour)} {invoice.number ?? invoice.applyNo}
              </Link>
              <InvoiceStatusTag invoice={invoice} />
              <span className="k-numbers">¥{yuan(invoice.amount)}</span>
              <span className="k-muted k-small">{date(invoice.issuedAt ?? invoice.createdAt)}</span>
            </div>
            <p className="k-small k-soft">
              {next} {waitsFor}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
