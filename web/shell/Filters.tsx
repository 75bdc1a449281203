import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { cloneElement, isValidElement, type ReactNode, useId, useState } from 'react'
import { useShellWords } from './words.ts'

export interface Filter {
  name: string
  label: string
  kind: 'text' | 'select' | 'day'
  options?: readonly { value: string; label: string }[]
  /** In place of the plain field: takes `value` and `onChange`, e.g. a picker that searches the server. */
  input?: ReactNode
  /** What the call takes for the text; undefined where the text means nothing. */
  meant?: (text: string) => unknown
}

type Values = Readonly<Record<string, string | undefined>>

const shownFilters = 3

/** A field's value, given directly or as an event. */
function valueIn(raw: unknown): string | undefined {
  const isEvent = typeof raw === 'object' && raw !== null && 'target' in raw
  const value = isEvent ? (raw.target as HTMLInputElement).value : raw
  return typeof value === 'string' && value !== '' ? value : undefined
}

interface FieldProps {
  id: string
  value: string | undefined
  onChange: (raw: unknown) => void
}

function Field({ filter, ...field }: { filter: Filter } & FieldProps) {
  const say = useShellWords()
  if (isValidElement<FieldProps>(filter.input)) return cloneElement(filter.input, field)
  if (filter.kind !== 'select') {
    return (
      <Input
        id={field.id}
        {...(filter.kind === 'day' ? { type: 'date' } : {})}
        allowClear
        style={{ width: 180 }}
        value={field.value ?? ''}
        onChange={field.onChange}
      />
    )
  }
  return (
    <Select
      id={field.id}
      allowClear
      style={{ width: 180 }}
      placeholder={say('all')}
      options={[...(filter.options ?? [])]}
      value={field.value ?? null}
      onChange={field.onChange}
    />
  )
}

/** The search card of a list: three fields and the rest on demand; Enter searches. */
export function Filters({
  filters,
  given,
  onSearch,
}: {
  filters: readonly Filter[]
  given: Values
  /** With every filter by its name; an empty text for one that is not set. */
  onSearch: (values: Record<string, string>) => void
}) {
  const say = useShellWords()
  const id = useId()
  const [draft, setDraft] = useState(given)
  const [seen, setSeen] = useState(() => JSON.stringify(given))
  // The address changed by another hand, e.g. by going back.
  if (seen !== JSON.stringify(given)) {
    setSeen(JSON.stringify(given))
    setDraft(given)
  }
  const [wide, setWide] = useState(() => filters.slice(shownFilters).some((filter) => given[filter.name]))
  const shown = wide ? filters : filters.slice(0, shownFilters)
  const written = (values: Values) =>
    Object.fromEntries(filters.map(({ name }) => [name, values[name]?.trim?.() ?? values[name] ?? '']))
  return (
    <form
      className="shell-card crud-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(written(draft))
      }}
    >
      {shown.map((filter) => (
        <div key={filter.name} className="crud-field">
          <label htmlFor={`${id}-${filter.name}`}>{filter.label}</label>
          <Field
            filter={filter}
            id={`${id}-${filter.name}`}
            value={draft[filter.name]}
            onChange={(value) => setDraft((now) => ({ ...now, [filter.name]: valueIn(value) }))}
          />
        </div>
      ))}
      <div className="shell-row">
        <Button type="primary" htmlType="submit">
          {say('search')}
        </Button>
        <Button
          onClick={() => {
            setDraft({})
            onSearch(written({}))
          }}
        >
          {say('reset')}
        </Button>
        {filters.length > shownFilters && (
          <Button type="link" aria-expanded={wide} onClick={() => setWide(!wide)}>
            {say(wide ? 'collapse' : 'expand')}
          </Button>
        )}
      </div>
    </form>
  )
}
