import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { notifyRefusal, useAction, useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { freshId } from '../../../web/freshId.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { useHeldSentence } from '../../hours/web/held.ts'
import { orderCalls } from '../../order/contract.ts'
import { amountOf } from '../../order/rules.ts'
import { AwaitsUnit } from '../../unit/trainType/web/AwaitsUnit.tsx'
import { cartCalls, type CartItem } from '../contract.ts'
import './Cart.css'
import { useCartWords } from './words.ts'

/** /student/cart: what was put aside, at today's prices; what is ticked becomes one order. */
export default function CartPage() {
  const say = useCartWords()
  const query = useCall(cartCalls.find, {})
  return (
    <>
      <h1 style={{ padding: '24px 0 16px' }}>{say('cart')}</h1>
      <Loaded
        query={query}
        isEmpty={(data) => data.list.length === 0}
        empty={
          <Empty
            title={say('none')}
            hint={say('noneHint')}
            action={
              <>
                <ButtonLink kind="main" to="/publicClass">
                  {say('chooseClasses')}
                </ButtonLink>
                <WaysOn />
              </>
            }
          />
        }
      >
        {(data) => <Cart list={data.list} />}
      </Loaded>
    </>
  )
}

function Cart({ list }: { list: CartItem[] }) {
  const say = useCartWords()
  const navigate = useNavigate()
  const held = useHeldSentence()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  // Ticked or unticked here, other than where it was put into the cart.
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const sent = useRef({ what: '', requestKey: '' })
  const remove = useAction(cartCalls.delete)
  const clear = useAction(cartCalls.deleteAll)
  const order = useAction(orderCalls.saveOrder, { quiet: true })
  const removeOrdered = useAction(cartCalls.delete, { quiet: true })
  const buyable = list.filter((item) => !item.obstacle)
  const chosen = buyable.filter((item) => !left.has(item.classId))
  const amount = amountOf(chosen)

  const sum = (part: 'hoursTenths' | 'heldTenths') => chosen.reduce((all, item) => all + item[part], 0)
  const isAccepted = (item: CartItem) => item.acceptsMismatch !== changed.has(item.classId)
  const unconfirmed = chosen.some((item) => item.mismatch && !isAccepted(item))

  const toggled = (ids: ReadonlySet<string>, classId: string) => {
    const next = new Set(ids)
    if (!next.delete(classId)) next.add(classId)
    return next
  }

  async function submit() {
    const classIds = chosen.map((item) => item.classId)
    // Sent again after a lost answer it is the same order; with anything changed it is another one.
    const what = [amount, ...classIds].join()
    if (sent.current.what !== what) sent.current = { what, requestKey: freshId() }
    const { requestKey } = sent.current
    const made = await order.mutateAsync({
      classIds,
      expectedAmount: amount,
      requestKey,
      acceptMismatch: chosen.filter((item) => item.mismatch).map((item) => item.classId),
    })
    await removeOrdered.mutateAsync({ classIds })
    await navigate(`/go-pay?orderId=${made.id}`)
  }

  return (
    <>
      <ul className="k-stack k-list">
        {list.map((item) => (
          <li key={item.classId} className="k-card padded cart-item k-grid k-gap-4">
            <label className="k-tick">
              <input
                type="checkbox"
                aria-label={say('pick', { name: item.name })}
                disabled={item.obstacle !== null}
                checked={!item.obstacle && !left.has(item.classId)}
                onChange={() => setLeft(toggled(left, item.classId))}
              />
            </label>
            <div className="cart-class">
              <h3>{item.name}</h3>
              <p className="k-muted k-small">
                {item.year} · {item.categoryName} · {say('hoursOf', { hours: hours(item.hoursTenths) })}
              </p>
              {item.heldTenths > 0 && <p className="k-small">{held(item)}</p>}
              {item.obstacle && <p className="k-note">{say(item.obstacle)}</p>}
              {!item.obstacle && <AwaitsUnit item={item} />}
              {!item.obstacle && item.payable !== item.priceSeen && (
                <p className="k-note">
                  {say('was', { price: yuan(item.priceSeen), now: yuan(item.payable) })}
                </p>
              )}
            </div>
            <strong>{item.payable === 0 ? say('free') : `¥${yuan(item.payable)}`}</strong>
            <Button kind="quiet" onClick={() => remove.mutate({ classIds: [item.classId] })}>
              {say('remove')}
              <span className="k-hidden">{say('removedClass', { name: item.name })}</span>
            </Button>
            {!item.obstacle && item.mismatch && (
              <label className="k-tick k-full">
                <input
                  type="checkbox"
                  checked={isAccepted(item)}
                  onChange={() => setChanged(toggled(changed, item.classId))}
                />
                {say(`confirm_${item.mismatch.part}`)}
              </label>
            )}
          </li>
        ))}
      </ul>
      <div className="cart-clear">
        <Button kind="quiet" onClick={() => clear.mutate({})}>
          {say('clear')}
        </Button>
      </div>
      <div className="cart-bar">
        {unconfirmed && (
          <p className="k-note" role="status">
            {say('mismatchFirst')}
          </p>
        )}
        <span className="cart-chosen">
          {say('selected', { count: chosen.length, hours: hours(sum('hoursTenths')) })}
          {sum('heldTenths') > 0 && say('counted', { hours: hours(sum('hoursTenths') - sum('heldTenths')) })}
        </span>
        <span className="cart-sum k-row k-split">
          <strong className="cart-amount">¥{yuan(amount)}</strong>
          <Button
            kind="main"
            disabled={chosen.length === 0 || unconfirmed}
            busy={order.isPending || remove.isPending}
            onClick={() => void submit().catch(notifyRefusal)}
          >
            {say('submit')}
          </Button>
        </span>
      </div>
    </>
  )
}
