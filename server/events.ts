/**
 * Events in whose transaction features take part that stand above the one where they happen; each is added here by the
 * feature where it happens, and heard by what others declare under `on`.
 */
export interface Events {}

let listening: readonly { readonly on?: Partial<Events> }[] | undefined

/** Makes the features known that take part in events, in the order in which they do. */
export function listen(features: NonNullable<typeof listening>): void {
  listening = features
}

/** Handlers of an event, in the order of their features; refuses to go on where nobody has put the features together. */
export function listenersOf<E extends keyof Events>(event: E): Events[E][] {
  if (!listening)
    throw new Error(`Features are not composed, and one may handle ${event}: import app/features.ts`)
  return listening.flatMap(({ on }) => on?.[event] ?? [])
}

/** The handler of an event that exactly one feature handles. */
export function handlerOf<E extends keyof Events>(event: E): Events[E] {
  const handlers = listenersOf(event)
  if (handlers.length !== 1) throw new Error(`${handlers.length} features handle ${event}`)
  return handlers[0]!
}
