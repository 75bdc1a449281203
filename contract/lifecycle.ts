import { commonRefusals, refuse } from './refusal.ts'

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>
type EventOf<T extends Table> = { [S in keyof T]: keyof T[S] }[keyof T] & string

export interface Lifecycle<T extends Table> {
  readonly table: T
  readonly states: readonly (keyof T & string)[]
  /** Whether the table has the event for the state: what decides a button. */
  can(state: keyof T & string, event: EventOf<T>): boolean
  /** The state that follows; refuses with 409 and both names when the table has none. */
  next(state: keyof T & string, event: EventOf<T>): keyof T & string
}

/** A lifecycle is a table, state × event → state; whatever is not in it is refused. */
export function lifecycle<const T extends Table>(table: T): Lifecycle<T> {
  const follow = (state: string, event: string): string | undefined =>
    Object.hasOwn(table, state) && Object.hasOwn(table[state]!, event) ? table[state]![event] : undefined
  return {
    table,
    states: Object.keys(table),
    can: (state, event) => follow(state, event) !== undefined,
    next: (state, event) => follow(state, event) ?? refuse(commonRefusals.illegal, { state, event }),
  }
}
