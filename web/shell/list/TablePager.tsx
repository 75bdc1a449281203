import { countedRows, limitChoices } from '../../../contract/paging.ts'
import { number } from '../../format.ts'
import { Pages } from '../control/Pages.tsx'
import { useShellWords } from '../words.ts'

/** The pager of the specification: total, sizes, previous, pages, next, jumper. */
export function TablePager({
  page,
  limit,
  total,
  onChange,
}: {
  page: number
  limit: number
  total: number
  onChange: (page: number, limit: number) => void
}) {
  const say = useShellWords()
  return (
    <div className="crud-pager k-cluster k-end">
      {/* Counting ends there: see the server's pages. */}
      <span>{say(total === countedRows ? 'totalMore' : 'total', { total: number(total) })}</span>
      <select
        className="office-input"
        aria-label={say('pageSize')}
        value={limit}
        onChange={({ target }) => onChange(1, Number(target.value))}
      >
        {limitChoices.map((value) => (
          <option key={value} value={value}>
            {say('perPage', { limit: value })}
          </option>
        ))}
      </select>
      <Pages {...{ page, limit, total }} jumper onPage={(next) => onChange(next, limit)} />
    </div>
  )
}
