import type { ReactNode } from 'react'
import type { Call, InputOf } from '../../../contract/call.ts'
import { dayStart } from '../../dayStart.ts'
import type { Choice } from '../control/choice.ts'

interface Of {
  label: string
}

/** A field of a list's search over one input of its call. */
interface OneFilter<N extends string> extends Of {
  name: N
  kind: 'text' | 'select' | 'day'
  options?: readonly Choice[]
  /** Hint of what can be typed, in a field of text. */
  hint?: string
  /** Value the call takes for the text; undefined where the text means nothing. */
  meant?: (text: string) => unknown
}

/**
 * The same with an input in place of the plain field: takes `value` and `onChange`, e.g. a picker that searches the
 * server. Of its choices at least the one chosen is given, so that it can be named.
 */
interface PickedFilter<N extends string> extends OneFilter<N> {
  input: ReactNode
  options: readonly Choice[]
}

/** Several choices at once, an array in the call and a text with commas in the address. */
interface ManyFilter<N extends string> extends Of {
  name: N
  kind: 'many'
  options: readonly Choice[]
}

/**
 * A range with either end open: days, of which the last counts in full, so that the call gets the moment after it; or
 * money, typed in yuan, in fen in the address and the call.
 */
interface RangeFilter<N extends string> extends Of {
  kind: 'days' | 'money'
  from: N
  to: N
}

/** A field of a list's search. `N` are the names of inputs it may set. */
export type Filter<N extends string = string> =
  | (OneFilter<N> & { input?: never })
  | PickedFilter<N>
  | ManyFilter<N>
  | RangeFilter<N>

/** A field of the search of a list by its call: a name that the call does not take is a type error. */
export type FilterOf<C extends Call> = Filter<Exclude<keyof InputOf<C> & string, 'page' | 'limit' | 'sort'>>

/** Values set of a search, each name with its text in the address. */
export type Given = Readonly<Record<string, string | undefined>>

/** True if a filter has two ends. */
export const isRange = (filter: Filter): filter is RangeFilter<string> => 'from' in filter

/** The names a filter has in the address. */
export function namesOf(filter: Filter): string[] {
  return isRange(filter) ? [filter.from, filter.to] : [filter.name]
}

/** The choices that a text with commas names. */
export const choicesOf = (text: string | undefined) => (text ? text.split(',') : [])

/** Values of a filter for the call. */
function meaningsOf(filter: Filter, given: Given): Record<string, unknown> {
  if (isRange(filter)) {
    const end = (text: string, later: number) =>
      filter.kind === 'days' ? dayStart(text, later) : /^\d+$/.test(text) ? Number(text) : undefined
    const { [filter.from]: from, [filter.to]: to } = given
    return { ...(from && { [filter.from]: end(from, 0) }), ...(to && { [filter.to]: end(to, 1) }) }
  }
  const text = given[filter.name]
  if (!text) return {}
  if (filter.kind === 'many') return { [filter.name]: choicesOf(text) }
  return { [filter.name]: filter.meant ? filter.meant(text) : text }
}

/** True if a filter has a value that means anything to the call: one typed into an address may not. */
export const isSet = (filter: Filter, given: Given): boolean =>
  Object.values(meaningsOf(filter, given)).some((meant) => meant !== undefined)

/** The input of the call for what is set of a search. */
export function inputOf(filters: readonly Filter[], given: Given): Record<string, unknown> {
  return Object.assign({}, ...filters.map((filter) => meaningsOf(filter, given))) as Record<string, unknown>
}
