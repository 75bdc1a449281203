import { type ComponentType, useId, useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime, money } from '../../../web/format.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { useUnsaved } from '../../../web/shell/view/unsaved.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { type ManagedOrder, type Order, orderCalls } from '../../order/contract.ts'
import { amountKind, orderLifecycle } from '../../order/rules.ts'
import { OrderStatusTag } from '../../order/web/OrderStatusTag.tsx'
import { useOrderActions } from '../../order/web/OrderActions.tsx'
import { useChannelName, useLearnersOf, useOrderWords } from '../../order/web/words.ts'
import { usePaymentProof } from '../../paymentProof/web/paymentProof.ts'
import { usePaymentProofWords } from '../../paymentProof/web/words.ts'
import { UnsettledPayments } from '../../payment/web/UnsettledPayments.tsx'
import { receiptCalls } from '../../receipt/contract.ts'
import { FreeTransfers } from '../../receipt/web/FreeTransfers.tsx'
import { useReceiptWords } from '../../receipt/web/words.ts'
import { OrderHistory } from './OrderHistory.tsx'
import { useOrderHistoryWords } from './words.ts'

const SubjectLog = lazyPart(async () => ({
  default: (await import('../../operationLog/web/SubjectLog.tsx')).SubjectLog,
}))

const RecordTransfer = dialogPart(() => import('../../receipt/web/RecordTransfer.tsx'))
const AllocateReceipts = dialogPart(() => import('../../receipt/web/AllocateReceipts.tsx'))

const list = '/order-manage/list'

/** Path of the page on which the refunds of an order are processed. */
const refunds = '/invoice-manage/refund-list'

/** Part that shows the invoices of an order, which a feature above draws. */
type OrderInvoices = ComponentType<{ orderId: string }>

/** /order-manage/detail: one order with what was bought, what happened to it and its money, and the office's notes. */
export default function OrderDetailPage({ Invoices }: { Invoices?: OrderInvoices }) {
  const [{ id }] = useUrlState()
  const query = useCall(
    orderCalls.findPageList,
    { id: id!, limit: 1 },
    { enabled: id !== undefined, staleTime: 0 },
  )
  return (
    <LoadedSubject
      list={list}
      query={query}
      skeleton={<Skeleton lines={10} />}
      isEmpty={(data) => data.list.length === 0}
    >
      {(data) => <KnownOrder key={id} order={data.list[0]!} {...(Invoices && { Invoices })} />}
    </LoadedSubject>
  )
}

function KnownOrder({ order, Invoices }: { order: ManagedOrder; Invoices?: OrderInvoices }) {
  const say = useOrderHistoryWords()
  const ofOrder = useOrderWords()
  const ofProof = usePaymentProofWords()
  const proof = usePaymentProof(order)
  const ofReceipt = useReceiptWords()
  const channelName = useChannelName()
  const learnersOf = useLearnersOf()
  const mayNote = useMay(orderCalls.addNote)
  const mayLog = useMay('/account-manage/operation-log')
  const mayLearner = useMay('/student-manage/student')
  // What waits for approval of an order is its waiver, its new price or its payment offline.
  const mayFree = useMay(orderCalls.freeOrder)
  const mayRecord = useMay(receiptCalls.record)
  const mayWait = (mayFree || mayRecord) && orderLifecycle.can(order.status, 'pay')
  const [dialog, setDialog] = useState<'record' | 'allocate' | null>(null)
  const close = () => setDialog(null)
  const { actionsOf, dialogs } = useOrderActions()
  const { id, orderNo, transactionId } = order
  const isPayable = order.amount > 0 && orderLifecycle.can(order.status, 'pay') && !order.isProposed
  const byTransfer = [
    { key: 'record', label: ofReceipt('record'), onClick: () => setDialog('record') },
    { key: 'allocate', label: ofReceipt('allocate'), onClick: () => setDialog('allocate') },
  ]
  const copied = (text: string | null, label: string) =>
    text?.split(' ').map((number) => <CopyText key={number} text={number} name={label} />)
  const number = order.channel === 'offline' ? ofReceipt('serialNo') : ofOrder('transactionId')
  return (
    <>
      <SubjectPage
        name={orderNo}
        copied={ofOrder('orderNo')}
        tags={<OrderStatusTag status={order.status} />}
        facts={[
          { label: ofOrder('payer'), value: order.payerName },
          {
            label: ofOrder('user'),
            value: mayLearner ? (
              <Link to={`/student-manage/student-detail?accountId=${order.accountId}`}>
                {learnersOf(order)}
              </Link>
            ) : (
              learnersOf(order)
            ),
          },
          { label: ofOrder('unit'), value: order.unitName },
          { label: ofOrder(amountKind(order.status)), value: money(order.amount) },
          { label: say('payUntil'), value: order.status === 'unpaid' ? dateTime(order.expiresAt) : null },
          { label: say('refunded'), value: order.refunded > 0 ? money(order.refunded) : null },
          { label: ofOrder('channel'), value: order.channel && channelName(order.channel) },
          { label: number, value: copied(transactionId, number) },
          { label: ofOrder('paidAt'), value: order.paidAt && dateTime(order.paidAt) },
        ]}
        actions={[
          ...(mayRecord && isPayable ? byTransfer : []),
          ...actionsOf(order),
          proof !== null && {
            key: 'proof',
            label: ofProof('proof'),
            loading: proof.isLoading,
            onClick: proof.fetch,
          },
        ]}
        notice={
          <>
            {mayWait && <ProposalNotice about={{ subjectId: id }} />}
            {mayRecord && isPayable && (
              <FreeTransfers payerName={order.payerName} onUse={() => setDialog('allocate')} />
            )}
            <UnsettledPayments orderId={id} />
          </>
        }
        tabs={[
          {
            key: 'overview',
            label: say('overview'),
            keeps: true,
            children: (
              <>
                <Items orderId={id} />
                {Invoices && order.amount > 0 && order.paidAt && <Invoices orderId={id} />}
                <h2 className="order-history-head">{say('history')}</h2>
                <OrderHistory orderId={id} />
                {mayNote && <NoteForm orderId={id} />}
              </>
            ),
          },
          ...(mayLog
            ? [{ key: 'log', label: say('log'), children: <SubjectLog subjectKind="order" subjectId={id} /> }]
            : []),
        ]}
      />
      {dialogs}
      {dialog === 'record' && <RecordTransfer order={order} onClose={close} />}
      {dialog === 'allocate' && <AllocateReceipts order={order} onClose={close} />}
    </>
  )
}

