import { type ComponentProps, Suspense } from 'react'
import PayPage from '../features/batchOrder/web/BatchPayOrderPage.tsx'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const LateInvoices = lazyPart(() =>
  import('../features/invoice/page/web/UnitOrderInvoices.tsx').then((part) => ({
    default: part.UnitOrderInvoices,
  })),
)

const UnitOrderInvoices = (props: ComponentProps<typeof LateInvoices>) => (
  <Suspense fallback={<Skeleton lines={2} />}>
    <LateInvoices {...props} />
  </Suspense>
)

/** /train-manage/batch-pay-order: a batch order as its unit sees it, with its invoices. */
export default function BatchPayOrderPage() {
  return <PayPage Invoices={UnitOrderInvoices} />
}
