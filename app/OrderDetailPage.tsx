import OrderPage from '../features/orderHistory/web/OrderDetailPage.tsx'
import { OrderInvoices } from '../features/invoice/page/web/OrderInvoices.tsx'

/** /order-manage/detail: one order with everything about it, with its invoices. */
export default function OrderDetailPage() {
  return <OrderPage Invoices={OrderInvoices} />
}
