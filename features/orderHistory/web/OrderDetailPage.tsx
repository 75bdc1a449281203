import { useId, useState } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/Button.tsx'
import { CopyText } from '../../../web/shell/CopyText.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { SubjectPage } from '../../../web/shell/SubjectPage.tsx'
import { useUnsaved } from '../../../web/shell/unsaved.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { type ManagedOrder, type Order, orderCalls } from '../../order/contract.ts'
import { orderLifecycle } from '../../order/rules.ts'
import { OrderStatusTag } from '../../order/web/OrderStatusTag.tsx'
import { useOrderActions } from '../../order/web/OrderActions.tsx'
import { useChannelName, useOrderWords } from '../../order/web/words.ts'
import { OrderHistory } from './OrderHistory.tsx'
import { useOrderHistoryWords } from './words.ts'

const SubjectLog = lazyPart(async () => ({
  default: (await import('../../operationLog/web/SubjectLog.tsx')).SubjectLog,
}))

const list = '/order-manage/list'

/** /order-manage/detail: one order with what was bought, what happened to it and its money, and the office's notes. */
export default function OrderDetailPage() {
  const say = useOrderHistoryWords()
  const [{ id }] = useUrlState()
  const query = useCall(
    orderCalls.findPageList,
    { id: id!, limit: 1 },
    { enabled: id !== undefined, staleTime: 0 },
  )
  const back = <ButtonLink to={list}>{say('back')}</ButtonLink>
  if (id === undefined) return <Empty title={say('notChosen')} action={back} />
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton lines={10} />}
      isEmpty={(data) => data.list.length === 0}
      empty={<Empty title={say('gone')} action={back} />}
    >
      {(data) => <KnownOrder key={id} order={data.list[0]!} />}
    </Loaded>
  )
}

function KnownOrder({ order }: { order: ManagedOrder }) {
  const say = useOrderHistoryWords()
  const ofOrder = useOrderWords()
  const channelName = useChannelName()
  const mayLog = useMay('/account-manage/operation-log')
  const mayLearner = useMay('/student-manage/student')
  // What waits for approval of an order is its waiver or its new price.
  const mayWait = useMay(orderCalls.freeOrder) && orderLifecycle.can(order.status, 'free')
  const newest = useCall(approvalCalls.findPageList, { subjectId: order.id, limit: 1 }, { enabled: mayWait })
    .data?.list[0]
  const { actionsOf, dialogs } = useOrderActions()
  const { id, orderNo, userName, mobileMask, transactionId } = order
  const copied = (text: string | null, label: string) => text && <CopyText text={text} name={label} />
  return (
    <>
      <SubjectPage
        name={orderNo}
        tags={<OrderStatusTag status={order.status} />}
        facts={[
          { label: ofOrder('orderNo'), value: copied(orderNo, ofOrder('orderNo')) },
          {
            label: ofOrder('user'),
            value: (
              <>
                {mayLearner ? (
                  <Link to={`/student-manage/student-detail?accountId=${order.accountId}`}>{userName}</Link>
                ) : (
                  userName
                )}{' '}
                {mobileMask}
              </>
            ),
          },
          { label: ofOrder('unit'), value: order.unitName },
          { label: ofOrder('amount'), value: `¥${yuan(order.amount)}` },
          { label: say('refunded'), value: order.refunded > 0 ? `¥${yuan(order.refunded)}` : null },
          { label: ofOrder('channel'), value: order.channel && channelName(order.channel) },
          { label: ofOrder('transactionId'), value: copied(transactionId, ofOrder('transactionId')) },
          { label: ofOrder('paidAt'), value: order.paidAt && dateTime(order.paidAt) },
        ]}
        actions={actionsOf(order)}
        notice={mayWait && <ProposalNotice subjectId={id} />}
        tabs={[
          {
            key: 'overview',
            label: say('overview'),
            keeps: true,
            children: (
              <>
                <Items orderId={id} />
                <h2 className="order-history-head">{say('history')}</h2>
                <OrderHistory orderId={id} />
                <NoteForm orderId={id} />
              </>
            ),
          },
          ...(mayLog
            ? [{ key: 'log', label: say('log'), children: <SubjectLog subjectKind="order" subjectId={id} /> }]
            : []),
        ]}
      />
      {dialogs}
    </>
  )
}

/** What was bought, at which price, and what of it went back. */
function Items({ orderId }: { orderId: string }) {
  const query = useCall(orderCalls.getOrderDetail, { orderId }, { staleTime: 0 })
  return <Loaded query={query}>{(order) => <ItemTable order={order} />}</Loaded>
}

function ItemTable({ order }: { order: Order }) {
  const say = useOrderHistoryWords()
  const ofOrder = useOrderWords()
  const hasDiscount = order.items.some(({ discount }) => discount > 0)
  const hasReduction = order.items.some(({ reduction }) => reduction > 0)
  const sumOf = (key: 'price' | 'discount' | 'reduction' | 'refunded') =>
    order.items.reduce((sum, item) => sum + item[key], 0)
  return (
    <table className="order-items">
      <thead>
        <tr>
          <th>{ofOrder('class')}</th>
          {hasDiscount && <th>{say('price')}</th>}
          {hasDiscount && <th>{say('discount')}</th>}
          {hasReduction && <th>{say('reduction')}</th>}
          <th>{say('payable')}</th>
          <th>{say('refunded')}</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map(({ id, name, year, price, discount, reduction, payable, refunded }) => (
          <tr key={id}>
            <td>
              {name} · {year}
            </td>
            {hasDiscount && <td>{yuan(price)}</td>}
            {hasDiscount && <td>{yuan(discount)}</td>}
            {hasReduction && <td>{yuan(reduction)}</td>}
            <td>{yuan(payable)}</td>
            <td>{yuan(refunded)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say('total')}</th>
          {hasDiscount && <td>{yuan(sumOf('price'))}</td>}
          {hasDiscount && <td>{yuan(sumOf('discount'))}</td>}
          {hasReduction && <td>{yuan(sumOf('reduction'))}</td>}
          <td>{yuan(order.amount)}</td>
          <td>{yuan(sumOf('refunded'))}</td>
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
    <div className="order-note">
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
