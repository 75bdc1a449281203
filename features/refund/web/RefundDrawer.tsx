import { useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { FactTable } from '../../../web/shell/control/FactTable.tsx'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { OrderHistory } from '../../orderHistory/web/OrderHistory.tsx'
import { type ManagedRefund, refundCalls } from '../contract.ts'
import { useRefundFacts } from './RefundEvidence.tsx'
import { useRefundWords } from './words.ts'

/** One refund: the evidence it is decided on, what the channel said, and what happened to its order. */
export default function RefundDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useRefundWords()
  const query = useCall(refundCalls.list, { id, limit: 1 }, { staleTime: 0 })
  const no = query.data?.list[0]?.refundNo ?? ''
  return (
    <OfficeDrawer open onClose={onClose} size={dialogWidths.wide} title={say('detailsTitle', { no })}>
      <Loaded query={query} isEmpty={({ list }) => list.length === 0} empty={<Empty />}>
        {({ list: [refund] }) => <Facts refund={refund!} />}
      </Loaded>
    </OfficeDrawer>
  )
}

function Facts({ refund }: { refund: ManagedRefund }) {
  const say = useRefundWords()
  return (
    <>
      <FactTable facts={useRefundFacts(refund)} />
      <h3 className="refund-history">{say('history')}</h3>
      <OrderHistory orderId={refund.orderId} />
    </>
  )
}
