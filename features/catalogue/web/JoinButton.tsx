import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { notifyRefusal, useAction, useCall } from '../../../web/client.ts'
import { yuan } from '../../../contract/money.ts'
import { date } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { freshId } from '../../../web/freshId.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { notify } from '../../../web/notice.ts'
import { cartCalls } from '../../cart/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { useAccount } from '../../session/web/account.ts'
import type { CatalogueClass } from '../contract.ts'
import { studyPath } from '../../enrolment/rules.ts'
import { joiningOf } from '../rules.ts'
import { useCatalogueWords } from './words.ts'
import { orderCalls } from '../../order/contract.ts'

const OrderSheet = lazyPart(() => import('./OrderSheet.tsx'))

/** The signed-in learner's cart, or nothing for others. */
export function useCart() {
  const isLearner = useAccount()?.roleSystem === 3
  return useCall(cartCalls.find, {}, { enabled: isLearner, staleTime: 30_000 }).data
}

interface JoinInput {
  item: CatalogueClass
  main?: boolean
  wide?: boolean
}

/**
 * The one thing to do with a class: study on, join, apply, put it into the cart, or know why not. On the class's own
 * page it can be ordered and paid at once, without leaving the page.
 */
export function JoinButton(given: JoinInput) {
  const [orderId, setOrderId] = useState<string | null>(null)
  return (
    <>
      <JoinWay {...given} onOrder={setOrderId} />
      {orderId && (
        <Suspense>
          <OrderSheet orderId={orderId} item={given.item} onClose={() => setOrderId(null)} />
        </Suspense>
      )}
    </>
  )
}

function JoinWay({ item, main, wide, onOrder }: JoinInput & { onOrder: (orderId: string) => void }) {
  const say = useCatalogueWords()
  const account = useAccount()
  const cart = useCart()
  const location = useLocation()
  const [accepted, setAccepted] = useState(false)
  const apply = useAction(enrolmentCalls.applyMyClass, {
    onDone: ({ status }) =>
      notify(
        'success',
        status === 'active'
          ? say('joinedNow', { name: item.name })
          : item.price > 0
            ? say('appliedPriced', { price: yuan(item.price) })
            : say('appliedNow'),
      ),
  })
  const order = useAction(orderCalls.saveOrder, { quiet: true })
  // Pressed again after the sheet was closed, it is the same order, unless that is over.
  const requestKey = useRef(freshId())
  const placeOrder = () =>
    order.mutateAsync({
      classIds: [item.id],
      expectedAmount: item.price,
      requestKey: requestKey.current,
      acceptMismatch: item.mismatch ? [item.id] : [],
    })
  async function orderNow() {
    let placed = await placeOrder()
    if (placed.status === 'cancelled' || placed.status === 'refunded') {
      requestKey.current = freshId()
      placed = await placeOrder()
    }
    onOrder(placed.id)
  }
  const add = useAction(cartCalls.save, { onDone: () => notify('success', say('addedNow')) })
  const joining = joiningOf(item, {
    isLearner: account?.roleSystem === 3,
    isSignedIn: account !== null,
    inCart: cart?.list.some((other) => other.classId === item.id) ?? false,
  })
  const look = { kind: main ? 'main' : 'plain', wide: wide ?? false } as const
  /** Confirms that it is wanted although it is meant for others. */
  const tick = item.mismatch && (
    <label className="k-tick">
      <input type="checkbox" checked={accepted} onChange={(event) => setAccepted(event.target.checked)} />
      {/* Where the page has only this button, the reason is shown above it. */}
      {say(main ? 'accept' : `confirm_${item.mismatch.part}`)}
    </label>
  )
  const isUnconfirmed = item.mismatch !== null && !accepted
  /** Why it cannot be joined; where the page has only this, with the ways on. */
  const closed = (sentence: string) => (
    <>
      <span className="k-muted k-small">{sentence}</span>
      {main && <WaysOn />}
    </>
  )
  switch (joining) {
    case 'continue':
      return (
        <ButtonLink {...look} kind="main" to={studyPath(item.joined!.enrolmentId)}>
          {say(item.joined!.progress > 0 ? 'continueStudying' : 'startStudy')}
        </ButtonLink>
      )
    case 'lookBack':
      return (
        <ButtonLink {...look} to={studyPath(item.joined!.enrolmentId)}>
          {say('review')}
        </ButtonLink>
      )
    case 'signIn':
      return (
        <ButtonLink
          {...look}
          to={`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`}
        >
          {say('signIn')}
        </ButtonLink>
      )
    case 'checkOut':
      return (
        <ButtonLink {...look} to="/student/cart">
          {say('checkOut')}
        </ButtonLink>
      )
    case 'pay':
      return (
        <Button
          {...look}
          kind="main"
          busy={order.isPending}
          onClick={() => void orderNow().catch(notifyRefusal)}
        >
          {say('pay', { price: yuan(item.price) })}
        </Button>
      )
    case 'addToCart':
      return (
        <>
          {tick}
          {main && (
            <Button
              {...look}
              busy={order.isPending}
              disabled={isUnconfirmed}
              onClick={() => void orderNow().catch(notifyRefusal)}
            >
              {say('orderNow', { price: yuan(item.price) })}
            </Button>
          )}
          <Button
            kind="plain"
            wide={wide ?? false}
            busy={add.isPending}
            disabled={isUnconfirmed}
            onClick={() =>
              add.mutate({ classIds: [item.id], ...(item.mismatch ? { acceptMismatch: [item.id] } : {}) })
            }
          >
            {say('addToCart')}
          </Button>
        </>
      )
    case 'apply':
    case 'join':
      return (
        <>
          {tick}
          <Button
            {...look}
            busy={apply.isPending}
            disabled={isUnconfirmed}
            onClick={() => apply.mutate({ classId: item.id, acceptMismatch: accepted })}
          >
            {say(joining)}
          </Button>
        </>
      )
    case 'notYet':
      return closed(say('signUpFrom', { date: date(item.signUpFrom!) }))
    case 'over':
      return closed(say('signUpOver'))
    case 'notForYou':
      return closed(say(`refuse_${item.mismatch!.part}`))
    case 'full':
    case 'held':
    case 'unit_disabled':
    case 'unit_closed':
    case 'unit_not_yet':
    case 'unit_over':
    case 'unit_group':
      return closed(say(joining))
    default:
      return null
  }
}
