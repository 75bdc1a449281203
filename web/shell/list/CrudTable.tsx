import './list.css'
import { type Key, type ReactNode, useContext, useEffect, useState } from 'react'
import type { TSchema } from 'typebox'
import type { Call, InputOf, OutputOf } from '../../../contract/call.ts'
import type { ExportCall } from '../../../contract/exporting.ts'
import { sortsOf } from '../../../contract/paging.ts'
import { useCall } from '../../client.ts'
import { Empty, Failure, Skeleton } from '../../kit/Loaded.tsx'
import { Button } from '../control/Button.tsx'
import { type Batch, BatchBar } from './BatchBar.tsx'
import { useChosen } from '../control/chosen.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import { arranged, type Column, shownColumns } from './columns.ts'
import { isDense, saveDense } from './density.ts'
import { ExportPart } from './ExportPart.tsx'
import { Filters } from './Filters.tsx'
import { useFilterText } from './FilterChips.tsx'
import { type FilterOf, inputOf, namesOf } from './filter.ts'
import { glideToTop } from './glide.ts'
import { ListTools } from './ListTools.tsx'
import { useListKeys } from '../view/keys.ts'
import { type ListMemory, ListMemoryOf } from './listMemory.ts'
import { usePhone } from '../view/narrow.ts'
import { pageWithin, pagingOf } from './paging.ts'
import { Reader } from '../view/reader.ts'
import { RefreshFailed } from '../control/RefreshFailed.tsx'
import { RowCards } from './RowCards.tsx'
import { RowTable } from './RowTable.tsx'
import { SortSelect } from './SortSelect.tsx'
import { TablePager } from './TablePager.tsx'
import { useListView } from './useListView.ts'
import { useShellWords } from '../words.ts'

type RowOf<C extends Call> = OutputOf<C> extends { list: (infer R)[] } ? R & object : never

