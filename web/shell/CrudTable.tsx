import Button from 'antd/es/button'
import Table, { type ColumnType } from 'antd/es/table'
import { type Key, type ReactNode, useContext, useEffect, useState } from 'react'
import type { TSchema } from 'typebox'
import type { Call, InputOf, OutputOf } from '../../contract/call.ts'
import { useCall } from '../client.ts'
import { Empty, Failure } from '../kit/Loaded.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import { hiddenColumns, saveHiddenColumns, shownColumns } from './columns.ts'
import { type Filter, Filters } from './Filters.tsx'
import { glideToTop } from './glide.ts'
import { pageWithin, pagingOf } from './paging.ts'
import { Reader } from './reader.ts'
import { TablePager } from './TablePager.tsx'
import { useUrlState } from './useUrlState.ts'
import { useShellWords } from './words.ts'

export type { Filter } from './Filters.tsx'

type RowOf<C extends Call> = OutputOf<C> extends { list: (infer R)[] } ? R & object : never

/** Where a pinned column would cover half of what scrolls below it. */
const narrow = matchMedia('(max-width: 767px)')

/** A table wider than its place scrolls with the arrow keys as well. */
function letScroll(table: HTMLElement, name: string): void {
  const content = table.querySelector('.ant-table-content')
  content?.setAttribute('tabindex', '0')
  content?.setAttribute('role', 'region')
  content?.setAttribute('aria-label', name)
  // The hidden row that antd measures by repeats the header's checkbox; nobody should reach it.
  for (const row of table.querySelectorAll('.ant-table-measure-row')) row.setAttribute('inert', '')
}

/** A column by a word that stays the same however many stand before it. */
function named<R>(column: ColumnType<R>, i: number): ColumnType<R> & { key: string } {
  const word = column.key ?? column.dataIndex ?? (typeof column.title === 'string' ? column.title : i)
  return { ...column, key: String(word) }
}

/**
 * A list page in one part: search card with its state in the URL, table, pager of the specification,
 * selection that survives paging, columns and density of the reader's own, and distinct loading, empty and error
 * states.
 */
export function CrudTable<C extends Call<TSchema, TSchema>>({
  call,
  fixed,
  columns,
  filters = [],
  toolbar,
  batch,
  rowKey = 'id',
  empty,
}: {
  call: C
  /** Input that is not a filter of the reader's, e.g. the chosen category. */
  fixed?: Record<string, unknown>
  columns: ColumnType<RowOf<C>>[]
  filters?: readonly Filter[]
  toolbar?: ReactNode
  /** Shown while rows are chosen. */
  batch?: (ids: string[], clear: () => void, rows: RowOf<C>[]) => ReactNode
  rowKey?: string
  /** The text of the empty state, instead of the default. */
  empty?: string
}) {
  const say = useShellWords()
  const reader = useContext(Reader)
  const [state, change] = useUrlState()
  const [hidden, setHidden] = useState(() => hiddenColumns(reader, call.path))
  const denseKey = `dense ${reader}`
  const [dense, setDense] = useState(() => localStorage.getItem(denseKey) === 'on')
  const [chosen, setChosen] = useState<Key[]>([])
  const { page, limit } = pagingOf(state)
  const given = Object.fromEntries(
    filters.map((filter) => [filter.name, state[filter.name]]).filter(([, value]) => value),
  )
  const filtered = Object.fromEntries(
    filters
      .filter((filter) => given[filter.name])
      .map(({ name, meant }) => [name, meant ? meant(given[name]!) : given[name]]),
  )
  // Refetched whenever the page is shown again: others work on the same rows.
  const query = useCall(call, { page, limit, ...filtered, ...fixed } as InputOf<C>, {
    keep: true,
    staleTime: 0,
  })
  const data = query.data as { total: number; list: RowOf<C>[] } | undefined
  // Rows are chosen across pages: each as it was last shown.
  const [lastShown] = useState(() => new Map<Key, RowOf<C>>())
  for (const row of data?.list ?? []) lastShown.set((row as Record<string, Key>)[rowKey]!, row)
  const all = columns.map(named)
  const movable = all.filter((column) => !column.fixed)
  const shown = all.filter((column) => column.fixed || shownColumns(movable, hidden).includes(column))

  // The last row of the last page was deleted, or the URL requests a page that no longer exists.
  const last = data && !query.isPlaceholderData ? pageWithin(page, limit, data.total) : page
  useEffect(() => {
    if (last < page) change({ page: last })
  })

  return (
    <div className="crud">
      {filters.length > 0 && (
        <Filters filters={filters} given={given} onSearch={(values) => change({ ...values, page: null })} />
      )}
      <div className="shell-card">
        <div className="crud-bar">
          {toolbar}
          <span className="shell-space" />
          <Button onClick={() => void query.refetch()} loading={query.isFetching}>
            {say('refresh')}
          </Button>
          <Button
            aria-pressed={dense}
            onClick={() => {
              localStorage.setItem(denseKey, dense ? 'off' : 'on')
              setDense(!dense)
            }}
          >
            {say(dense ? 'loose' : 'dense')}
          </Button>
          <ColumnSettings
            columns={movable.map(({ key, title: name }) => ({ key, title: name as ReactNode }))}
            hidden={hidden}
            onChange={(next) => {
              saveHiddenColumns(reader, call.path, next)
              setHidden(next)
            }}
          />
        </div>
        {batch && chosen.length > 0 && (
          <div className="shell-row crud-chosen">
            <span>{say('selected', { count: chosen.length })}</span>
            <Button type="link" onClick={() => setChosen([])}>
              {say('clear')}
            </Button>
            {batch(
              chosen.map(String),
              () => setChosen([]),
              chosen.flatMap((key) => lastShown.get(key) ?? []),
            )}
          </div>
        )}
        {query.isError && !data ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <Table<RowOf<C>>
              ref={(table) => {
                if (table) letScroll(table.nativeElement, say('list'))
              }}
              rowKey={rowKey}
              {...(dense ? { size: 'small' as const } : {})}
              columns={narrow.matches ? shown.map(({ fixed: _pinned, ...column }) => column) : shown}
              dataSource={data?.list ?? []}
              loading={query.isPending}
              scroll={{ x: 'max-content' }}
              locale={{
                emptyText: query.isPending ? (
                  ' '
                ) : (
                  <Empty
                    title={Object.keys(given).length > 0 ? say('emptyList') : (empty ?? say('emptyYet'))}
                  />
                ),
              }}
              {...(batch
                ? {
                    rowSelection: {
                      selectedRowKeys: chosen,
                      preserveSelectedRowKeys: true,
                      onChange: setChosen,
                    },
                  }
                : {})}
              pagination={false}
            />
            <TablePager
              page={page}
              limit={limit}
              total={data?.total ?? 0}
              onChange={(nextPage, nextLimit) => {
                change({ page: nextPage, limit: nextLimit })
                glideToTop()
              }}
            />
          </>
        )}
      </div>
    </div>
  )
}
