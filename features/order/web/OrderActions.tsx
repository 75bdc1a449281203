import { type ReactNode, useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { type ManagedOrder, orderCalls } from '../contract.ts'
import { orderLifecycle } from '../rules.ts'
import { useOrderWords } from './words.ts'

const ChangePrice = dialogPart(() => import('./ChangePrice.tsx'))
const FreeOrder = dialogPart(() => import('./FreeOrder.tsx'))

/** Path of the page on which an operator refunds an order. */
const refunds = '/invoice-manage/refund-list'

/**
 * Returns the actions an operator may take on an order now, and their dialogs; what is proposed is not
 * proposed again.
 */
export function useOrderActions(): {
  actionsOf: (order: ManagedOrder) => (RowAction | false)[]
  dialogs: ReactNode
} {
  const say = useOrderWords()
  const navigate = useViewNavigate()
  const [waived, setWaived] = useState<ManagedOrder | null>(null)
  const [repriced, setRepriced] = useState<ManagedOrder | null>(null)
  const cancel = useAction(orderCalls.cancelMyOrder)
  const mayFree = useMay(orderCalls.freeOrder)
  const mayRefund = useMay(refunds)
  const mayCancel = useMay(orderCalls.cancelMyOrder)
  return {
    actionsOf: (order) => [
      mayRefund &&
        order.amount > 0 &&
        orderLifecycle.can(order.status, 'refundSome') && {
          key: 'refund',
          label: say('refund'),
          onClick: () => navigate(`${refunds}?refundOrder=${order.id}`),
        },
      mayFree &&
        orderLifecycle.can(order.status, 'free') &&
        !order.isProposed && { key: 'free', label: say('free_'), onClick: () => setWaived(order) },
      mayFree &&
        order.amount > 0 &&
        orderLifecycle.can(order.status, 'reprice') &&
        !order.isProposed && { key: 'price', label: say('changePrice'), onClick: () => setRepriced(order) },
      mayCancel &&
        orderLifecycle.can(order.status, 'cancel') && {
          key: 'cancel',
          label: say('cancelTitle'),
          danger: true,
          confirm: {
            title: say('cancelOf', { no: order.orderNo }),
            text: say('placesReleased'),
            yes: say('cancelTitle'),
            no: say('keep'),
          },
          onClick: () => cancel.mutate({ orderId: order.id }),
        },
    ],
    dialogs: (
      <>
        {waived && <FreeOrder order={waived} onClose={() => setWaived(null)} />}
        {repriced && <ChangePrice orderId={repriced.id} onClose={() => setRepriced(null)} />}
      </>
    ),
  }
}
