import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CallRefused, notifyRefusal, useAction } from '../../../web/client.ts'
import { freshId } from '../../../web/freshId.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { orderCalls } from '../../order/contract.ts'
import { cartCalls } from '../contract.ts'

/** Button that orders some classes together for the sum that the learner sees, and goes on to pay for them. */
export function OrderTogether({
  classIds,
  amount,
  onRefused,
  children,
}: {
  classIds: readonly string[]
  /** Fen. */
  amount: number
  /** Called when the classes or the sum are others by now. */
  onRefused: () => void
  children: ReactNode
}) {
  const navigate = useNavigate()
  // Sent again after a lost answer it is the same order.
  const [requestKey] = useState(freshId)
  const order = useAction(orderCalls.saveOrder, { quiet: true })
  const removeOrdered = useAction(cartCalls.delete, { quiet: true })

  async function submit() {
    const { id } = await order.mutateAsync({ classIds: [...classIds], expectedAmount: amount, requestKey })
    removeOrdered.mutate({ classIds: [...classIds] })
    await navigate(`/go-pay?orderId=${id}`)
  }

  function refuse(error: CallRefused) {
    notifyRefusal(error)
    onRefused()
  }

  return (
    <Button kind="main" wide busy={order.isPending} onClick={() => void submit().catch(refuse)}>
      {children}
    </Button>
  )
}
