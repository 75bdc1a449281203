import { type ComponentProps, Suspense } from 'react'
import OrderPage from '../features/batchOrder/web/BatchOrderPage.tsx'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const LateInvoices = lazyPart(() =>
  import('../features/invoice/page/web/OrderInvoices.tsx').then((part) => ({ default: part.OrderInvoices })),
)

const OrderInvoices = (props: ComponentProps<typeof LateInvoices>) => (
  <Suspense fallback={<Skeleton lines={2} />}>
    <LateInvoices {...props} />
  </Suspense>
)

/** /order-manage/batch-order: a batch order as the provider sees it, with its invoices. */
export default function BatchOrderPage() {
  return <OrderPage Invoices={OrderInvoices} />
}
