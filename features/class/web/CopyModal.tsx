import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import { useAction } from '../../../web/client.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import type { BatchResult } from '../batch/contract.ts'
import { classCalls } from '../contract.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { useClassWords } from './words.ts'

/** Copies many classes as drafts into one category. */
export function CopyModal({
  ids,
  onClose,
  onResult,
}: {
  ids: string[]
  onClose: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const [form] = Form.useForm<{ categoryId: string }>()
  const guard = useGuardedForm(onClose)
  const copy = useAction(classCalls.bachCopyClassToCategory, { onDone: onResult })
  return (
    <Modal
      open
      title={say('batchCopy')}
      okText={say('apply', { count: ids.length })}
      cancelText={say('cancel')}
      okButtonProps={{ loading: copy.isPending }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
    >
      <Form
        name="class-copy"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        onFinish={({ categoryId }) => copy.mutate({ ids, categoryId })}
      >
        <Form.Item name="categoryId" label={say('targetCategory')} rules={[{ required: true }]}>
          <CategorySelect />
        </Form.Item>
      </Form>
    </Modal>
  )
}
