import { type ComponentProps, useState } from 'react'
import { yuan } from '../../../../contract/money.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { invoiceCalls } from '../../contract.ts'
import './Invoice.css'
import { type Detail, InvoiceBody, type InvoicedOrder, InvoiceNotice } from './InvoiceBody.tsx'
import { InvoiceFiles } from './InvoiceFiles.tsx'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import { lookAgain } from './states.ts'
import { ReOpen, ReSave } from './TitleForms.tsx'
import { useRequestWords } from './requestWords.ts'
import { useInvoiceWords } from './words.ts'

interface Props {
  id: string
  isUnit: boolean
  /** Address of an order's page; null where the reader may not open it. */
  orderLink: (order: InvoicedOrder) => string | null
  /** Shows another invoice of the chain: the one in its place. */
  onOther: (id: string) => void
  onAll: () => void
}

/** An invoice as its payer sees it: its state in words, its files, what can be done, and what happened to it. */
export function InvoiceView({ id, onAll, ...rest }: Props) {
  const say = useRequestWords()
  const query = useCall(
    invoiceCalls.detail,
    { id },
    { staleTime: 0, refetchInterval: (invoice) => lookAgain(invoice?.status) },
  )
  return (
    <>
      <div>
        <Button kind="quiet" onClick={onAll}>
          ‹ {say('allInvoices')}
        </Button>
      </div>
      <Loaded query={query} skeleton={<Skeleton lines={12} />}>
        {(invoice) => <Known invoice={invoice} {...rest} />}
      </Loaded>
    </>
  )
}

const FileButton: ComponentProps<typeof InvoiceFiles>['Action'] = ({ isMain, ...rest }) => (
  <Button kind={isMain ? 'main' : 'plain'} {...rest} />
)

function Known({ invoice, isUnit, orderLink, onOther }: Omit<Props, 'id' | 'onAll'> & { invoice: Detail }) {
  const say = useRequestWords()
  const ofInvoice = useInvoiceWords()
  const [asking, setAsking] = useState<'reSave' | 'reOpen' | 'withdraw' | null>(null)
  const close = () => setAsking(null)
  const may = (step: Detail['steps'][number]) => invoice.steps.includes(step)
  const done = (other: string) => {
    close()
    if (other !== invoice.id) onOther(other)
  }
  const withdraw = useAction(invoiceCalls.withdraw, {
    onDone() {
      close()
      notify('success', say('withdrawn'))
    },
  })
  const who = { invoice, isUnit, isOwn: true, onDone: done }
  return (
    <article className="k-card padded k-stack k-gap-4">
      <header>
        <div className="k-cluster k-split">
          <p className="k-muted k-small">
            {ofInvoice(invoice.colour)} · {ofInvoice(invoice.kind)}
          </p>
          <InvoiceStatusTag invoice={invoice} />
        </div>
        <h2 className="k-break">{invoice.title.name}</h2>
        <p className="invoice-amount k-numbers">¥{yuan(invoice.amount)}</p>
      </header>
      <InvoiceNotice invoice={invoice} reader="payer" />
      <div className="invoice-actions k-cluster k-gap-3">
        <InvoiceFiles invoice={invoice} Action={FileButton} />
        {may('reSave') && (
          <Button kind="main" onClick={() => setAsking('reSave')}>
            {say('reSave')}
          </Button>
        )}
        {may('reOpen') && <Button onClick={() => setAsking('reOpen')}>{say('reOpen')}</Button>}
        {may('withdraw') && (
          <Button kind="quiet" onClick={() => setAsking('withdraw')}>
            {say('withdraw')}
          </Button>
        )}
      </div>
      <InvoiceBody invoice={invoice} orderLink={orderLink} />
      <Sheet open={asking === 'reSave'} onClose={close} title={say('reSave')}>
        <ReSave {...who} />
      </Sheet>
      <Sheet open={asking === 'reOpen'} onClose={close} title={say('reOpenTitle')}>
        <ReOpen {...who} />
      </Sheet>
      <Sheet open={asking === 'withdraw'} onClose={close} title={say('withdraw')}>
        <p>{say('withdrawHint')}</p>
        <div className="invoice-actions k-cluster k-gap-3 k-end">
          <Button onClick={close}>{say('keep')}</Button>
          <Button kind="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id: invoice.id })}>
            {say('withdraw')}
          </Button>
        </div>
      </Sheet>
    </article>
  )
}
