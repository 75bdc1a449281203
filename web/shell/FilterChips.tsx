import Button from 'antd/es/button'
import { yuan } from '../../contract/money.ts'
import { choicesOf, type Filter, type Given, isRange, namesOf } from './filter.ts'
import { useShellWords } from './words.ts'

/** What a filter is set to; empty where only its picker knows the name. */
function textOf(filter: Filter, given: Given): string {
  if (isRange(filter)) {
    const end = (text: string | undefined) =>
      text && filter.kind === 'money' ? yuan(Number(text)) : (text ?? '')
    const [from, to] = [given[filter.from], given[filter.to]].map(end)
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
  const set = filters.filter((filter) => namesOf(filter).some((name) => given[name]))
  if (set.length === 0) return null
  return (
    <ul className="crud-chips" aria-label={say('filtersSet')}>
      {set.map((filter) => {
        const text = textOf(filter, given)
        const shown = text ? say('filterSet', { label: filter.label, text }) : filter.label
        return (
          <li key={namesOf(filter).join()}>
            <span>{shown}</span>
            <button
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
