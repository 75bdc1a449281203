import { Empty } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { receiptCalls } from '../../receipt/contract.ts'
import { batchOrderCalls } from '../contract.ts'
import './BatchOrder.css'
import { BatchOrderView, type OrderInvoices } from './BatchOrderView.tsx'
import { batchOrderPaths } from './paths.ts'
import { useBatchOrderWords } from './words.ts'

/** /order-manage/batch-order: a batch order as the provider sees it, who matches its money, waives or cancels it. */
export default function BatchOrderPage({ Invoices }: { Invoices?: OrderInvoices }) {
  const say = useBatchOrderWords()
  const navigate = useViewNavigate()
  const mayFree = useMay(batchOrderCalls.unitBatchFreeOrder)
  const mayRecord = useMay(receiptCalls.record)
  const [{ id }] = useUrlState()
  if (!id)
    return (
      <Empty
        title={say('noOrders')}
        action={<Button onClick={() => navigate(batchOrderPaths.list)}>{say('orders')}</Button>}
      />
    )
  return (
    <>
      {(mayFree || mayRecord) && <ProposalNotice about={{ subjectId: id }} />}
      <BatchOrderView key={id} orderId={id} {...(Invoices && { Invoices })} />
    </>
  )
}
