import Pagination from 'antd/es/pagination'
import Select from 'antd/es/select'
import { countedRows, limitChoices } from '../../contract/paging.ts'
import { useShellWords } from './words.ts'

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
    <div className="crud-pager">
      {/* Counting ends there: see the server's pages. */}
      <span>{say(total === countedRows ? 'totalMore' : 'total', { total })}</span>
      <Select
        aria-label={say('pageSize')}
        value={limit}
        options={limitChoices.map((value) => ({ value, label: say('perPage', { limit: value }) }))}
        onChange={(value) => onChange(1, value)}
      />
      <Pagination
        current={page}
        pageSize={limit}
        total={total}
        showSizeChanger={false}
        showQuickJumper
        onChange={(next) => onChange(next, limit)}
      />
    </div>
  )
}
