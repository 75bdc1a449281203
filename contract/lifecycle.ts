import type { Named } from './menu.ts'
import { type Bilingual, refusals, refuse } from './refusal.ts'

/** Refusals in an object of their own, so that a page that shows a state carries no other refusal's words. */
export const lifecycleRefusals = refusals({
  illegal: {
    code: 409,
    zh: '当前状态为“{state}”，不能进行“{event}”',
    en: 'Cannot {event}: the status is “{state}”',
  },
})

/** A state's name in both languages, and what may follow it. */
type State<S extends string, E extends string> = readonly [
  zh: string,
  en: string,
  next?: { readonly [X in E]?: NoInfer<S> },
]

export interface Lifecycle<S extends string, E extends string> {
  readonly table: Readonly<Record<S, { readonly [X in E]?: S }>>
  readonly states: readonly S[]
  stateName(state: S): Bilingual
  eventName(event: E): Bilingual
  /** True if the table has the event for the state; decides whether a button is shown. */
  can(state: S, event: E): boolean
  /** The state that follows; refuses with 409 and both names when the table has none. */
  next(state: S, event: E): S
}

const bilingual = ([zh, en]: readonly [string, string, ...unknown[]]): Bilingual => ({ zh, en })

/**
 * A lifecycle is a table, state × event → state; whatever is not in it is refused. It declares what its states and its
 * events are called, as they stand in a sentence: pages, refusals and exports read the names here.
 */
export function lifecycle<const S extends string, const E extends string>(declared: {
  states: { readonly [K in S]: State<S, E> }
  events: { readonly [X in E]: Named }
}): Lifecycle<S, E> {
  const { states, events } = declared
  const keys = Object.keys(states) as S[]
  const table = Object.fromEntries(keys.map((state) => [state, states[state][2] ?? {}])) as Lifecycle<
    S,
    E
  >['table']
  const follow = (state: S, event: E): S | undefined =>
    Object.hasOwn(table, state) && Object.hasOwn(table[state], event) ? table[state][event] : undefined
  const stateName = (state: S) => bilingual(states[state])
  const eventName = (event: E) => bilingual(events[event])
  return {
    table,
    states: keys,
    stateName,
    eventName,
    can: (state, event) => follow(state, event) !== undefined,
    next: (state, event) =>
      follow(state, event) ??
      refuse(lifecycleRefusals.illegal, { state: stateName(state), event: eventName(event) }),
  }
}
