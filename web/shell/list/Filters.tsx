import { cloneElement, isValidElement, type ReactNode, useId, useState } from 'react'
import { Sheet } from '../../kit/Sheet.tsx'
import { Button } from '../control/Button.tsx'
import { choicesOf, type Filter, type Given, isRange, namesOf } from './filter.ts'
import { FilterChips } from './FilterChips.tsx'
import { ManyInput } from '../control/ManyInput.tsx'
import { DaysInput, MoneyInput } from '../control/RangeInput.tsx'
import { useShellWords } from '../words.ts'

const shownFilters = 3

/** A field's value, given directly or as an event. */
function valueIn(raw: unknown): string | undefined {
  const isEvent = typeof raw === 'object' && raw !== null && 'target' in raw
  const value = isEvent ? (raw.target as HTMLInputElement).value : raw
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** True if a field says what to type in it. */
const isHinted = (filter: Filter) =>
  !isRange(filter) && filter.kind !== 'many' && (filter.hint !== undefined || isValidElement(filter.input))

interface FieldProps {
  id: string
  value: string | undefined
  onChange: (raw: unknown) => void
}

function Field({
  filter,
  id,
  draft,
  onChange,
}: {
  filter: Filter
  id: string
  draft: Given
  onChange: (values: Given) => void
}) {
  const say = useShellWords()
  if (isRange(filter)) {
    const Range = filter.kind === 'days' ? DaysInput : MoneyInput
    return (
      <Range
        id={id}
        label={filter.label}
        from={draft[filter.from]}
        to={draft[filter.to]}
        onChange={(from, to) => onChange({ [filter.from]: from, [filter.to]: to })}
      />
    )
  }
  const value = draft[filter.name]
  const change = (raw: unknown) => onChange({ [filter.name]: valueIn(raw) })
  if (filter.kind === 'many') {
    return (
      <ManyInput
        id={id}
        labelId={`${id}-label`}
        options={filter.options}
        chosen={choicesOf(value)}
        onChange={(chosen) => change(chosen.join(','))}
      />
    )
  }
  if (isValidElement<FieldProps>(filter.input)) {
    return cloneElement(filter.input, { id, value, onChange: change })
  }
  if (filter.kind !== 'select') {
    return (
      <input
        id={id}
        type={filter.kind === 'day' ? 'date' : 'text'}
        className="office-input"
        placeholder={filter.hint}
        value={value ?? ''}
        onChange={change}
      />
    )
  }
  return (
    <select id={id} className="office-input" value={value ?? ''} onChange={change}>
      <option value="">{say('all')}</option>
      {filter.options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** The search card of a list: three fields and the rest on demand; Enter searches. What is set is below, as chips. */
export function Filters({
  filters,
  given,
  onSearch,
  folded = false,
  children,
}: {
  filters: readonly Filter[]
  given: Given
  /** With every filter by its name; an empty text for one that is not set. */
  onSearch: (values: Record<string, string>) => void
  /** Behind a button, in a sheet. */
  folded?: boolean
  /** Further fields. */
  children?: ReactNode
}) {
  const say = useShellWords()
  const id = useId()
  const [draft, setDraft] = useState(given)
  const [seen, setSeen] = useState(() => JSON.stringify(given))
  const hasMore = filters
    .slice(shownFilters)
    .flatMap(namesOf)
    .some((name) => given[name])
  const [wide, setWide] = useState(hasMore)
  // The address changed by another hand, e.g. by going back.
  if (seen !== JSON.stringify(given)) {
    const before = JSON.parse(seen) as Given
    setSeen(JSON.stringify(given))
    // What is typed and not sent yet stays, where the address has said nothing else.
    const typed = Object.entries(draft).filter(
      ([key, text]) => text !== before[key] && given[key] === before[key],
    )
    setDraft({ ...given, ...Object.fromEntries(typed) })
    if (hasMore) setWide(true)
  }
  const [open, setOpen] = useState(false)
  const name = say(filters.length > 0 ? 'filters' : 'sort')
  const shown = wide || folded ? filters : filters.slice(0, shownFilters)
  function search(values: Given) {
    setOpen(false)
    onSearch(Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, values[name]?.trim() ?? ''])))
  }
  const form = (
    <form
      className={folded ? 'crud-search crud-sheet' : 'shell-card crud-search'}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(draft)
      }}
    >
      {shown.map((filter) => {
        const field = `${id}-${namesOf(filter)[0]}`
        return (
          <div key={field} className={isHinted(filter) ? 'crud-field crud-hinted' : 'crud-field'}>
            {filter.kind === 'many' ? (
              <span id={`${field}-label`}>{filter.label}</span>
            ) : (
              <label htmlFor={field}>{filter.label}</label>
            )}
            <Field
              filter={filter}
              id={field}
              draft={draft}
              onChange={(values) => setDraft((now) => ({ ...now, ...values }))}
            />
          </div>
        )
      })}
      {children}
      <div className={folded ? 'shell-row k-sheet-foot' : 'shell-row'}>
        <Button type="primary" htmlType="submit">
          {say('search')}
        </Button>
        <Button
          onClick={() => {
            setDraft({})
            search({})
          }}
        >
          {say('reset')}
        </Button>
        {!folded && filters.length > shownFilters && (
          <Button type="link" aria-expanded={wide} onClick={() => setWide(!wide)}>
            {say(wide ? 'collapse' : 'expand')}
          </Button>
        )}
      </div>
    </form>
  )
  const chips = (
    <FilterChips
      filters={filters}
      given={given}
      onClear={(names) => search({ ...given, ...Object.fromEntries(names.map((name) => [name, ''])) })}
    />
  )
  if (!folded) {
    return (
      <>
        {form}
        {chips}
      </>
    )
  }
  return (
    <>
      <Button className="crud-folded" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {chips}
      <Sheet open={open} onClose={() => setOpen(false)} title={name}>
        {form}
      </Sheet>
    </>
  )
}
