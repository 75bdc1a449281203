import { type ComponentType, type ReactNode, useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Pager } from '../../../web/kit/Pager.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { type Order, orderCalls, type OrderStatus } from '../contract.ts'
import { orderLifecycle } from '../rules.ts'
import { useStateName } from '../../../web/words.ts'
import './Order.css'
import { OrderLines } from './OrderLines.tsx'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { useOrderWords } from './words.ts'

const limit = 10

/** The learner's orders with what can be done about each, and what a feature above orders adds to one. */
export function MyOrders({ More }: { More?: ComponentType<{ order: Order }> }) {
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
        options={(['all', 'unpaid', 'paid', 'refunded', 'cancelled'] as const).map((value) => ({
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
          <Empty
            title={say('none')}
            hint={say('noneHint')}
            action={<ButtonLink to="/publicClass">{say('chooseClasses')}</ButtonLink>}
          />
        }
      >
        {(data) => (
          <>
            <ul className="orders">
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
  const [asking, setAsking] = useState(false)
  const cancel = useAction(orderCalls.cancelMyOrder, { onDone: () => setAsking(false) })
  const approved = order.items.filter((item) => item.approved)
  const consequence =
    approved.length === 0
      ? 'cancelConfirm'
      : approved.length === order.items.length
        ? 'cancelAskApproved'
        : 'cancelAskSome'
  return (
    <li className="k-card padded">
      <div className="order-head">
        <span className="k-muted k-small">
          {say('orderNo')} {order.orderNo} · {dateTime(order.createdAt)}
        </span>
        <OrderStatusTag status={order.status} />
      </div>
      <OrderLines order={order} />
      {order.closedReason && <p className="k-muted k-small">{say(order.closedReason)}</p>}
      <div className="order-actions">
        {children}
        {orderLifecycle.can(order.status, 'cancel') && (
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {say('cancelTitle')}
          </Button>
        )}
        {orderLifecycle.can(order.status, 'pay') && (
          <ButtonLink kind="main" to={`/go-pay?orderId=${order.id}`}>
            {say('pay')}
          </ButtonLink>
        )}
        {(order.status === 'paid' || order.status === 'part_refunded' || order.status === 'free') && (
          <ButtonLink to="/classCenter">{say('study')}</ButtonLink>
        )}
      </div>
      <Sheet open={asking} onClose={() => setAsking(false)} title={say('cancelTitle')}>
        <p>{say(consequence, { names: approved.map((item) => item.name).join(say('comma')) })}</p>
        <div className="order-actions" style={{ marginTop: 16 }}>
          <Button onClick={() => setAsking(false)}>{say('keep')}</Button>
          <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ orderId: order.id })}>
            {say('sure')}
          </Button>
        </div>
      </Sheet>
    </li>
  )
}
