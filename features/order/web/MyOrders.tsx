import { type ComponentType, type ReactNode, useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Pager } from '../../../web/kit/Pager.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { ServicePhone } from '../../project/web/ServicePhone.tsx'
import { type Order, orderCalls, type OrderStatus, orderStatuses } from '../contract.ts'
import { isOpen, orderLifecycle } from '../rules.ts'
import { useStateName } from '../../../web/words.ts'
import './Order.css'
import { OrderLines } from './OrderLines.tsx'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { useTransferWords } from './transferWords.ts'
import { useWaitingWords } from './waitingWords.ts'
import { useOrderWords } from './words.ts'

const limit = 10

type AddOn = ComponentType<{ order: Order }>

/** The learner's orders with what can be done about each, and what a feature above orders adds to one. */
export function MyOrders({ More }: { More?: AddOn }) {
  const [{ order }, change] = useUrlState()
  return order ? (
    <NamedOrder orderId={order} onAll={() => change({ order: null }, 'push')} {...(More && { More })} />
  ) : (
    <AllOrders {...(More && { More })} />
  )
}

/** The one order that a message leads to, wherever it is in the list, and the way to the others. */
function NamedOrder({ orderId, onAll, More }: { orderId: string; onAll: () => void; More?: AddOn }) {
  const say = useOrderWords()
  const query = useCall(orderCalls.getOrderDetail, { orderId })
  return (
    <>
      <Button kind="quiet" onClick={onAll}>
        {say('allOrders')}
      </Button>
      <Loaded query={query}>
        {(order) => (
          <ul className="orders k-stack k-gap-4 k-list">
            <OrderCard order={order}>{More && <More order={order} />}</OrderCard>
          </ul>
        )}
      </Loaded>
    </>
  )
}

function AllOrders({ More }: { More?: AddOn }) {
  const say = useOrderWords()
  const nameOf = useStateName(orderLifecycle)
  const [status, setStatus] = useState<OrderStatus | 'all'>('all')
  const [page, setPage] = useState(1)
  const query = useCall(
    orderCalls.findMyOrderList,
    { page, limit, ...(status === 'all' ? {} : { status }) },
    { keep: true },
  )
  return (
    <>
      <Chips
        label={say('status')}
        value={status}
        options={(['all', ...orderStatuses] as const).map((value) => ({
          value,
          label: value === 'all' ? say('all') : nameOf(value),
        }))}
        onChange={(value) => {
          setStatus(value)
          setPage(1)
        }}
      />
      <Loaded
        query={query}
        isEmpty={(data) => data.total === 0}
        empty={
          status === 'all' ? (
            <Empty
              title={say('none')}
              hint={say('noneHint')}
              action={<ButtonLink to="/publicClass">{say('chooseClasses')}</ButtonLink>}
            />
          ) : (
            <Empty
              title={say('noneOfStatus')}
              action={<Button onClick={() => setStatus('all')}>{say('allOrders')}</Button>}
            />
          )
        }
      >
        {(data) => (
          <>
            <ul className="orders k-stack k-gap-4 k-list">
              {data.list.map((order) => (
                <OrderCard key={order.id} order={order}>
                  {More && <More order={order} />}
                </OrderCard>
              ))}
            </ul>
            <Pager page={page} limit={limit} total={data.total} onPage={setPage} />
          </>
        )}
      </Loaded>
    </>
  )
}

function OrderCard({ order, children }: { order: Order; children: ReactNode }) {
  const say = useOrderWords()
  const ofTransfer = useTransferWords()
  const sayWaiting = useWaitingWords()
  const [asking, setAsking] = useState(false)
  const cancel = useAction(orderCalls.cancelMyOrder, { onDone: () => setAsking(false) })
  const approved = order.items.filter((item) => item.approved)
  const consequence =
    order.kind === 'cms'
      ? 'cancelFee'
      : approved.length === 0
        ? 'cancelConfirm'
        : approved.length === order.items.length
          ? 'cancelAskApproved'
          : 'cancelAskSome'
  return (
    <li className="k-card padded">
      <div className="k-cluster k-gap-3 k-split">
        <p className="k-muted k-small order-name">
          <span>
            {say('orderNo')} {order.orderNo}
          </span>{' '}
          <time dateTime={order.createdAt}>{dateTime(order.createdAt)}</time>
        </p>
        <OrderStatusTag status={order.status} />
      </div>
      <OrderLines order={order} />
      {order.transferPending && (
        <p className="k-note">{ofTransfer('transferPending', { amount: yuan(order.amount) })}</p>
      )}
      {order.closedReason && <p className="k-muted k-small">{say(order.closedReason)}</p>}
      <div className="order-actions k-cluster k-gap-3 k-end">
        {children}
        {orderLifecycle.can(order.status, 'cancel') && (
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {say('cancelTitle')}
          </Button>
        )}
        {orderLifecycle.can(order.status, 'pay') && (
          <ButtonLink kind={order.transferPending ? 'plain' : 'main'} to={`/go-pay?orderId=${order.id}`}>
            {order.transferPending ? say('view') : sayWaiting('pay')}
          </ButtonLink>
        )}
        {isOpen(order) &&
          (order.kind === 'cms' ? (
            <ButtonLink to="/trainIndex">{say('toSignUps')}</ButtonLink>
          ) : (
            <ButtonLink to="/classCenter">{say('study')}</ButtonLink>
          ))}
      </div>
      <Sheet open={asking} onClose={() => setAsking(false)} title={say('cancelTitle')}>
        {order.transferPending && (
          <p>
            {say('cancelTransfer', { amount: yuan(order.amount) })} <ServicePhone />
          </p>
        )}
        <p>{say(consequence, { names: approved.map((item) => item.name).join(say('comma')) })}</p>
        <div className="order-actions k-cluster k-gap-3 k-end" style={{ marginTop: 16 }}>
          <Button onClick={() => setAsking(false)}>{say('keep')}</Button>
          <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ orderId: order.id })}>
            {say('sure')}
          </Button>
        </div>
      </Sheet>
    </li>
  )
}
