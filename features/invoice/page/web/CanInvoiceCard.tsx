import type { OutputOf } from '../../../../contract/call.ts'
import { yuan } from '../../../../contract/money.ts'
import { useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { invoiceCalls } from '../../contract.ts'
import './Invoice.css'
import { useRequestWords } from './requestWords.ts'

/** Orders that are listed with why they cannot be invoiced. */
const most = 50

/** Sum that can be invoiced now, with the way to ask for it, and why the other orders cannot. */
export function CanInvoiceCard({ onAsk }: { onAsk: () => void }) {
  const own = useCall(invoiceCalls.accountInvoice, {}, { staleTime: 0 })
  return (
    <section className="k-card padded invoice-can">
      <Loaded query={own} skeleton={<Skeleton lines={3} />}>
        {(account) => <Can own={account} onAsk={onAsk} />}
      </Loaded>
    </section>
  )
}

function Can({ own, onAsk }: { own: OutputOf<typeof invoiceCalls.accountInvoice>; onAsk: () => void }) {
  const say = useRequestWords()
  const { data } = useCall(invoiceCalls.canAddList, { only: 'all', limit: most }, { enabled: own.open })
  const blocked = data?.list.filter(({ block }) => block !== null) ?? []
  if (!own.open) return <p>{say('closed')}</p>
  return (
    <>
      <div className="k-cluster k-split k-gap-4">
        <div>
          <h2>{own.orders > 0 ? say('canNow', { amount: yuan(own.left) }) : say('nothingLeft')}</h2>
          <p className="k-muted k-small">
            {own.orders > 0
              ? say('canNowOf', { count: own.orders, days: own.withinDays })
              : say('nothingLeftHint')}
          </p>
        </div>
        {own.orders > 0 && (
          <Button kind="main" onClick={onAsk}>
            {say('ask')}
          </Button>
        )}
      </div>
      {blocked.length > 0 && (
        <details className="invoice-more">
          <summary>{say('why')}</summary>
          <ul className="k-list k-stack k-gap-3">
            {blocked.map(({ orderId, orderNo, classNames, block }) => (
              <li key={orderId}>
                {classNames.join(say('comma'))} <span className="k-muted k-small">{orderNo}</span>
                <p className="k-small k-warn">{block}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
