import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { date, hours } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Ring } from '../../../web/kit/Ring.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { useStateName } from '../../../web/words.ts'
import { cartCalls } from '../../cart/contract.ts'
import { studyPath } from '../../enrolment/rules.ts'
import { type Order, orderCalls } from '../../order/contract.ts'
import { orderLifecycle } from '../../order/rules.ts'
import { OrderLines } from '../../order/web/OrderLines.tsx'
import { unpaidOrders } from '../../order/web/unpaid.ts'
import { endPayFrom, savePayFrom } from '../../payment/web/payFrom.ts'
import { PayCode } from '../../payment/web/PayCode.tsx'
import { PaymentProofButton } from '../../paymentProof/web/PaymentProofButton.tsx'
import { refundTerms } from '../../project/rules.ts'
import { useSettings } from '../../project/web/settings.ts'
import { useAccount } from '../../session/web/account.ts'
import { AwaitsUnit } from '../../unit/trainType/web/AwaitsUnit.tsx'
import { catalogueCalls, type ClassDetail } from '../contract.ts'
import { Price, showsPrice } from './ClassCard.tsx'
import { JoinButton, useCart } from './JoinButton.tsx'
import './OrderSheet.css'
import { useOrderSheet } from './orderSheetAddress.ts'
import { useSheetWords } from './sheetWords.ts'
import { useCatalogueWords } from './words.ts'

/**
 * Orders a class and pays for it where it was chosen; once it is paid, the same sheet opens its first video. A press
 * orders at once; who comes by the address alone goes on with the order that waits, or presses first.
 */
export default function OrderSheet({ classId, onClose }: { classId: string; onClose: () => void }) {
  const say = useSheetWords()
  const query = useCall(catalogueCalls.findClassDetail, { id: classId }, { staleTime: 0 })
  const { pressed } = useOrderSheet()
  const name = query.data?.name
  return (
    <Sheet open onClose={onClose} title={name ? say('orderOf', { name }) : say('joining')}>
      <Loaded query={query} skeleton={<Skeleton lines={5} />}>
        {(detail) => (
          <div className="order-sheet k-stack k-gap-4">
            <Included detail={detail} />
            <Ordering
              key={pressed?.requestKey ?? ''}
              detail={detail}
              onChanged={() => void query.refetch()}
            />
          </div>
        )}
      </Loaded>
    </Sheet>
  )
}

/** Contents of the class, the end of study, and the refund terms. */
function Included({ detail }: { detail: ClassDetail }) {
  const say = useSheetWords()
  const terms = refundTerms(useSettings())
  const { courses, exam, certificateName, validDays, studyTo } = detail
  const videos = courses.reduce((sum, course) => sum + course.items.length, 0)
  const rest = [
    exam && say('withExam', { attempts: exam.attempts }),
    certificateName && say('withCertificate', { name: certificateName }),
    validDays !== null && say('validDays', { days: validDays }),
    studyTo && say('studyTo', { date: date(studyTo) }),
  ].filter(Boolean)
  return (
    <div className="k-small k-muted">
      <p>{say('included', { hours: hours(detail.hoursTenths), courses: courses.length, videos })}</p>
      {rest.length > 0 && <p>{rest.join(' · ')}</p>}
      {detail.price > 0 && (
        <p>{detail.refundable && terms ? say('refund', { ...terms }) : say('refundNever')}</p>
      )}
    </div>
  )
}

/** The order of a class, from the press to the place in it; or what to do instead. */
function Ordering({ detail, onChanged }: { detail: ClassDetail; onChanged: () => void }) {
  const account = useAccount()
  const { orderId: earlier, pressed } = useOrderSheet()
  const isLearner = account?.roleSystem === 3
  const wanted = pressed?.accountId === account?.accountId ? pressed : undefined
  const inCart = useCart()?.list.some((item) => item.classId === detail.id) ?? false
  const removeOrdered = useAction(cartCalls.delete, { quiet: true })
  const { id: classId } = detail
  const place = useAction(orderCalls.saveOrder, {
    quiet: true,
    onDone: () => inCart && removeOrdered.mutate({ classIds: [classId] }),
  })
  const send = useEffectEvent(() => {
    const { requestKey, price, accepted } = wanted!
    const acceptMismatch = accepted ? [classId] : []
    place.mutate({ classIds: [classId], expectedAmount: price, requestKey, acceptMismatch })
  })
  const requestKey = wanted?.requestKey
  useEffect(() => {
    if (isLearner && requestKey) send()
  }, [isLearner, requestKey])
  const refused = useEffectEvent(onChanged)
  useEffect(() => {
    if (place.isError) refused()
  }, [place.isError])

  // Ordered before, with other classes of the cart perhaps: then that order is gone on with.
  const isUnordered = !wanted || place.isError
  const unpaid = useCall(orderCalls.findMyOrderList, unpaidOrders, {
    enabled: isLearner && isUnordered,
    staleTime: 0,
  })
  const waiting = isUnordered
    ? unpaid.data?.list.find(({ items }) => items.some((item) => item.classId === classId))?.id
    : undefined
  // Once it is paid it waits no longer, and is followed all the same.
  const [followed, follow] = useState(earlier)
  if (waiting && waiting !== followed) follow(waiting)
  const orderId = place.data?.id ?? followed

  const isPlacing = isLearner && wanted !== undefined && place.isIdle
  if (detail.joined?.status === 'active') return <Begun detail={detail} orderId={orderId} />
  if (orderId)
    return (
      <Followed
        orderId={orderId}
        detail={detail}
        isEarlier={orderId === waiting && orderId !== earlier}
        onOpened={onChanged}
      />
    )
  if (isPlacing || place.isPending || unpaid.isLoading) return <Skeleton lines={4} height={32} />
  return (
    <>
      {place.error && (
        <p className="k-note" role="alert">
          {place.error.message}
        </p>
      )}
      <Join detail={detail} />
    </>
  )
}

