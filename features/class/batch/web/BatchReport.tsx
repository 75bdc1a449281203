import Modal from 'antd/es/modal'
import Table from 'antd/es/table'
import { words } from '../../../../web/words.ts'
import type { BatchResult } from '../contract.ts'

const useBatchWords = words(
  'batch',
  {
    title: '处理结果',
    all: '全部 {count} 项已完成',
    some: '完成 {done} 项，{failed} 项没有完成',
    name: '名称',
    reason: '原因',
    unseen: '不在您的范围内',
    close: '知道了',
  },
  {
    title: 'Result',
    all: 'All {count} are done',
    some: '{done} are done, {failed} are not',
    name: 'Name',
    reason: 'Reason',
    unseen: 'outside your scope',
    close: 'Close',
  },
)

/** How a batch went: what is done, and for each refused row why. */
export function BatchReport({ result, onClose }: { result: BatchResult | null; onClose: () => void }) {
  const say = useBatchWords()
  const done = result?.succeeded.length ?? 0
  const failed = result?.failed ?? []
  return (
    <Modal
      open={result !== null}
      title={say('title')}
      onCancel={onClose}
      onOk={onClose}
      okText={say('close')}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <p>
        {failed.length === 0 ? say('all', { count: done }) : say('some', { done, failed: failed.length })}
      </p>
      {failed.length > 0 && (
        <Table
          rowKey="id"
          size="small"
          dataSource={failed}
          pagination={failed.length > 10 ? { pageSize: 10 } : false}
          columns={[
            { title: say('name'), render: (_, row) => row.name ?? say('unseen') },
            { title: say('reason'), dataIndex: 'reason' },
          ]}
        />
      )}
    </Modal>
  )
}
