import Card from 'antd/es/card'
import Empty from 'antd/es/empty'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import { useId, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { dayStart } from '../../../web/dayStart.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/Button.tsx'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { type Operation, operationLogCalls } from '../contract.ts'
import { useAuditNames } from './auditNames.ts'
import './Log.css'
import { useLogColumns } from './LogColumns.tsx'
import { OperationDrawer } from './OperationDrawer.tsx'
import { useLogWords } from './words.ts'

const filterNames = ['actor', 'action', 'subjectKind', 'words', 'from', 'to'] as const
type FilterName = (typeof filterNames)[number]

/** /account-manage/operation-log: who did what to what, newest first, read on by the last row. */
export default function OperationLogPage() {
  const say = useLogWords()
  const [state, change] = useUrlState()
  const [cursors, setCursors] = useState<string[]>([])
  const [opened, setOpened] = useState<string | null>(null)
  const given = (name: FilterName) => (state[name] ? { [name]: state[name] } : {})
  const after = cursors.at(-1)
  const query = useCall(
    operationLogCalls.query,
    {
      ...given('actor'),
      ...given('action'),
      ...given('subjectKind'),
      ...given('words'),
      from: dayStart(state.from ?? ''),
      to: dayStart(state.to ?? '', 1),
      ...(after ? { after } : {}),
    },
    { keep: true },
  )
  const { list = [], more = false } = query.data ?? {}
  const { time, actor, action, subject, reason, ip, detail } = useLogColumns(setOpened)

  return (
    <>
      <LogFilters
        state={state}
        onSearch={(next) => {
          setCursors([])
          change(next)
        }}
      />
      <Card size="small">
        <div className="log-bar">
          <Button onClick={() => void query.refetch()} loading={query.isFetching}>
            {say('refresh')}
          </Button>
        </div>
        {query.isError && !query.data ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Table<Operation>
            rowKey="id"
            aria-label={say('list')}
            dataSource={list}
            loading={query.isPending}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <Empty description={say('none')} /> }}
            columns={[time, actor, action, subject, reason, ip, detail]}
          />
        )}
        <nav className="log-pager" aria-label={say('list')}>
          {cursors.length > 1 && <Button onClick={() => setCursors([])}>{say('newest')}</Button>}
          <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            {say('newer')}
          </Button>
          <Button disabled={!more} onClick={() => setCursors([...cursors, list.at(-1)!.id])}>
            {say('older')}
          </Button>
        </nav>
      </Card>
      <OperationDrawer id={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function LogFilters({
  state,
  onSearch,
}: {
  state: Readonly<Record<string, string>>
  onSearch: (next: Record<FilterName, string | null>) => void
}) {
  const say = useLogWords()
  const name = useId()
  const values = Object.fromEntries(filterNames.map((each) => [each, state[each]]))
  const none = Object.fromEntries(filterNames.map((each) => [each, null])) as Record<FilterName, null>
  const names = useAuditNames()
  return (
    <Card size="small" className="log-filters">
      <Form
        name={name}
        key={JSON.stringify(values)}
        layout="inline"
        colon={false}
        initialValues={values}
        onFinish={(next: Partial<Record<FilterName, string>>) =>
          onSearch({
            ...none,
            ...Object.fromEntries(Object.entries(next).map(([key, value]) => [key, value?.trim() || null])),
          })
        }
      >
        <Form.Item name="actor" label={say('actor')}>
          <Input allowClear placeholder={say('actorHint')} style={{ width: 160 }} />
        </Form.Item>
        <Form.Item name="action" label={say('action')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            style={{ width: 190 }}
            options={names.actions}
          />
        </Form.Item>
        <Form.Item name="subjectKind" label={say('subjectKind')}>
          <Select allowClear style={{ width: 150 }} options={names.subjects} />
        </Form.Item>
        <Form.Item name="words" label={say('words')}>
          <Input allowClear placeholder={say('wordsHint')} style={{ width: 190 }} />
        </Form.Item>
        <Form.Item name="from" label={say('from')}>
          <Input type="date" style={{ width: 150 }} />
        </Form.Item>
        <Form.Item name="to" label={say('to')}>
          <Input type="date" style={{ width: 150 }} />
        </Form.Item>
        <Space style={{ marginBottom: 8 }}>
          <Button type="primary" htmlType="submit">
            {say('search')}
          </Button>
          <Button onClick={() => onSearch(none)}>{say('reset')}</Button>
        </Space>
      </Form>
    </Card>
  )
}
