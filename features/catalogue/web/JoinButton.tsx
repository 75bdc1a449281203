import { type ReactNode, useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { yuan } from '../../../contract/money.ts'
import { date } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { notify } from '../../../web/notice.ts'
import { cartCalls, cartLimit } from '../../cart/contract.ts'
import { cartPath } from '../../cart/rules.ts'
import { changeVisitorCart, useVisitorCart } from '../../cart/web/visitorCart.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { useWaitingWords } from '../../order/web/waitingWords.ts'
import { useAccount } from '../../session/web/account.ts'
import type { CatalogueClass } from '../contract.ts'
import { detailPath } from '../../class/rules.ts'
import { studyPath } from '../../enrolment/rules.ts'
import { newTenths } from '../../hours/rules.ts'
import { type Joining, joiningOf } from '../rules.ts'
import { CartIcon } from './CartIcon.tsx'
import { useOrderSheet } from './orderSheetAddress.ts'
import { useWaitingOrder } from './waitingOrder.ts'
import { useCatalogueWords } from './words.ts'

/** The signed-in learner's cart, or nothing for others: what was answered to someone before is not theirs. */
export function useCart() {
  const isLearner = useAccount()?.roleSystem === 3
  const { data } = useCall(cartCalls.find, {}, { enabled: isLearner, staleTime: 30_000 })
  return isLearner ? data : undefined
}

/** Returns what the reader may do with a class now. */
export function useJoining(item: CatalogueClass): Joining {
  const account = useAccount()
  const cart = useCart()
  const visitorCart = useVisitorCart()
  const inOrder = useWaitingOrder(item.id) !== undefined
  return joiningOf(item, {
    isLearner: account?.roleSystem === 3,
    isSignedIn: account !== null,
    inCart: account
      ? (cart?.list.some((other) => other.classId === item.id) ?? false)
      : visitorCart.includes(item.id),
    inOrder,
  })
}

/**
 * The one thing to do with a class: study on, join, apply, order it at once or put it into the cart, or know why not.
 * A visitor chooses as a learner does and signs in to order.
 */
export function JoinButton({ item, main, wide }: { item: CatalogueClass; main?: boolean; wide?: boolean }) {
  const say = useCatalogueWords()
  const sayOrder = useWaitingWords()
  const account = useAccount()
  const sheet = useOrderSheet()
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
  const add = useAction(cartCalls.save)
  const remove = useAction(cartCalls.delete)
  const joining = useJoining(item)
  const waiting = useWaitingOrder(item.id)
  const visitorCart = useVisitorCart()
  const look = { kind: main ? 'main' : 'plain', wide: wide ?? false } as const
  /** Among many classes a button is told from the others by its name. */
  const ofClass = !main && <span className="k-hidden">{say('ofClass', { name: item.name })}</span>
  /** Confirms that it is wanted although it is meant for others. */
  const tick = item.mismatch && (
    <label className="k-tick">
      <input type="checkbox" checked={accepted} onChange={(event) => setAccepted(event.target.checked)} />
      {say(`confirm_${item.mismatch.part}`)}
    </label>
  )
  const isUnconfirmed = item.mismatch !== null && !accepted
  const signInTo = `/login?redirect=${encodeURIComponent(sheet.addressOf(item.id))}`
  const order = () => sheet.order(account!.accountId, item, accepted)
  function putIntoCart(): void {
    if (account) {
      add.mutate({ classIds: [item.id], ...(item.mismatch ? { acceptMismatch: [item.id] } : {}) })
      return
    }
    if (visitorCart.length >= cartLimit) return notify('prompt', say('cartFull', { limit: cartLimit }))
    changeVisitorCart((ids) => [...ids, item.id])
  }
  function takeOutOfCart(): void {
    if (account) remove.mutate({ classIds: [item.id] })
    else changeVisitorCart((ids) => ids.filter((id) => id !== item.id))
  }
  /** The reason it cannot be joined; if the page has only this, with links to continue. */
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
          {ofClass}
        </ButtonLink>
      )
    case 'lookBack':
      return (
        <ButtonLink {...look} to={studyPath(item.joined!.enrolmentId)}>
          {say('review')}
          {ofClass}
        </ButtonLink>
      )
    case 'signIn':
      return (
        <ButtonLink {...look} to={signInTo}>
          {say('signIn')}
          {ofClass}
        </ButtonLink>
      )
    case 'pay':
      return (
        <Button {...look} kind="main" onClick={order}>
          {say('pay', { price: yuan(item.price) })}
          {ofClass}
        </Button>
      )
    case 'payOrder':
      return (
        <ButtonLink {...look} to={`/go-pay?orderId=${waiting!.id}`}>
          {sayOrder(waiting!.transferPending ? 'viewOrder' : 'pay')}
          {ofClass}
        </ButtonLink>
      )
    case 'checkOut':
    case 'addToCart': {
      const inCart = joining === 'checkOut'
      // On its own page the class says beside the buttons that all of its hours are held.
      if (!main && !inCart && item.hoursTenths > 0 && newTenths(item) === 0)
        return (
          <ButtonLink kind="quiet" wide={wide ?? false} to={detailPath(item.id)}>
            {say('nothingNew')}
            {ofClass}
          </ButtonLink>
        )
      return (
        <>
          {tick}
          <span className="class-ways">
            {account ? (
              <Button {...look} disabled={isUnconfirmed} onClick={order}>
                {say('orderNow')}
                {ofClass}
              </Button>
            ) : (
              <ButtonLink {...look} to={signInTo}>
                {say('orderNow')}
                {ofClass}
              </ButtonLink>
            )}
            {main && inCart ? (
              <ButtonLink className="class-to-cart" to={cartPath(account !== null)}>
                {say(joining)}
              </ButtonLink>
            ) : (
              <Button
                kind={main ? 'plain' : 'quiet'}
                className="class-to-cart"
                busy={add.isPending || remove.isPending}
                disabled={isUnconfirmed && !inCart}
                onClick={inCart ? takeOutOfCart : putIntoCart}
              >
                {main ? say(joining) : inCart ? <Added /> : <CartIcon label={say(joining)} />}
                {ofClass}
                {inCart && <span className="k-hidden">{say('takeOut')}</span>}
              </Button>
            )}
          </span>
          <span className="k-hidden" role="status">
            {inCart && say('addedNow', { name: item.name })}
          </span>
        </>
      )
    }
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
            {ofClass}
          </Button>
        </>
      )
    case 'closed':
      return item.joined?.suspended ? (
        <Suspended isRefunding={item.joined.refunding} ofClass={ofClass} />
      ) : null
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

/** The reason why a class of one's own cannot be studied now, with the page that says how it goes on. */
function Suspended({ isRefunding, ofClass }: { isRefunding: boolean; ofClass: ReactNode }) {
  const say = useCatalogueWords()
  return (
    <>
      <span className="k-muted k-small">{say(isRefunding ? 'refunding' : 'suspended')}</span>
      <ButtonLink kind="quiet" to={isRefunding ? '/my?tab=orders' : '/classCenter'}>
        {say(isRefunding ? 'toOrders' : 'toMyClasses')}
        {ofClass}
      </ButtonLink>
    </>
  )
}

/** The sign of a card whose class is in the cart, as large as the cart it stands in place of. */
function Added() {
  const say = useCatalogueWords()
  return (
    <span className="class-added">
      <span className="class-added-word">{say('added')}</span>
      <span aria-hidden="true">&nbsp;✓</span>
    </span>
  )
}
