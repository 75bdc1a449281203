import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { FactTable } from '../../../web/shell/control/FactTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { OrderHistory } from '../../orderHistory/web/OrderHistory.tsx'
import { type ManagedRefund, refundCalls } from '../contract.ts'
import { useFailureText } from './failureText.ts'
import { RefundStatusTag } from './RefundStatusTag.tsx'
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
  const failure = useFailureText()(refund)
  const mayOrders = useMay('/order-manage/list')
  const mayLearners = useMay('/student-manage/student')
  const { status, orderId, orderNo, payerName, accountId, mobileMask, terms, times, reason, offline } = refund
  const payer = [payerName, mobileMask].filter(Boolean).join(' ')
  const decided = [refund.deciderName, refund.decidedAt && dateTime(refund.decidedAt), refund.decision]
  const facts: ComponentProps<typeof FactTable>['facts'] = [
    [
      say('status'),
      <>
        <RefundStatusTag status={status} /> {failure}
      </>,
    ],
    [say('amount'), `¥${yuan(refund.amount)}`],
    [say('order'), mayOrders ? <Link to={`/order-manage/detail?id=${orderId}`}>{orderNo}</Link> : orderNo],
    [
      say('payer'),
      mayLearners && accountId ? (
        <Link to={`/student-manage/student-detail?accountId=${accountId}`}>{payer}</Link>
      ) : (
        payer
      ),
    ],
    [
      say('evidence'),
      <>
        {refund.items.map(({ itemId, name, amount, progress, days }) => (
          <div key={itemId}>
            {name} · ¥{yuan(amount)} · {say('evidenceOf', { percent: Math.floor(progress / 100), days })}
          </div>
        ))}
        {refund.items.length === 0 && say('surplus')}
        {times !== null && <div>{say('timesOf', { nth: times + 1 })}</div>}
        {terms && <div>{say('terms', { ...terms })}</div>}
      </>,
    ],
    [say('reason'), reason],
    [say('requested'), dateTime(refund.createdAt)],
    [say('decided'), decided.filter(Boolean).join(' · ')],
    [say('wayOffline'), offline && `${say('paidOffline', { ...offline })} · ${offline.serialNo}`],
    [say('refundedAt'), refund.succeededAt && dateTime(refund.succeededAt)],
  ]
  return (
    <>
      <FactTable facts={facts} />
      <h3 className="refund-history">{say('history')}</h3>
      <OrderHistory orderId={orderId} />
    </>
  )
}
