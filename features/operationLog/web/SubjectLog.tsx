import Empty from 'antd/es/empty'
import Table from 'antd/es/table'
import { useState } from 'react'
import { Button } from '../../../web/shell/Button.tsx'
import { useCall } from '../../../web/client.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { type Operation, operationLogCalls } from '../contract.ts'
import './Log.css'
import { useLogColumns } from './LogColumns.tsx'
import { OperationDrawer } from './OperationDrawer.tsx'
import { useLogWords } from './words.ts'

/** What was done to one thing, newest first, read on by the last row. */
export function SubjectLog({ subjectKind, subjectId }: { subjectKind: string; subjectId: string }) {
  const say = useLogWords()
  const [cursors, setCursors] = useState<string[]>([])
  const [opened, setOpened] = useState<string | null>(null)
  const after = cursors.at(-1)
  const query = useCall(
    operationLogCalls.query,
    { subjectKind, subjectId, ...(after ? { after } : {}) },
    { keep: true, staleTime: 0 },
  )
  const { list = [], more = false } = query.data ?? {}
  const { time, action, actor, ip, detail } = useLogColumns(setOpened)
  if (query.isError && !query.data) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      <Table<Operation>
        rowKey="id"
        size="small"
        aria-label={say('list')}
        dataSource={list}
        loading={query.isPending}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty description={say('none')} /> }}
        columns={[time, action, actor, ip, detail]}
      />
      {(cursors.length > 0 || more) && (
        <nav className="log-pager" aria-label={say('list')}>
          <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            {say('newer')}
          </Button>
          <Button disabled={!more} onClick={() => setCursors([...cursors, list.at(-1)!.id])}>
            {say('older')}
          </Button>
        </nav>
      )}
      <OperationDrawer id={opened} onClose={() => setOpened(null)} />
    </>
  )
}
