import { useState } from 'react'
import { Button } from '../../../web/kit/Button.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import type { Order } from '../../order/contract.ts'
import { PaymentProofButton } from '../../paymentProof/web/PaymentProofButton.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { useOrderHistoryWords } from './words.ts'

/** Opens the history of a learner's own order. */
export function OrderHistoryButton({ order }: { order: Order }) {
  const say = useOrderHistoryWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {say('history')}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={say('history')}>
        <OrderHistory orderId={order.id} />
        <PaymentProofButton order={order} />
      </Sheet>
    </>
  )
}
