import { useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Button, ButtonLink } from '../../../../web/kit/Button.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import type { Order } from '../../../order/contract.ts'
import { invoiceCalls } from '../../contract.ts'
import { useRequestWords } from './requestWords.ts'
import { useInvoiceState } from './states.ts'

/** More than anybody has. */
const most = 50

/** An order's invoice as a learner sees it: its state, the way to request it, or why it cannot be. */
export function OrderInvoice({ order }: { order: Order }) {
  const say = useRequestWords()
  const nameOf = useInvoiceState()
  const [isWhy, setWhy] = useState(false)
  const mayHave = order.amount > 0 && order.paidAt !== null
  const { data: invoices } = useCall(invoiceCalls.list, { colour: 'blue', limit: most }, { enabled: mayHave })
  const { data: orders } = useCall(
    invoiceCalls.canAddList,
    { only: 'all', limit: most },
    { enabled: mayHave },
  )
  const own = invoices?.list.find(
    ({ orderNos, status }) => status !== 'withdrawn' && orderNos.includes(order.orderNo),
  )
  const can = orders?.list.find(({ orderId }) => orderId === order.id)
  return (
    <>
      {own && (
        <ButtonLink kind="quiet" to={`?tab=invoices&invoice=${own.id}`}>
          {say('ofOrder', { state: nameOf(own) })}
        </ButtonLink>
      )}
      {can && can.left > 0 && can.block === null && (
        <ButtonLink kind="quiet" to={`?tab=invoices&ask=${order.id}`}>
          {say('askFor')}
        </ButtonLink>
      )}
      {!own && can?.block && (
        <Button kind="quiet" onClick={() => setWhy(true)}>
          {say('whyNot')}
        </Button>
      )}
      <Sheet open={isWhy} onClose={() => setWhy(false)} title={say('whyNot')}>
        <p>{can?.block}</p>
      </Sheet>
    </>
  )
}
