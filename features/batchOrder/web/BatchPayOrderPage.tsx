import { Empty } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { unitClassPaths } from '../../unitClass/web/paths.ts'
import './BatchOrder.css'
import { BatchOrderView, type OrderInvoices } from './BatchOrderView.tsx'
import { NewBatchOrder } from './NewBatchOrder.tsx'
import { useBatchOrderWords } from './words.ts'

/** /train-manage/batch-pay-order: what an order of a roster would be before it is placed; afterwards how it is paid. */
export default function BatchPayOrderPage({ Invoices }: { Invoices?: OrderInvoices }) {
  const say = useBatchOrderWords()
  const navigate = useViewNavigate()
  const [{ id, orderId }] = useUrlState()
  if (orderId) return <BatchOrderView key={orderId} orderId={orderId} {...(Invoices && { Invoices })} />
  if (id) return <NewBatchOrder key={id} unitClassId={id} />
  return (
    <Empty
      title={say('noOrders')}
      action={<Button onClick={() => navigate(unitClassPaths.list)}>{say('toRoster')}</Button>}
    />
  )
}
