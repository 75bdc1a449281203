import Modal from 'antd/es/modal'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import { Link } from 'react-router'
import type { BatchResult } from '../../../contract/selection.ts'
import { useBatchWords } from './words.ts'

/** A link to where a refused row can be fixed. */
export interface RowLink {
  label: string
  to: string
}

/** Result of a batch, with a reason for each refused row; a single row lists its reasons below each other. */
export default function BatchReportDialog({
  result,
  linksOf,
  onClose,
}: {
  result: BatchResult
  linksOf: (id: string) => readonly RowLink[]
  onClose: () => void
}) {
  const say = useBatchWords()
  const { failed, succeeded, proposed = [] } = result
  const single = failed.length === 1 && succeeded.length + proposed.length === 0 ? failed[0]! : null
  const reasons = (reason: string) => reason.split('\n').map((line) => <li key={line}>{line}</li>)
  const links = (id: string) =>
    linksOf(id).map(({ label, to }) => (
      <Link key={to} to={to} onClick={onClose}>
        {label}
      </Link>
    ))
  return (
    <Modal
      open
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
          <p role="status">
            {say('some', { done: succeeded.length, failed: failed.length })}
            {proposed.length > 0 && ` · ${say('proposed', { count: proposed.length })}`}
          </p>
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
