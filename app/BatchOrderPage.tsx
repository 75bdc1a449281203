import OrderPage from '../features/batchOrder/web/BatchOrderPage.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const OrderInvoices = lazyPart(() =>
  import('../features/invoice/page/web/OrderInvoices.tsx').then((part) => ({ default: part.OrderInvoices })),
)

/** /order-manage/batch-order: a batch order as the provider sees it, with its invoices. */
export default function BatchOrderPage() {
  return <OrderPage Invoices={OrderInvoices} />
}
