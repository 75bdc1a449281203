import { Link } from 'react-router'
import { yuan } from '../../../../contract/money.ts'
import { useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Skeleton } from '../../../../web/kit/Loaded.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { LoadedSubject } from '../../../../web/shell/form/LoadedSubject.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useSubject } from '../../../../web/shell/view/subject.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { orderLifecycle } from '../../../order/rules.ts'
import { OrderStatusTag } from '../../../order/web/OrderStatusTag.tsx'
import { useChannelName, useOrderWords } from '../../../order/web/words.ts'
import { OfficePayCode } from '../../../payment/web/OfficePayCode.tsx'
import { refundCalls } from '../../../refund/contract.ts'
import { ApplicationStatusTag } from '../../application/web/ApplicationStatusTag.tsx'
import { signUpPaths } from '../../web/paths.ts'
import { type CmsOrder, feeCalls } from '../contract.ts'
import './CmsOrder.css'
import { feePaths } from './paths.ts'
import { useCancelOrder } from './useCancelOrder.ts'
import { useFeeWords } from './words.ts'

/** /cms-manage/cms-order-detail: one order of sign-up fees with the applications that it pays, and its payment by the unit. */
export default function CmsOrderPage() {
  const [{ id }] = useUrlState()
  const query = useCall(
    feeCalls.get,
    { orderId: id! },
    {
      enabled: id !== undefined,
      staleTime: 0,
    },
  )
  return (
    <LoadedSubject list={feePaths.list} query={query} skeleton={<Skeleton lines={10} />}>
      {(order) => <KnownOrder order={order} onPaid={() => void query.refetch()} />}
    </LoadedSubject>
  )
}

function KnownOrder({ order, onPaid }: { order: CmsOrder; onPaid: () => void }) {
  const say = useFeeWords()
  const word = useOrderWords()
  const navigate = useViewNavigate()
  const channelName = useChannelName()
  const cancelOf = useCancelOrder()
  const mayRefund = useMay(refundCalls.do)
  const mayOpen = useMay('/order-manage/list')
  const { id, orderNo, status, lines } = order
  useSubject(orderNo)
  const facts = [
    [say('payerName'), `${order.payerName} · ${say(order.byUnit ? 'byUnit_true' : 'byUnit_false')}`],
    [say('unit'), order.unitName],
    [say('amount'), `¥${yuan(order.amount)}`],
    [say('refunded'), order.refunded > 0 && `¥${yuan(order.refunded)}`],
    [word('channel'), order.channel && channelName(order.channel)],
    [say('created'), dateTime(order.createdAt)],
    [word('paidAt'), order.paidAt && dateTime(order.paidAt)],
  ] as const
  return (
    <div className="cms-order k-stack k-gap-4">
      <section className="shell-card">
        <div className="k-cluster k-split">
          <h1 className="k-cluster">
            <CopyText text={orderNo} name={word('orderNo')} /> <OrderStatusTag status={status} />
          </h1>
          <RowActions
            actions={[
              mayRefund &&
                order.amount > 0 &&
                orderLifecycle.can(status, 'refundSome') && {
                  key: 'refund',
                  label: word('refund'),
                  onClick: () => navigate(`/invoice-manage/refund-list?refundOrder=${id}`),
                },
              mayOpen && {
                key: 'order',
                label: say('order'),
                opens: true,
                onClick: () => navigate(`/order-manage/detail?id=${id}`),
              },
              order.payable && cancelOf(order),
            ]}
          />
        </div>
        <dl className="k-facts">
          {facts.flatMap(([label, fact]) =>
            fact
              ? [
                  <dt key={label}>{label}</dt>,
                  <dd key={`${label} fact`} className="k-numbers">
                    {fact}
                  </dd>,
                ]
              : [],
          )}
        </dl>
      </section>
      {order.payable && status === 'unpaid' && (
        <section className="k-stack k-gap-2" aria-label={say('payTitle')}>
          <p className="k-muted">{say('expiresIn', { time: dateTime(order.expiresAt) })}</p>
          <OfficePayCode
            orderId={id}
            codeCall={feeCalls.getPayCode}
            paidCall={feeCalls.isPaid}
            paidText={say('paidNow')}
            onPaid={onPaid}
          />
        </section>
      )}
      <section className="shell-card">
        <h2>
          {say('applicants')} {lines.length}
        </h2>
        <ul className="k-list">
          {lines.map((line) => (
            <li key={line.itemId} className="cms-order-line">
              <span className="k-break">
                {line.realName} <span className="k-caption">{line.mobileMask}</span>
                <div className="k-caption">
                  <Link to={signUpPaths.detail(line.kind, line.signUpId)}>{line.signUpTitle}</Link>
                </div>
              </span>
              <ApplicationStatusTag status={line.status} />
              <span className="k-numbers">
                ¥{yuan(line.payable)}
                {line.refunded > 0 && (
                  <div className="k-caption">
                    {say('refunded')} ¥{yuan(line.refunded)}
                  </div>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
