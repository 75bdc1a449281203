import { OrderAgain } from '../../cart/web/OrderAgain.tsx'
import { OrderInvoice } from '../../invoice/page/web/OrderInvoice.tsx'
import type { Order } from '../../order/contract.ts'
import { MyOrders } from '../../order/web/MyOrders.tsx'
import { OrderHistoryButton } from '../../orderHistory/web/OrderHistoryButton.tsx'
import { PaymentProofButton } from '../../paymentProof/web/PaymentProofButton.tsx'
import { OrderRefunds } from '../../refund/web/OrderRefunds.tsx'

/** The learner's own orders, each with what other features have of it. */
export const OwnOrders = () => <MyOrders More={OrderMore} />

/** History, refunds, invoice and payment confirmation of an order. */
function OrderMore({ order }: { order: Order }) {
  return (
    <>
      <OrderHistoryButton order={order} />
      <OrderAgain order={order} />
      <OrderRefunds order={order} />
      <OrderInvoice order={order} />
      <PaymentProofButton order={order} />
    </>
  )
}