/** Items of the order, with their prices and what of them went back. */
function Items({ orderId }: { orderId: string }) {
  const query = useCall(orderCalls.getOrderDetail, { orderId }, { staleTime: 0 })
  return <Loaded query={query}>{(order) => <ItemTable order={order} />}</Loaded>
}

function ItemTable({ order }: { order: Order }) {
  const say = useOrderHistoryWords()
  const ofOrder = useOrderWords()
  const hasDiscount = order.items.some(({ discount }) => discount > 0)
  const hasReduction = order.items.some(({ reduction }) => reduction > 0)
  const isGoingBack = order.items.some(({ refunding }) => refunding > 0)
  const maySee = useMay(refunds)
  const sumOf = (key: 'price' | 'discount' | 'reduction' | 'refunding' | 'refunded') =>
    order.items.reduce((sum, item) => sum + item[key], 0)
  return (
    <table className="order-items">
      <thead>
        <tr>
          <th>{ofOrder('class')}</th>
          {hasDiscount && <th>{say('price')}</th>}
          {hasDiscount && <th>{say('discount')}</th>}
          {hasReduction && <th>{say('reduction')}</th>}
          <th>{ofOrder(amountKind(order.status))}</th>
          {isGoingBack && <th>{say('refunding')}</th>}
          <th>{say('refunded')}</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map(({ id, name, year, price, discount, reduction, payable, refunding, refunded }) => (
          <tr key={id}>
            <td>
              {name} · {year}
            </td>
            {hasDiscount && <td>{money(price)}</td>}
            {hasDiscount && <td>{money(discount)}</td>}
            {hasReduction && <td>{money(reduction)}</td>}
            <td>{money(payable)}</td>
            {isGoingBack && <td>{money(refunding)}</td>}
            <td>{money(refunded)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say('total')}</th>
          {hasDiscount && <td>{money(sumOf('price'))}</td>}
          {hasDiscount && <td>{money(sumOf('discount'))}</td>}
          {hasReduction && <td>{money(sumOf('reduction'))}</td>}
          <td>{money(order.amount)}</td>
          {isGoingBack && (
            <td>
              {maySee ? (
                <Link to={`${refunds}?keyword=${order.orderNo}`}>{money(sumOf('refunding'))}</Link>
              ) : (
                money(sumOf('refunding'))
              )}
            </td>
          )}
          <td>{money(sumOf('refunded'))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function NoteForm({ orderId }: { orderId: string }) {
  const say = useOrderHistoryWords()
  const field = useId()
  const [text, setText] = useState('')
  const add = useAction(orderCalls.addNote, {
    onDone() {
      setText('')
      notify('success', say('noteAdded'))
    },
  })
  useUnsaved(text.trim() !== '')
  const isReady = text.trim().length >= 2
  return (
    <div className="order-note k-stack k-gap-2">
      <label htmlFor={field}>{say('noteLabel')}</label>
      <textarea
        id={field}
        className="office-input"
        rows={3}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        disabled={!isReady}
        loading={add.isPending}
        onClick={() => add.mutate({ orderId, text: text.trim() })}
      >
        {say('addNote')}
      </Button>
    </div>
  )
}
