import { Suspense } from 'react'
import OrderPage from '../features/signUp/fee/web/CmsOrderPage.tsx'
import { useIsProvider } from '../features/unit/web/provider.ts'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const OrderInvoices = lazyPart(() =>
  import('../features/invoice/page/web/OrderInvoices.tsx').then((part) => ({ default: part.OrderInvoices })),
)
const UnitOrderInvoices = lazyPart(() =>
  import('../features/invoice/page/web/UnitOrderInvoices.tsx').then((part) => ({
    default: part.UnitOrderInvoices,
  })),
)

/** The invoices of an order of fees: for the office those of any, for a unit those of what it paid itself. */
function Invoices({ orderId, byUnit }: { orderId: string; byUnit: boolean }) {
  const isProvider = useIsProvider()
  if (!isProvider && !byUnit) return null
  const Part = isProvider ? OrderInvoices : UnitOrderInvoices
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <Part orderId={orderId} />
    </Suspense>
  )
}

/** /cms-manage/cms-order-detail: an order of fees with the applications that it pays, and with its invoices. */
export default function CmsOrderPage() {
  return <OrderPage Invoices={Invoices} />
}
