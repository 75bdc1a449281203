/**
 * Events in whose transaction features take part that stand above the one where they happen; each is added here by the
 * feature where it happens, and heard by what others declare under `on`.
 */
export interface Events {}

let listening: readonly { readonly on?: Partial<Events> }[] = []

/** Makes the features known that take part in events, in the order in which they do. */
export function listen(features: typeof listening): void {
  listening = features
}

/** Handlers of an event, in the order of their features. */
export const listenersOf = <E extends keyof Events>(event: E): Events[E][] =>
  listening.flatMap(({ on }) => on?.[event] ?? [])

/** The handler of an event that nothing comes of without one. */
export function handlerOf<E extends keyof Events>(event: E): Events[E] {
  const [handle] = listenersOf(event)
  if (!handle) throw new Error(`No feature handles ${event}`)
  return handle
}
