import PayPage from '../features/batchOrder/web/BatchPayOrderPage.tsx'
import { UnitOrderInvoices } from '../features/invoice/page/web/UnitOrderInvoices.tsx'

/** /train-manage/batch-pay-order: a batch order as its unit sees it, with its invoices. */
export default function BatchPayOrderPage() {
  return <PayPage Invoices={UnitOrderInvoices} />
}
