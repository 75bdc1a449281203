import { useState } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../../contract/money.ts'
import { useCall } from '../../../../web/client.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { invoiceCalls } from '../../contract.ts'
import './Invoice.css'
import { InvoiceRequest } from './InvoiceRequest.tsx'
import { InvoiceLines } from './OrderInvoices.tsx'
import { invoicePaths } from './paths.ts'
import { useRequestWords } from './requestWords.ts'

/**
 * The invoices of an order as the unit that paid it sees them, and the way to request one; nothing where the reader may not
 * see invoices.
 */
export function UnitOrderInvoices({ orderId }: { orderId: string }) {
  const say = useRequestWords()
  const navigate = useViewNavigate()
  const [isAsking, setAsking] = useState(false)
  const maySave = useMay(invoiceCalls.save)
  const maySee = useMay(invoiceCalls.list)
  const own = useCall(invoiceCalls.list, { orderId, limit: 20 }, { enabled: maySee, staleTime: 0 })
  const { data: orders } = useCall(
    invoiceCalls.canAddList,
    { orderId, only: 'all', limit: 1 },
    { enabled: maySee, staleTime: 0 },
  )
  const can = orders?.list[0]
  if (!maySee) return null
  return (
    <section className="shell-card invoice-order">
      <div className="k-cluster k-split">
        <h2>{say('invoices')}</h2>
        {maySave && can && can.block === null && can.left > 0 && (
          <Button type="primary" onClick={() => setAsking(true)}>
            {say('ask')}
          </Button>
        )}
      </div>
      {can && can.left > 0 && can.block === null && (
        <p>
          {say('canNow', { amount: yuan(can.left) })} <span className="k-muted">{say('rosterAnnexed')}</span>
        </p>
      )}
      <Loaded query={own} skeleton={<Skeleton lines={2} />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="k-muted">{can?.block ?? say('noneYet')}</p>
          ) : (
            <>
              <InvoiceLines invoices={list} reader="payer" linkOf={invoicePaths.ofUnit} />
              <p>
                <Link to={invoicePaths.unit}>{say('allInvoices')}</Link>
              </p>
            </>
          )
        }
      </Loaded>
      <Sheet open={isAsking} onClose={() => setAsking(false)} title={say('ask')}>
        <InvoiceRequest
          orderId={orderId}
          isUnit
          onDone={(id) => {
            setAsking(false)
            navigate(invoicePaths.ofUnit(id))
          }}
        />
      </Sheet>
    </section>
  )
}
