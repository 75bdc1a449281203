import { yuan } from '../../../contract/money.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { cartPath } from '../../cart/rules.ts'
import { useToken } from '../../session/web/account.ts'
import { useCart } from './JoinButton.tsx'
import { useVisitorClasses } from './visitorClasses.ts'
import { useCatalogueWords } from './words.ts'

/** On a phone: what is in the cart and the way to pay for it, above the tabs. */
export function CartBar() {
  const say = useCatalogueWords()
  const isSignedIn = useToken() !== null
  const own = useCart()
  const visitors = useVisitorClasses()
  const cart = isSignedIn ? own : visitors
  if (!cart || cart.list.length === 0) return null
  return (
    <div className="class-cart-bar" role="status">
      <span>
        {say('cartBar', { count: cart.list.length })} <b>¥{yuan(cart.amount)}</b>
      </span>
      <ButtonLink kind="main" to={cartPath(isSignedIn)}>
        {say('checkOut')}
      </ButtonLink>
    </div>
  )
}
