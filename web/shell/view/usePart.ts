import { useUrlState } from './useUrlState.ts'

/**
 * Returns which part of a page its address names, the first where it names none, and what shows another: the filters of
 * one part mean nothing to another and leave the address.
 */
export function usePart<Part extends string>(
  parts: readonly [Part, ...Part[]],
): [part: Part, show: (part: Part) => void] {
  const [state, change] = useUrlState()
  const [first] = parts
  const part = parts.find((known) => known === state.tab) ?? first
  return [
    part,
    (next) =>
      change(
        {
          ...Object.fromEntries(Object.keys(state).map((name) => [name, null])),
          tab: next === first ? null : next,
        },
        'push',
      ),
  ]
}
