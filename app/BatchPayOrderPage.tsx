import PayPage from '../features/batchOrder/web/BatchPayOrderPage.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const UnitOrderInvoices = lazyPart(() =>
  import('../features/invoice/page/web/UnitOrderInvoices.tsx').then((part) => ({
    default: part.UnitOrderInvoices,
  })),
)

/** /train-manage/batch-pay-order: a batch order as its unit sees it, with its invoices. */
export default function BatchPayOrderPage() {
  return <PayPage Invoices={UnitOrderInvoices} />
}
