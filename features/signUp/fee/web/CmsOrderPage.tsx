import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../../contract/money.ts'
import { download, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Skeleton } from '../../../../web/kit/Loaded.tsx'
import { lazyPart } from '../../../../web/lazyPart.tsx'
import { LoadedSubject } from '../../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../../web/shell/form/SubjectPage.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { orderLifecycle } from '../../../order/rules.ts'
import { OrderStatusTag } from '../../../order/web/OrderStatusTag.tsx'
import { useChannelName, useOrderWords } from '../../../order/web/words.ts'
import { receiptCalls } from '../../../receipt/contract.ts'
import { Received } from '../../../receipt/voucher/web/Received.tsx'
import { useVoucherWords } from '../../../receipt/voucher/web/words.ts'
import { refundCalls } from '../../../refund/contract.ts'
import { ApplicationStatusTag } from '../../application/web/ApplicationStatusTag.tsx'
import { signUpOfficePaths } from '../../web/officePaths.ts'
import { type CmsOrder, feeCalls } from '../contract.ts'
import './CmsOrder.css'
import { FeePayment } from './FeePayment.tsx'
import { feePaths } from './paths.ts'
import { useCancelOrder } from './useCancelOrder.ts'
import { useFeeWords } from './words.ts'

// What nine pages of the office begin with, each of its lists begins with too.
const ProposalNotice = lazyPart(() =>
  import('../../../approval/web/ProposalNotice.tsx').then((part) => ({ default: part.ProposalNotice })),
)

/** Part of the page that shows the invoices of an order, which a feature above draws. */
type OrderInvoices = ComponentType<{ orderId: string; byUnit: boolean }>

/** /cms-manage/cms-order-detail: one order of sign-up fees with the applications that it pays, and its payment by the unit. */
export default function CmsOrderPage({ Invoices }: { Invoices?: OrderInvoices }) {
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
      {(order) => (
        <KnownOrder order={order} onPaid={() => void query.refetch()} {...(Invoices && { Invoices })} />
      )}
    </LoadedSubject>
  )
}

function KnownOrder({
  order,
  onPaid,
  Invoices,
}: {
  order: CmsOrder
  onPaid: () => void
  Invoices?: OrderInvoices
}) {
  const say = useFeeWords()
  const word = useOrderWords()
  const ofVoucher = useVoucherWords()
  const navigate = useViewNavigate()
  const channelName = useChannelName()
  const cancelOf = useCancelOrder()
  const mayRefund = useMay(refundCalls.do)
  const mayRecord = useMay(receiptCalls.record)
  const mayOpen = useMay('/order-manage/list')
  const { id, orderNo, status, stage, transfer, lines } = order
  return (
    <SubjectPage
      name={orderNo}
      copied={word('orderNo')}
      tags={<OrderStatusTag status={status} />}
      facts={[
        {
          label: say('payerName'),
          value: `${order.payerName} · ${say(order.byUnit ? 'byUnit_true' : 'byUnit_false')}`,
        },
        { label: say('unit'), value: order.unitName },
        { label: say('amount'), value: `¥${yuan(order.amount)}` },
        {
          label: ofVoucher('received'),
          value:
            transfer && transfer.received > 0 ? (
              <Received received={transfer.received} amount={order.amount} />
            ) : null,
        },
        { label: say('refunded'), value: order.refunded > 0 ? `¥${yuan(order.refunded)}` : null },
        { label: word('channel'), value: order.channel && channelName(order.channel) },
        { label: say('created'), value: dateTime(order.createdAt) },
        { label: word('paidAt'), value: order.paidAt && dateTime(order.paidAt) },
      ]}
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
        stage !== null && {
          key: 'proForma',
          label: ofVoucher('proForma'),
          // A refusal is shown by the client.
          onClick: () => void download(feeCalls.getProForma, { orderId: id }).catch(() => {}),
        },
        order.payable && cancelOf(order),
      ]}
      notice={
        mayRecord &&
        stage !== null && (
          <Suspense>
            <ProposalNotice about={{ subjectId: id }} />
          </Suspense>
        )
      }
      tabs={[
        ...(stage !== null && transfer !== null
          ? [
              {
                key: 'pay',
                label: say('payTitle'),
                children: <FeePayment order={order} transfer={transfer} stage={stage} onPaid={onPaid} />,
              },
            ]
          : []),
        {
          key: 'applicants',
          label: say('applicants'),
          count: lines.length,
          children: (
            <div className="k-stack k-gap-4">
              {Invoices && order.amount > 0 && order.paidAt !== null && (
                <Invoices orderId={id} byUnit={order.byUnit} />
              )}
              <ul className="shell-card cms-order k-list">
                {lines.map((line) => (
                  <li key={line.itemId} className="cms-order-line">
                    <span className="k-break">
                      {line.realName} <span className="k-caption">{line.mobileMask}</span>
                      <div className="k-caption">
                        <Link to={signUpOfficePaths.detail(line.kind, line.signUpId)}>
                          {line.signUpTitle}
                        </Link>
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
            </div>
          ),
        },
      ]}
    />
  )
}
