import Select from 'antd/es/select'
import { useId } from 'react'
import type { Column } from './columns.ts'
import { useShellWords } from './words.ts'

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
      <Select
        id={id}
        allowClear
        placeholder={say('sortOwn')}
        style={{ width: 180 }}
        value={sort ?? null}
        options={columns.flatMap(({ key, title }) => [
          { value: key, label: `${title} ↑` },
          { value: `-${key}`, label: `${title} ↓` },
        ])}
        onChange={(next: string | undefined) => onSort(next ?? null)}
      />
    </div>
  )
}
