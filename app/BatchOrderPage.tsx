import OrderPage from '../features/batchOrder/web/BatchOrderPage.tsx'
import { OrderInvoices } from '../features/invoice/page/web/OrderInvoices.tsx'

/** /order-manage/batch-order: a batch order as the provider sees it, with its invoices. */
export default function BatchOrderPage() {
  return <OrderPage Invoices={OrderInvoices} />
}