/** The buttons while there is no order. */
function Join({ detail }: { detail: ClassDetail }) {
  const say = useSheetWords()
  const { joined, price, originalPrice } = detail
  if (joined?.status === 'applied') return <p role="status">{say('waiting')}</p>
  return (
    <>
      {showsPrice(joined) && <AwaitsUnit item={detail} />}
      <div className="order-sheet-act k-cluster k-gap-3">
        {showsPrice(joined) && <Price price={price} originalPrice={originalPrice} />}
        <JoinButton item={detail} main />
      </div>
    </>
  )
}

/** The class is open: by an order that was paid here, or at once. */
function Begun({ detail, orderId }: { detail: ClassDetail; orderId: string | undefined }) {
  const say = useSheetWords()
  const sayClass = useCatalogueWords()
  const nameOf = useStateName(orderLifecycle)
  const isOrdered = orderId !== undefined
  // The way back from the channel may have seen it unpaid a moment ago.
  const { data: order } = useCall(
    orderCalls.getOrderDetail,
    { orderId: orderId ?? '' },
    { enabled: isOrdered, staleTime: 0 },
  )
  const wayOn = useRef<HTMLDivElement>(null)
  // What had the focus, the code or its button, is gone.
  useEffect(() => {
    if (isOrdered) wayOn.current?.querySelector('a')?.focus()
  }, [isOrdered])
  const isPaid = order !== undefined && order.amount > 0 && order.status === 'paid'
  return (
    <div className="k-stack k-gap-4 k-centre" ref={wayOn}>
      {isPaid && (
        <Ring size={56} label={nameOf('paid')} parts={[{ value: 1, color: 'var(--good)' }]}>
          ✓
        </Ring>
      )}
      <div role="status">
        {isPaid && <h3>{say('paid', { amount: yuan(order.amount) })}</h3>}
        <p>{say(isPaid ? 'paidNow' : 'opened')}</p>
      </div>
      <ButtonLink kind="main" wide to={studyPath(detail.joined!.enrolmentId)}>
        {sayClass(detail.joined!.progress > 0 ? 'continueStudying' : 'startStudy')}
      </ButtonLink>
      {isPaid && <PaymentProofButton order={order} />}
    </div>
  )
}

/** An order on its way: what is to be paid, or what came of it. */
function Followed({
  orderId,
  detail,
  isEarlier,
  onOpened,
}: {
  orderId: string
  detail: ClassDetail
  isEarlier: boolean
  onOpened: () => void
}) {
  const say = useSheetWords()
  const { pathname, search } = useLocation()
  const order = useCall(orderCalls.getOrderDetail, { orderId }, { staleTime: 0 })
  const isOpened = order.data?.status === 'paid' || order.data?.status === 'free'
  const opened = useEffectEvent(onOpened)
  // The class may have been read before it was paid for.
  useEffect(() => {
    if (isOpened) opened()
  }, [isOpened])
  const again = order.refetch
  const refetch = useCallback(() => void again(), [again])
  useEffect(() => {
    savePayFrom({ orderId, path: pathname + search })
    return endPayFrom
  }, [orderId, pathname, search])
  return (
    <Loaded query={order} skeleton={<Skeleton lines={4} height={32} />}>
      {(data) =>
        data.status === 'unpaid' ? (
          <>
            {isEarlier && <p>{say(data.transferPending ? 'transferBefore' : 'orderedBefore')}</p>}
            {data.items.length > 1 && <OrderLines order={data} />}
            <PayCode order={data} onChange={refetch} />
          </>
        ) : (
          <Ended order={data} detail={detail} />
        )
      }
    </Loaded>
  )
}

/** An order that opened the class this moment, or never will. */
function Ended({ order, detail }: { order: Order; detail: ClassDetail }) {
  const say = useSheetWords()
  const nameOf = useStateName(orderLifecycle)
  const cache = useQueryClient()
  // It waits for money no longer, and the class is offered again.
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: [orderCalls.findMyOrderList.path] })
  }, [cache])
  if (order.status === 'paid' || order.status === 'free')
    return (
      <div className="k-stack k-gap-4 k-centre" role="status">
        {order.amount > 0 && order.status === 'paid' && (
          <h3>{say('paid', { amount: yuan(order.amount) })}</h3>
        )}
        <p>{say('paidNow')}</p>
      </div>
    )
  return (
    <>
      <p className="k-note" role="status">
        {order.closedReason ? say(order.closedReason) : nameOf(order.status)}
      </p>
      <Join detail={detail} />
      <ButtonLink kind="quiet" to="/my?tab=orders">
        {say('myOrders')}
      </ButtonLink>
    </>
  )
}
