import { send } from '../../../web/client.ts'
import { type Arrival, partnerCalls } from '../contract.ts'

/** A hand-over as read from the URL, with the call it is for. */
interface AddressedHandOver {
  call: typeof partnerCalls.authorizedLogin | typeof partnerCalls.authorizedLoginFromJnzj
  fields: Record<string, string>
}

let taken: AddressedHandOver | null = null

/**
 * Takes the hand-over out of the URL and the history immediately; null when there is none. Called
 * again while the page is open, it is the same one.
 */
export function takeHandOver(): AddressedHandOver | null {
  const query = new URLSearchParams(location.search)
  if (query.has('sign') && query.has('partner')) {
    const isBx = location.pathname.endsWith('-bx')
    const fromJnzj = query.get('from') === 'jnzj'
    query.delete('from')
    const fields = { ...Object.fromEntries(query), ...(isBx ? { kind: 'bx' } : {}) }
    const { authorizedLogin, authorizedLoginFromJnzj } = partnerCalls
    taken = { call: fromJnzj ? authorizedLoginFromJnzj : authorizedLogin, fields }
    history.replaceState(history.state, '', location.pathname)
  }
  return taken
}

let arrival: { of: AddressedHandOver; reply: Promise<Arrival> } | null = null

/** Makes the call of a hand-over once, however often the page draws itself: a second one would be refused. */
export function arriveOnce(handOver: AddressedHandOver): Promise<Arrival> {
  if (arrival?.of !== handOver) {
    const { call, fields } = handOver
    arrival = { of: handOver, reply: send(call, fields as never, { quiet: true }) }
  }
  return arrival.reply
}
