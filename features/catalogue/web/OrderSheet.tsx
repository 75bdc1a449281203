import { useCallback } from 'react'
import { useCall } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { useStateName } from '../../../web/words.ts'
import { studyPath } from '../../enrolment/rules.ts'
import { type Order, orderCalls } from '../../order/contract.ts'
import { orderLifecycle } from '../../order/rules.ts'
import { PayCode } from '../../payment/web/PayCode.tsx'
import type { CatalogueClass } from '../contract.ts'
import { useCatalogueWords } from './words.ts'

/** Pays an order where the class was chosen; once it is paid, the sheet opens the class. */
export default function OrderSheet({
  orderId,
  item,
  onClose,
}: {
  orderId: string
  item: CatalogueClass
  onClose: () => void
}) {
  const say = useCatalogueWords()
  const order = useCall(orderCalls.getOrderDetail, { orderId }, { staleTime: 0 })
  const again = order.refetch
  const refetch = useCallback(() => void again(), [again])
  return (
    <Sheet open onClose={onClose} title={say('orderOf', { name: item.name })}>
      <Loaded query={order}>
        {(data) =>
          data.status === 'unpaid' ? (
            <PayCode order={data} onChange={refetch} />
          ) : (
            <Settled order={data} item={item} />
          )
        }
      </Loaded>
    </Sheet>
  )
}

/** What came of the order: the class to begin, or why there is none. */
function Settled({ order, item }: { order: Order; item: CatalogueClass }) {
  const say = useCatalogueWords()
  const nameOf = useStateName(orderLifecycle)
  const isOpen = order.status === 'paid' || order.status === 'free'
  return (
    <div className="order-settled" role="status">
      <p>{isOpen ? say('paidNow') : nameOf(order.status)}</p>
      {isOpen && item.joined && (
        <ButtonLink kind="main" wide to={studyPath(item.joined.enrolmentId)}>
          {say('startStudy')}
        </ButtonLink>
      )}
      {!isOpen && <ButtonLink to="/my?tab=orders">{say('myOrders')}</ButtonLink>}
    </div>
  )
}
