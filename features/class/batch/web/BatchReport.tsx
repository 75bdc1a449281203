import Modal from 'antd/es/modal'
import Table from 'antd/es/table'
import { type ReactNode, useState } from 'react'
import { notify } from '../../../../web/notice.ts'
import type { BatchResult } from '../contract.ts'
import { inWords } from './reason.ts'
import { useBatchWords } from './words.ts'

/**
 * Tells how a batch went: a word when every row is done, else a dialog with each refused row and why. `words`
 * say the states and steps that a refusal names by their codes.
 */
export function useBatchReport(words: Readonly<Record<string, string>>): {
  tell: (result: BatchResult) => void
  report: ReactNode
} {
  const say = useBatchWords()
  const [result, setResult] = useState<BatchResult | null>(null)
  return {
    tell(told) {
      if (told.failed.length > 0) setResult(told)
      else notify('success', say('all', { count: told.succeeded.length }))
    },
    report: <BatchReport result={result} words={words} onClose={() => setResult(null)} />,
  }
}

/** What of a batch is done, and for each refused row why. */
function BatchReport({
  result,
  words,
  onClose,
}: {
  result: BatchResult | null
  words: Readonly<Record<string, string>>
  onClose: () => void
}) {
  const say = useBatchWords()
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
      <p role="status">{say('some', { done: result?.succeeded.length ?? 0, failed: failed.length })}</p>
      <Table
        rowKey="id"
        size="small"
        dataSource={failed}
        pagination={failed.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        columns={[
          { title: say('name'), render: (_, row) => row.name ?? say('unseen') },
          { title: say('reason'), render: (_, row) => inWords(row.reason, words) },
        ]}
      />
    </Modal>
  )
}
