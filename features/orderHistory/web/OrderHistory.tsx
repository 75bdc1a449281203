import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { useChannelName, useOrderWords } from '../../order/web/words.ts'
import { type OrderEvent, orderHistoryCalls } from '../contract.ts'
import './OrderHistory.css'
import { useOrderHistoryWords } from './words.ts'

/** Timeline of an order and its money, step by step. */
export function OrderHistory({ orderId }: { orderId: string }) {
  const query = useCall(orderHistoryCalls.find, { orderId }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {({ events }) => (
        <ol className="order-history k-stack k-gap-4">
          {events.map((event) => (
            <Step key={`${event.kind}${event.at}${event.number ?? event.text}`} event={event} />
          ))}
        </ol>
      )}
    </Loaded>
  )
}

function Step({ event }: { event: OrderEvent }) {
  const say = useOrderHistoryWords()
  const ofOrder = useOrderWords()
  const channelName = useChannelName()
  const { kind, at, amount, channel, number, person, text, learnerNote } = event
  const reason = kind === 'cancelled' ? ofOrder(text as 'learner') : text
  const details = [
    amount !== null && `¥${yuan(amount)}`,
    channel && channelName(channel),
    // Where an order begins, its own number would be told once more.
    number && kind !== 'placed' && say('number', { number }),
    person,
    reason,
    learnerNote && say('toLearner', { note: learnerNote }),
  ].filter(Boolean)
  return (
    <li data-kind={kind}>
      <p>
        <b>{say(kind)}</b>{' '}
        <time className="k-muted k-small k-nowrap" dateTime={at}>
          {dateTime(at)}
        </time>
      </p>
      {details.length > 0 && <p className="k-small">{details.join(' · ')}</p>}
    </li>
  )
}
