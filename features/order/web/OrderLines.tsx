import { yuan } from '../../../contract/money.ts'
import { hours } from '../../../web/format.ts'
import { useHeldSentence } from '../../hours/web/held.ts'
import type { Order } from '../contract.ts'
import { amountKind } from '../rules.ts'
import { useOrderWords } from './words.ts'

/** The classes or fees of an order with what each costs, and the sum. */
export function OrderLines({ order }: { order: Order }) {
  const say = useOrderWords()
  const held = useHeldSentence()
  return (
    <ul className="order-lines k-list">
      {order.items.map((item) => (
        <li key={item.id}>
          <span>
            {item.name}{' '}
            <span className="k-muted k-small order-facts k-nowrap">
              {item.classId === null
                ? say('feeOf')
                : `${item.year} · ${say('hoursOf', { hours: hours(item.hoursTenths) })}`}
            </span>
            {item.mismatch && <span className="k-note">{say(`confirmed_${item.mismatch}`)}</span>}
            {item.reduction > 0 && (
              <span className="k-note">{say('reducedBy', { yuan: yuan(item.reduction) })}</span>
            )}
            {item.heldTenths > 0 && <span className="k-small order-held">{held(item)}</span>}
          </span>
          <span>¥{yuan(item.payable)}</span>
        </li>
      ))}
      <li className="order-sum">
        <span>{say(amountKind(order.status))}</span>
        <strong>¥{yuan(order.amount)}</strong>
      </li>
    </ul>
  )
}
