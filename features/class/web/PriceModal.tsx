import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import Modal from 'antd/es/modal'
import type { RevisedRows } from '../../../contract/revision.ts'
import { useAction } from '../../../web/client.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import type { BatchResult } from '../batch/contract.ts'
import { classCalls } from '../contract.ts'
import { fenOfYuan } from './money.ts'
import { useClassWords } from './words.ts'

/** One price for many classes, in yuan. */
export function PriceModal({
  rows,
  onClose,
  onResult,
}: {
  rows: RevisedRows
  onClose: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const [form] = Form.useForm<{ price: number; originalPrice?: number | null }>()
  const guard = useGuardedForm(onClose)
  const price = useAction(classCalls.batchModifyClassAmount, { onDone: onResult })
  return (
    <Modal
      open
      title={say('batchPrice')}
      okText={say('apply', { count: rows.length })}
      cancelText={say('cancel')}
      okButtonProps={{ loading: price.isPending }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
      afterOpenChange={(open) => open && form.focusField('price')}
    >
      <Form
        name="class-price"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        onFinish={(values) =>
          price.mutate({
            rows,
            price: fenOfYuan(values.price),
            ...(typeof values.originalPrice === 'number'
              ? { originalPrice: fenOfYuan(values.originalPrice) }
              : {}),
          })
        }
      >
        <Form.Item name="price" label={say('price')} rules={[{ required: true }]}>
          <InputNumber min={0} max={10_000_000} precision={2} style={{ width: 180 }} />
        </Form.Item>
        <Form.Item name="originalPrice" label={say('originalPrice')}>
          <InputNumber min={0} max={10_000_000} precision={2} style={{ width: 180 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
