import { isOpen, orderLifecycle } from '../../order/rules.ts'
import { useStateName } from '../../../web/words.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Ring } from '../../../web/kit/Ring.tsx'
import { detailPath } from '../../class/rules.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { studyPath } from '../../enrolment/rules.ts'
import { type Order, orderCalls } from '../../order/contract.ts'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import '../../order/web/Order.css'
import { OrderLines } from '../../order/web/OrderLines.tsx'
import { OrderStatusTag } from '../../order/web/OrderStatusTag.tsx'
import { useOrderWords } from '../../order/web/words.ts'
import { PaymentProofButton } from '../../paymentProof/web/PaymentProofButton.tsx'
import { useToken } from '../../session/web/account.ts'
import { SignInFirst } from '../../session/web/SignInFirst.tsx'
import { PayCode } from './PayCode.tsx'
import { readPayFrom } from './payFrom.ts'

/** /go-pay, /v2/go-pay, /student/order-pay: what is to be paid, the code to scan, and the paid page. */
export default function PayPage() {
  const say = useOrderWords()
  const [query] = useSearchParams()
  const orderId = query.get('orderId')
  const token = useToken()
  const order = useCall(
    orderCalls.getOrderDetail,
    { orderId: orderId ?? '' },
    { enabled: orderId !== null && token !== null },
  )
  const again = order.refetch
  const refetch = useCallback(() => void again(), [again])
  if (!orderId) {
    return (
      <Empty
        title={say('missing')}
        action={
          <>
            <ButtonLink to="/my?tab=orders">{say('mine')}</ButtonLink>
            <WaysOn />
          </>
        }
      />
    )
  }
  if (!token) return <SignInFirst title={say('signInTitle')} hint={say('signInHint')} />
  // Back from the channel's page: an order is gone on with where it was begun.
  const from = readPayFrom(orderId)
  return (
    <Loaded query={order}>
      {(data) =>
        from && ['unpaid', 'paid', 'free'].includes(data.status) ? (
          <Navigate to={from} state={{ orderId }} replace />
        ) : (
          <Paying order={data} onChange={refetch} />
        )
      }
    </Loaded>
  )
}

function Paying({ order, onChange }: { order: Order; onChange: () => void }) {
  const say = useOrderWords()
  const [wasUnpaid] = useState(order.status === 'unpaid')
  if (order.status === 'unpaid') {
    return (
      <div className="pay k-grid k-gap-5">
        <section className="k-card padded">
          <div className="k-cluster k-gap-3 k-split">
            <h1>{say('payTitle')}</h1>
            <OrderStatusTag status={order.status} />
          </div>
          <p className="k-muted k-small">
            {say('orderNo')} {order.orderNo}
          </p>
          <OrderLines order={order} />
        </section>
        <PayCode order={order} onChange={onChange} />
      </div>
    )
  }
  return <Settled order={order} isNew={wasUnpaid} />
}

/** Result of an order: what to study, or why there is nothing. */
function Settled({ order, isNew }: { order: Order; isNew: boolean }) {
  const say = useOrderWords()
  const nameOf = useStateName(orderLifecycle)
  const opened = isOpen(order)
  const isLeaving = !opened && (order.status === 'paid' || order.status === 'part_refunded')
  const only = order.items.length === 1 ? order.items[0] : undefined
  const { data: studying } = useCall(
    enrolmentCalls.myClass,
    { state: 'studying', limit: 50 },
    { enabled: opened && only !== undefined && order.kind !== 'cms' },
  )
  const ways = useRef<HTMLDivElement>(null)
  // What had the focus, the code or its button, is gone.
  useEffect(() => {
    if (isNew) ways.current?.querySelector<HTMLElement>('a.main')?.focus()
  }, [isNew])
  const bought = studying?.list.find(({ classId }) => classId === only?.classId)
  const toStudy = bought ? studyPath(bought.enrolmentId) : '/classCenter'
  const isOfFee = order.kind === 'cms'
  const toChoose = only?.classId ? detailPath(only.classId) : '/publicClass'
  return (
    <section className="k-card pay-done k-stack k-centre" style={{ marginTop: 24 }}>
      <Ring
        size={88}
        label={nameOf(order.status)}
        parts={[{ value: opened ? 1 : 0.5, color: opened ? 'var(--good)' : 'var(--line)' }]}
      >
        {opened && '✓'}
      </Ring>
      <h1>
        {opened && order.status !== 'part_refunded'
          ? order.amount === 0 || order.status === 'free'
            ? say('payFree')
            : say('done', { amount: yuan(order.amount) })
          : nameOf(order.status)}
      </h1>
      <p className="k-muted">
        {opened && order.status !== 'part_refunded'
          ? say(isOfFee ? 'doneFee' : order.amount === 0 || order.status === 'free' ? 'doneFree' : 'doneHint')
          : isLeaving
            ? say('refund_processing')
            : order.closedReason && say(order.closedReason)}
      </p>
      <div style={{ width: 'min(460px, 100%)', textAlign: 'left' }}>
        <OrderLines order={order} />
      </div>
      <div className="order-actions k-cluster k-gap-3 k-end" ref={ways}>
        <PaymentProofButton order={order} />
        <ButtonLink to="/my?tab=orders">{say('mine')}</ButtonLink>
        {isLeaving ? null : isOfFee ? (
          <ButtonLink kind="main" to="/trainIndex">
            {say('toSignUps')}
          </ButtonLink>
        ) : (
          <ButtonLink kind="main" to={opened ? toStudy : toChoose}>
            {say(opened ? 'study' : only ? 'toClass' : 'chooseClasses')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
