import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Empty from 'antd/es/empty'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Result from 'antd/es/result'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Table, { type ColumnType } from 'antd/es/table'
import { type Key, type ReactNode, useId, useState } from 'react'
import type { TSchema } from 'typebox'
import type { Call, InputOf, OutputOf } from '../../contract/call.ts'
import { defaultLimit, limitChoices } from '../../contract/paging.ts'
import { useCall } from '../client.ts'
import { useUrlState } from './useUrlState.ts'
import { useShellWords } from './words.ts'

type RowOf<C extends Call> = OutputOf<C> extends { list: (infer R)[] } ? R & object : never

export interface Filter {
  name: string
  label: string
  kind: 'text' | 'select'
  options?: readonly { value: string; label: string }[]
  /** In place of the plain field: takes `value` and `onChange`, e.g. a picker that searches the server. */
  input?: ReactNode
  /** The call takes a number. */
  isNumber?: boolean
}

const shownFilters = 3
/** Where a pinned column would hide half of what scrolls beneath it. */
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

/**
 * A list page in one part: search card with its state in the URL, table, pager of the specification,
 * selection that survives paging, and distinct loading, empty and error states.
 */
export function CrudTable<C extends Call<TSchema, TSchema>>({
  call,
  fixed,
  columns,
  filters = [],
  toolbar,
  batch,
  rowKey = 'id',
  title,
}: {
  call: C
  /** Input that is not a filter of the reader's, e.g. the chosen category. */
  fixed?: Record<string, unknown>
  columns: ColumnType<RowOf<C>>[]
  filters?: readonly Filter[]
  toolbar?: ReactNode
  /** Shown while rows are chosen. */
  batch?: (ids: string[], clear: () => void) => ReactNode
  rowKey?: string
  title?: string
}) {
  const say = useShellWords()
  const [state, change] = useUrlState()
  const filtersId = useId()
  // A filter that is set is never out of sight.
  const [wide, setWide] = useState(() => filters.slice(shownFilters).some((filter) => state[filter.name]))
  const [size, setSize] = useState<'small' | 'medium'>('medium')
  const [chosen, setChosen] = useState<Key[]>([])
  const page = Number(state.page ?? 1)
  const limit = Number(state.limit ?? defaultLimit)
  const given = Object.fromEntries(
    filters.map((filter) => [filter.name, state[filter.name]]).filter(([, value]) => value),
  )
  const asked = Object.fromEntries(
    filters
      .filter((filter) => given[filter.name])
      .map((filter) => [filter.name, filter.isNumber ? Number(given[filter.name]) : given[filter.name]]),
  )
  const query = useCall(call, { page, limit, ...asked, ...fixed } as InputOf<C>, { keep: true })
  const data = query.data as { total: number; list: RowOf<C>[] } | undefined
  const shown = wide ? filters : filters.slice(0, shownFilters)

  return (
    <div className="crud">
      {filters.length > 0 && (
        <Card size="small" style={{ marginBottom: 12 }}>
          <Form
            name={filtersId}
            layout="inline"
            key={JSON.stringify(given)}
            initialValues={given}
            onFinish={(values: Record<string, string | undefined>) =>
              change({
                ...Object.fromEntries(
                  shown.map((filter) => [filter.name, values[filter.name]?.trim?.() ?? '']),
                ),
                page: null,
              })
            }
          >
            {shown.map((filter) => (
              <Form.Item
                key={filter.name}
                name={filter.name}
                label={filter.label}
                style={{ marginBottom: 8 }}
              >
                {filter.input ??
                  (filter.kind === 'text' ? (
                    <Input allowClear style={{ width: 180 }} />
                  ) : (
                    <Select
                      allowClear
                      style={{ width: 180 }}
                      placeholder={say('all')}
                      options={[...(filter.options ?? [])]}
                    />
                  ))}
              </Form.Item>
            ))}
            <Space style={{ marginBottom: 8 }}>
              <Button type="primary" htmlType="submit">
                {say('search')}
              </Button>
              <Button
                onClick={() =>
                  change(
                    Object.fromEntries([...filters.map((filter) => [filter.name, null]), ['page', null]]),
                  )
                }
              >
                {say('reset')}
              </Button>
              {filters.length > shownFilters && (
                <Button type="link" onClick={() => setWide(!wide)}>
                  {say(wide ? 'less' : 'more')}
                </Button>
              )}
            </Space>
          </Form>
        </Card>
      )}
      <Card size="small" title={title}>
        <div className="crud-bar">
          {toolbar}
          <span className="shell-space" />
          <Button onClick={() => void query.refetch()} loading={query.isFetching}>
            {say('refresh')}
          </Button>
          <Button onClick={() => setSize(size === 'small' ? 'medium' : 'small')}>
            {say(size === 'small' ? 'loose' : 'dense')}
          </Button>
        </div>
        {batch && chosen.length > 0 && (
          <Space style={{ marginBottom: 12 }} wrap>
            <span>{say('selected', { count: chosen.length })}</span>
            <Button type="link" onClick={() => setChosen([])}>
              {say('clear')}
            </Button>
            {batch(chosen.map(String), () => setChosen([]))}
          </Space>
        )}
        {query.isError && !data ? (
          <Result
            status="error"
            title={say('failed')}
            subTitle={query.error.message}
            extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
          />
        ) : (
          <Table<RowOf<C>>
            ref={(table) => {
              if (table) letScroll(table.nativeElement, say('list'))
            }}
            rowKey={rowKey}
            size={size}
            columns={narrow.matches ? columns.map(({ fixed: _pinned, ...column }) => column) : columns}
            dataSource={data?.list ?? []}
            loading={query.isPending}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <Empty description={say('emptyList')} /> }}
            {...(batch
              ? {
                  rowSelection: {
                    selectedRowKeys: chosen,
                    preserveSelectedRowKeys: true,
                    onChange: setChosen,
                  },
                }
              : {})}
            pagination={{
              current: page,
              pageSize: limit,
              total: data?.total ?? 0,
              showSizeChanger: true,
              showQuickJumper: true,
              pageSizeOptions: [...limitChoices],
              showTotal: (total) => say('total', { total }),
              onChange(nextPage, nextLimit) {
                change({ page: nextLimit === limit ? nextPage : 1, limit: nextLimit })
                scrollToTop()
              },
            }}
          />
        )}
      </Card>
    </div>
  )
}

/** Glides to the top in 800 ms after paging; at once for those who asked for no motion. */
function scrollToTop(): void {
  const from = window.scrollY
  if (from === 0) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return window.scrollTo(0, 0)
  const start = performance.now()
  const step = (now: number) => {
    const gone = Math.min(1, (now - start) / 800)
    window.scrollTo(0, from * (1 - gone) ** 2)
    if (gone < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
