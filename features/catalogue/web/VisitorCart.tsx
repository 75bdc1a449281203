import { yuan } from '../../../contract/money.ts'
import { date, hours } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { cartPath } from '../../cart/rules.ts'
import { changeVisitorCart, useVisitorCart } from '../../cart/web/visitorCart.ts'
import type { CatalogueClass } from '../contract.ts'
import type { Joining } from '../rules.ts'
import { useCartSheetWords } from './cartSheetWords.ts'
import { useVisitorClasses } from './visitorClasses.ts'
import './VisitorCart.css'
import { useCatalogueWords } from './words.ts'

const remove = (gone: readonly string[]) => changeVisitorCart((ids) => ids.filter((id) => !gone.includes(id)))

/** Classes that a visitor put aside, at the prices that everyone reads; they are ordered after signing in. */
export default function VisitorCart({ onClose }: { onClose: () => void }) {
  const say = useCartSheetWords()
  const isEmpty = useVisitorCart().length === 0
  const cart = useVisitorClasses()
  const loginPath = (path: string) => `${path}?redirect=${encodeURIComponent(cartPath(true))}`
  return (
    <Sheet open onClose={onClose} title={say('cart')}>
      {isEmpty && <Empty title={say('none')} hint={say('noneHint')} />}
      {cart && (
        <>
          <ul className="visitor-cart k-list">
            {cart.list.map(({ item, joining }) => (
              <li key={item.id}>
                <Line item={item} joining={joining} />
                <Button
                  kind="quiet"
                  aria-label={say('removeOf', { name: item.name })}
                  onClick={() => remove([item.id])}
                >
                  ✕
                </Button>
              </li>
            ))}
            {cart.gone.length > 0 && (
              <li>
                <span className="k-note">{say('gone', { count: cart.gone.length })}</span>
                <Button kind="quiet" onClick={() => remove(cart.gone)}>
                  {say('remove')}
                </Button>
              </li>
            )}
          </ul>
          <p className="visitor-cart-sum">
            {say('total')} <strong>¥{yuan(cart.amount)}</strong>
          </p>
          <p className="k-muted k-small">{say('hint')}</p>
          <div className="visitor-cart-act k-stack k-gap-2">
            <ButtonLink kind="main" wide to={loginPath('/login')}>
              {say('signInToOrder')}
            </ButtonLink>
            <ButtonLink wide to={loginPath('/registerNew')}>
              {say('register')}
            </ButtonLink>
          </div>
        </>
      )}
    </Sheet>
  )
}

function Line({ item, joining }: { item: CatalogueClass; joining: Joining }) {
  const say = useCatalogueWords()
  const reason =
    joining === 'notYet'
      ? say('signUpFrom', { date: date(item.signUpFrom!) })
      : joining === 'over'
        ? say('signUpOver')
        : joining === 'full' || joining === 'held'
          ? say(joining)
          : null
  return (
    <div>
      {item.name}
      <p className="k-muted k-small">
        {item.year} · {say('hoursOf', { hours: hours(item.hoursTenths) })} ·{' '}
        {item.price === 0 ? say('free') : `¥${yuan(item.price)}`}
      </p>
      {reason && <span className="k-note">{reason}</span>}
    </div>
  )
}
