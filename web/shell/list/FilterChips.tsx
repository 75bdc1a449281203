import { yuan } from '../../../contract/money.ts'
import { Button } from '../control/Button.tsx'
import { choicesOf, type Filter, type Given, inputOf, isRange, isSet, namesOf } from './filter.ts'
import { useShellWords } from '../words.ts'

/** Text of the value of a filter; empty where only its picker knows the name. */
function textOf(filter: Filter, given: Given): string {
  if (isRange(filter)) {
    const meant = inputOf([filter], given)
    const end = (name: string) =>
      meant[name] === undefined ? '' : filter.kind === 'money' ? yuan(meant[name] as number) : given[name]!
    const [from, to] = namesOf(filter).map(end)
    return from === to ? from! : `${from} – ${to}`
  }
  const nameOf = (value: string) => filter.options?.find((option) => option.value === value)?.label
  const text = given[filter.name]
  if (filter.kind === 'many')
    return choicesOf(text)
      .map((value) => nameOf(value) ?? value)
      .join(' / ')
  if (filter.kind === 'select') return (text && nameOf(text)) ?? ''
  return text ?? ''
}

/** A filter that is set, in words. */
function sayFilter(say: ReturnType<typeof useShellWords>, filter: Filter, given: Given): string {
  const text = textOf(filter, given)
  return text ? say('filterSet', { label: filter.label, text }) : filter.label
}

/** The filters of a list in words, as its chips say them; `fixed` is what its page limits it to besides. */
export function useFilterText(filters: readonly Filter[], given: Given, fixed: object = {}): string {
  const say = useShellWords()
  const said = filters.filter((filter) => isSet(filter, given)).map((filter) => sayFilter(say, filter, given))
  if (Object.keys(fixed).length > 0) said.unshift(say('filterOfPage'))
  return said.length > 0 ? said.join(say('semicolon')) : say('filterNone')
}

/** The filters that are set, each of which can be taken away, and all at once. */
export function FilterChips({
  filters,
  given,
  onClear,
}: {
  filters: readonly Filter[]
  given: Given
  /** With the names that are set no longer. */
  onClear: (names: string[]) => void
}) {
  const say = useShellWords()
  const set = filters.filter((filter) => isSet(filter, given))
  if (set.length === 0) return null
  return (
    <ul className="crud-chips k-cluster k-list" aria-label={say('filtersSet')}>
      {set.map((filter) => {
        const shown = sayFilter(say, filter, given)
        return (
          <li key={namesOf(filter).join()}>
            <span className="k-clip">{shown}</span>
            <button
              className="k-bare"
              type="button"
              aria-label={say('filterClear', { name: shown })}
              onClick={() => onClear(namesOf(filter))}
            >
              ✕
            </button>
          </li>
        )
      })}
      <li>
        <Button type="link" size="small" onClick={() => onClear(set.flatMap(namesOf))}>
          {say('clear')}
        </Button>
      </li>
    </ul>
  )
}
