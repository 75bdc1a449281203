import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import type { RevisedRows } from '../../../contract/revision.ts'
import { useAction } from '../../../web/client.ts'
import { revised, type Selected } from '../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import type { BatchResult } from '../../../contract/selection.ts'
import { classCalls } from '../contract.ts'
import { fenOfYuan } from './money.ts'
import { useClassWords } from './words.ts'

/** One price for many classes, in yuan. */
export default function PriceDialog({
  selected,
  rows,
  onClose,
  onResult,
}: {
  selected: Selected
  rows: RevisedRows
  onClose: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const price = useAction(classCalls.batchModifyClassAmount, { quiet: true })
  return (
    <FormDialog<{ price?: number; originalPrice?: number | null }, BatchResult>
      name="class-price"
      title={say('batchPrice')}
      submit={say('apply', { count: selected.said })}
      values={{}}
      onSave={(values) =>
        price.mutateAsync({
          ...revised(selected, rows),
          price: fenOfYuan(values.price!),
          ...(typeof values.originalPrice === 'number'
            ? { originalPrice: fenOfYuan(values.originalPrice) }
            : {}),
        })
      }
      onSaved={onResult}
      onClose={onClose}
    >
      <Form.Item name="price" label={say('price')} extra={say('priceHint')} rules={[{ required: true }]}>
        <InputNumber min={0} max={10_000_000} precision={2} style={{ width: 180 }} />
      </Form.Item>
      <Form.Item name="originalPrice" label={say('originalPrice')}>
        <InputNumber min={0} max={10_000_000} precision={2} style={{ width: 180 }} />
      </Form.Item>
    </FormDialog>
  )
}
