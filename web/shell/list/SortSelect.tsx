import { useId } from 'react'
import type { Column } from './columns.ts'
import { useShellWords } from '../words.ts'

/** The order of a list whose columns have no heads. */
export function SortSelect<R>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<R>[]
  sort: string | undefined
  onSort: (sort: string | null) => void
}) {
  const say = useShellWords()
  const id = useId()
  return (
    <div className="crud-field">
      <label htmlFor={id}>{say('sort')}</label>
      <select
        id={id}
        className="office-input"
        value={sort ?? ''}
        onChange={({ target }) => onSort(target.value || null)}
      >
        <option value="">{say('sortOwn')}</option>
        {columns.flatMap(({ key, title }) => [
          <option key={key} value={key}>{`${title} ↑`}</option>,
          <option key={`-${key}`} value={`-${key}`}>{`${title} ↓`}</option>,
        ])}
      </select>
    </div>
  )
}
