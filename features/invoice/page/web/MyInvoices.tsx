import { useState } from 'react'
import { yuan } from '../../../../contract/money.ts'
import { useCall } from '../../../../web/client.ts'
import { date } from '../../../../web/format.ts'
import { Chips } from '../../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../../web/kit/Loaded.tsx'
import { Pager } from '../../../../web/kit/Pager.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { type Invoice, invoiceCalls, type InvoiceStatus } from '../../contract.ts'
import { CanInvoiceCard } from './CanInvoiceCard.tsx'
import './Invoice.css'
import { InvoiceRequest } from './InvoiceRequest.tsx'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import { InvoiceView } from './InvoiceView.tsx'
import { useInvoiceNext } from './states.ts'
import { useRequestWords } from './requestWords.ts'
import { useInvoiceWords } from './words.ts'

const limit = 10

/** Groups of states that a learner looks for. */
const groups: Readonly<Record<'all' | 'open' | 'issued', readonly InvoiceStatus[]>> = {
  all: [],
  open: ['requested', 'opening', 'waiting_drawer', 'failed', 'rejected', 'confirming', 'reddening'],
  issued: ['opened', 'part_reddened', 'reddened'],
}

/** A learner's invoices: what can be invoiced, each invoice with what comes next, and one of them in full. */
export function MyInvoices() {
  const say = useRequestWords()
  const [{ invoice, ask }, change] = useUrlState()
  const show = (id: string | null) => change({ invoice: id, ask: null }, 'push')
  return (
    <>
      {invoice ? (
        <InvoiceView
          key={invoice}
          id={invoice}
          isUnit={false}
          orderLink={({ orderId }) => `?tab=orders&order=${orderId}`}
          onOther={show}
          onAll={() => show(null)}
        />
      ) : (
        <>
          <CanInvoiceCard onAsk={() => change({ ask: 'any' })} />
          <List onOpen={show} />
        </>
      )}
      <Sheet open={Boolean(ask)} onClose={() => change({ ask: null })} title={say('ask')}>
        <InvoiceRequest orderId={ask === 'any' ? undefined : ask} isUnit={false} onDone={show} />
      </Sheet>
    </>
  )
}

function List({ onOpen }: { onOpen: (id: string) => void }) {
  const say = useRequestWords()
  const [group, setGroup] = useState<keyof typeof groups>('all')
  const [page, setPage] = useState(1)
  const status = groups[group]
  const query = useCall(
    invoiceCalls.list,
    { page, limit, ...(status.length > 0 ? { status: [...status] } : {}) },
    { keep: true, staleTime: 0 },
  )
  return (
    <section className="k-stack k-gap-4" aria-label={say('own')}>
      <Chips
        label={say('status')}
        value={group}
        options={(['all', 'open', 'issued'] as const).map((value) => ({
          value,
          label: say(value === 'all' ? 'all' : `group_${value}`),
        }))}
        onChange={(next) => {
          setGroup(next)
          setPage(1)
        }}
      />
      <Loaded
        query={query}
        isEmpty={({ total }) => total === 0}
        empty={group === 'all' ? <Empty title={say('none')} hint={say('noneHint')} /> : <Empty />}
      >
        {({ list, total }) => (
          <>
            <ul className="k-list k-stack k-gap-3">
              {list.map((invoice) => (
                <InvoiceCard key={invoice.id} invoice={invoice} onOpen={() => onOpen(invoice.id)} />
              ))}
            </ul>
            <Pager page={page} limit={limit} total={total} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function InvoiceCard({ invoice, onOpen }: { invoice: Invoice; onOpen: () => void }) {
  const ofInvoice = useInvoiceWords()
  const nextOf = useInvoiceNext('payer')
  const { next, waitsFor } = nextOf(invoice)
  return (
    <li className="k-card padded invoice-card">
      <div className="k-cluster k-split">
        <button type="button" className="invoice-open k-bare" onClick={onOpen}>
          {invoice.titleName}
        </button>
        <InvoiceStatusTag invoice={invoice} />
      </div>
      <p className="k-cluster k-split">
        <strong className="k-numbers">¥{yuan(invoice.amount)}</strong>
        <span className="k-muted k-small">
          {ofInvoice(invoice.colour)} {date(invoice.issuedAt ?? invoice.createdAt)}
        </span>
      </p>
      <p className="k-small k-soft">
        {next} {waitsFor && <b className="k-nowrap">{waitsFor}</b>}
      </p>
      {invoice.problem && (
        <p className="k-small k-bad k-break">{ofInvoice('problemOf', { problem: invoice.problem })}</p>
      )}
    </li>
  )
}
