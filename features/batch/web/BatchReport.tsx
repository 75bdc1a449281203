import Modal from 'antd/es/modal'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { notify } from '../../../web/notice.ts'
import type { BatchResult } from '../../../contract/selection.ts'
import { useBatchWords } from './words.ts'

/** Where a refused row can be fixed. */
interface RowLink {
  label: string
  to: string
}

/**
 * Reports the result of a batch: a notice when every row is done or a job has begun, else a dialog with each refused row
 * and why.
 * `linksOf` links to where a refused row can be fixed.
 */
export function useBatchReport(linksOf: (id: string) => readonly RowLink[] = () => []): {
  showReport: (result: BatchResult) => void
  report: ReactNode
} {
  const say = useBatchWords()
  const [result, setResult] = useState<BatchResult | null>(null)
  return {
    showReport(reported) {
      if (reported.batchId) notify('success', say('begun'))
      else if (reported.failed.length > 0) setResult(reported)
      else notify('success', say('all', { count: reported.succeeded.length }))
    },
    report: <BatchReport result={result} linksOf={linksOf} onClose={() => setResult(null)} />,
  }
}

/** What a batch did, with a reason for each refused row; a single row lists its reasons one below the other. */
function BatchReport({
  result,
  linksOf,
  onClose,
}: {
  result: BatchResult | null
  linksOf: (id: string) => readonly RowLink[]
  onClose: () => void
}) {
  const say = useBatchWords()
  const failed = result?.failed ?? []
  const single = failed.length === 1 && result?.succeeded.length === 0 ? failed[0]! : null
  const reasons = (reason: string) => reason.split('\n').map((line) => <li key={line}>{line}</li>)
  const links = (id: string) =>
    linksOf(id).map(({ label, to }) => (
      <Link key={to} to={to} onClick={onClose}>
        {label}
      </Link>
    ))
  return (
    <Modal
      open={result !== null}
      title={single ? say('notDone', { name: single.name ?? say('unseen') }) : say('title')}
      onCancel={onClose}
      onOk={onClose}
      okText={say('gotIt')}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      {single ? (
        <div role="status">
          <ul style={{ paddingInlineStart: 20 }}>{reasons(single.reason)}</ul>
          <Space wrap>{single.name !== null && links(single.id)}</Space>
        </div>
      ) : (
        <>
          <p role="status">{say('some', { done: result?.succeeded.length ?? 0, failed: failed.length })}</p>
          <Table
            rowKey="id"
            size="small"
            dataSource={failed}
            pagination={failed.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            columns={[
              { title: say('name'), render: (_, row) => row.name ?? say('unseen') },
              {
                title: say('reason'),
                render: (_, row) => (
                  <>
                    <ul style={{ margin: 0, paddingInlineStart: 16 }}>{reasons(row.reason)}</ul>
                    <Space wrap>{row.name !== null && links(row.id)}</Space>
                  </>
                ),
              },
            ]}
          />
        </>
      )}
    </Modal>
  )
}