/** A list whose reader’s columns and views are known. */
function KnownTable<C extends Call<TSchema, TSchema>>({
  call,
  fixed,
  part = false,
  columns,
  filters = [],
  toolbar,
  renderToolbar,
  batch,
  rowKey = 'id',
  empty,
  emptyFiltered,
  exportCall,
  prefix = '',
  children,
  memory,
}: {
  call: C
  /** Input that is not a filter of the reader's, e.g. the chosen category. */
  fixed?: Record<string, unknown>
  /** Some rows of a list that has a page of its own: they are shown without the views of that list. */
  part?: boolean
  columns: readonly Column<RowOf<C>>[]
  filters?: readonly FilterOf<C>[]
  toolbar?: ReactNode
  /** The same for what acts on the filters as they are set. */
  renderToolbar?: (list: { filter: Record<string, unknown>; isFiltered: boolean }) => ReactNode
  /** Lets rows be chosen. */
  batch?: Batch<RowOf<C>> | false
  rowKey?: string
  /** The text of the empty state, instead of the default. */
  empty?: string
  /** The same where filters find nothing, which may be good news. */
  emptyFiltered?: string
  /** Exports the rows of the current filter. */
  exportCall?: ExportCall
  /** Before the names of its state in the address, for a table beside the main one of its page. */
  prefix?: string
  /** Content drawn beside the list that moves along its rows. */
  children?: (rows: readonly RowOf<C>[]) => ReactNode
  memory: ListMemory
}) {
  const say = useShellWords()
  const reader = useContext(Reader)
  const phone = usePhone()
  const [place, focused] = useListKeys(prefix === '')
  const view = useListView(call, memory, { filters, fixed, prefix, part })
  const { state, change, given, sort } = view
  const [dense, setDense] = useState(() => isDense(reader))
  const { page, limit } = pagingOf(state)
  const filtered = inputOf(filters, given)
  // Refetched whenever the page is shown again: others work on the same rows.
  const query = useCall(
    call,
    { page, limit, ...(sort ? { sort } : {}), ...filtered, ...fixed } as InputOf<C>,
    {
      keep: true,
      staleTime: 0,
    },
  )
  const data = query.data as { total: number; list: RowOf<C>[] } | undefined
  const rows = data?.list ?? []
  const chosen = useChosen(data?.list, rowKey, { ...filtered, ...fixed })
  const filterText = useFilterText(filters, given, fixed)
  const movable = arranged(columns, view.columns)
  const shown = shownColumns(columns, view.columns)
  const keyOf = (row: RowOf<C>) => (row as Record<string, Key>)[rowKey]!
  const order = (next: string | null) => change({ sort: next, page: null }, 'push')

  // The last row of the last page was deleted, or the URL requests a page that no longer exists.
  const last = data && !query.isPlaceholderData ? pageWithin(page, limit, data.total) : page
  useEffect(() => {
    if (last < page) change({ page: last })
  })

  // On a phone it sticks to the lower edge, where the thumb is; at a desk it takes the place of the toolbar.
  const batchBar = batch && (
    <BatchBar
      batch={batch}
      chosen={chosen}
      list={{ call, total: data?.total ?? 0, filter: { ...filtered, ...fixed }, filters: filterText }}
    />
  )
  const hasChosen = chosen.isEvery ? (data?.total ?? 0) > chosen.except.length : chosen.keys.length > 0

  const isFiltered = Object.keys(given).length > 0
  const clearFilters = () =>
    change({ ...Object.fromEntries(filters.flatMap(namesOf).map((each) => [each, ''])), page: null }, 'push')

  const drawn = {
    columns: shown,
    rows,
    keyOf,
    name: say('list'),
    ticks: batch ? { keys: chosen.keys, keyOf, nameOf: batch.nameOf, onChange: chosen.choose } : null,
    empty: query.isPending ? (
      <Skeleton lines={6} />
    ) : (
      <Empty
        title={
          isFiltered
            ? (emptyFiltered ?? say('emptyList'))
            : (empty ?? say(toolbar ? 'emptyStart' : 'emptyYet'))
        }
        action={isFiltered && <Button onClick={() => clearFilters()}>{say('filtersClear')}</Button>}
      />
    ),
  }
  const sorts = sortsOf(call.input)
  const sortable = shown.filter(({ key }) => sorts.includes(key))
  const toolsOf = (close?: () => void) => (
    <>
      {exportCall && (
        <ExportPart
          call={exportCall}
          filter={{ ...(sort ? { sort } : {}), ...filtered, ...fixed }}
          total={data?.total ?? 0}
          {...(close && { onAsk: close })}
        />
      )}
      <Button
        loading={query.isFetching}
        onClick={() => {
          close?.()
          void query.refetch()
        }}
      >
        {say('refresh')}
      </Button>
      {!phone && (
        <Button
          aria-pressed={dense}
          onClick={() => {
            saveDense(reader, !dense)
            setDense(!dense)
          }}
        >
          {say('dense')}
        </Button>
      )}
      <ColumnSettings
        columns={movable.map(({ column, ...each }) => ({ ...each, title: column.title }))}
        isArranged={view.columns !== null}
        onChange={view.arrange}
      />
    </>
  )
  const search = (filters.length > 0 || (phone && sortable.length > 0)) && (
    <Filters
      filters={filters}
      given={given}
      onSearch={(values) => {
        // The same question is asked once more.
        if (Object.entries(values).every(([key, text]) => text === (given[key] ?? ''))) void query.refetch()
        change({ ...values, page: null }, 'push')
      }}
      folded={phone}
    >
      {phone && <SortSelect columns={sortable} sort={sort} onSort={order} />}
    </Filters>
  )
  return (
    <div className="crud" ref={place}>
      <span role="status" className="k-hidden">
        {focused}
      </span>
      {!part && memory.tabs({ call, ...view.tabs })}
      {!phone && search}
      <div className="shell-card crud-list">
        {!phone && batchBar}
        <div className="crud-bar k-cluster" hidden={!phone && hasChosen}>
          {phone && search}
          {toolbar}
          {renderToolbar?.({ filter: { ...filtered, ...fixed }, isFiltered })}
          <div className="crud-bar-end k-cluster k-end">
            {phone ? <ListTools>{toolsOf}</ListTools> : toolsOf()}
          </div>
        </div>
        {query.isError && !data ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <RefreshFailed query={query} />
            {phone ? (
              <>
                <RowCards {...drawn} />
                {batchBar}
              </>
            ) : (
              <RowTable
                {...drawn}
                sorts={sorts}
                sort={sort}
                onSort={order}
                dense={dense}
                at={`${page} ${limit}`}
                onWidth={(key, width) =>
                  view.arrange(
                    movable.map(({ column: _column, ...each }) =>
                      each.key === key ? { ...each, width } : each,
                    ),
                  )
                }
              />
            )}
            {data && data.total > 0 && (
              <TablePager
                page={page}
                limit={limit}
                total={data.total}
                onChange={(nextPage, nextLimit) => {
                  change({ page: nextPage === 1 ? null : nextPage, limit: nextLimit }, 'push')
                  glideToTop()
                }}
              />
            )}
          </>
        )}
      </div>
      {children?.(rows)}
    </div>
  )
}

/**
 * A list page in one part: search card with its state in the URL, table, pager of the specification,
 * selection that survives paging, columns and density of the reader's own, and distinct loading, empty and error
 * states. On a phone its rows are cards.
 */
export function CrudTable<C extends Call<TSchema, TSchema>>(
  props: Omit<Parameters<typeof KnownTable<C>>[0], 'memory'>,
) {
  const memory = useContext(ListMemoryOf)
  return memory ? <KnownTable {...props} memory={memory} /> : <Skeleton lines={8} />
}
