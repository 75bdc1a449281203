import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { yuan } from '../../../contract/money.ts'
import { date } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { notify } from '../../../web/notice.ts'
import { cartCalls } from '../../cart/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { useAccount } from '../../session/web/account.ts'
import type { CatalogueClass } from '../contract.ts'
import { studyPath } from '../../enrolment/rules.ts'
import { joiningOf } from '../rules.ts'
import { useCatalogueWords } from './words.ts'

/** The signed-in learner's cart, or nothing for others. */
export function useCart() {
  const isLearner = useAccount()?.roleSystem === 3
  return useCall(cartCalls.find, {}, { enabled: isLearner, staleTime: 30_000 }).data
}

/** The one thing to do with a class: study on, join, apply, put it into the cart, or know why not. */
export function JoinButton({ item, main, wide }: { item: CatalogueClass; main?: boolean; wide?: boolean }) {
  const say = useCatalogueWords()
  const account = useAccount()
  const cart = useCart()
  const location = useLocation()
  const navigate = useNavigate()
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
  const add = useAction(cartCalls.save, { onDone: () => notify('success', say('addedNow')) })
  const joining = joiningOf(item, {
    isLearner: account?.roleSystem === 3,
    isSignedIn: account !== null,
    inCart: cart?.list.some((other) => other.classId === item.id) ?? false,
  })
  const look = { kind: main ? 'main' : 'plain', wide: wide ?? false } as const
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
          busy={add.isPending}
          onClick={() =>
            add.mutate({ classIds: [item.id] }, { onSuccess: () => void navigate('/student/cart') })
          }
        >
          {say('pay', { price: yuan(item.price) })}
        </Button>
      )
    case 'addToCart':
      return (
        <Button {...look} busy={add.isPending} onClick={() => add.mutate({ classIds: [item.id] })}>
          {say('addToCart')}
        </Button>
      )
    case 'apply':
    case 'join':
      return (
        <>
          {item.mismatch && (
            <label className="k-tick">
              <input
                type="checkbox"
                checked={accepted}
                onChange={(event) => setAccepted(event.target.checked)}
              />
              {/* Where the page has only this button, the reason is shown above it. */}
              {say(main ? 'accept' : `confirm_${item.mismatch.part}`)}
            </label>
          )}
          <Button
            {...look}
            busy={apply.isPending}
            disabled={item.mismatch !== null && !accepted}
            onClick={() => apply.mutate({ classId: item.id, acceptMismatch: accepted })}
          >
            {say(joining)}
          </Button>
        </>
      )
    case 'notYet':
      return <span className="k-muted k-small">{say('signUpFrom', { date: date(item.signUpFrom!) })}</span>
    case 'over':
      return <span className="k-muted k-small">{say('signUpOver')}</span>
    case 'notForYou':
      return <span className="k-muted k-small">{say(`refuse_${item.mismatch!.part}`)}</span>
    case 'full':
    case 'held':
    case 'unit_disabled':
    case 'unit_closed':
    case 'unit_not_yet':
    case 'unit_over':
    case 'unit_group':
      return <span className="k-muted k-small">{say(joining)}</span>
    default:
      return null
  }
}
