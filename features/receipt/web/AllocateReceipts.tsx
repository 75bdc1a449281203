import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import type { ManagedOrder } from '../../order/contract.ts'
import { receiptCalls } from '../contract.ts'
import { takenFrom } from '../rules.ts'
import './Receipt.css'
import { useReceiptWords } from './words.ts'

/** Limit of balances that are offered, the newest first. */
const offered = 20

/** Pays an unpaid order from transfers that were recorded before. */
export default function AllocateReceipts({
  order,
  onClose,
}: {
  order: Pick<ManagedOrder, 'id' | 'orderNo' | 'amount'>
  onClose: () => void
}) {
  const say = useReceiptWords()
  const proposed = useProposed()
  const allocate = useAction(receiptCalls.allocate, { quiet: true })
  const [form] = Form.useForm<{ ids: string[] }>()
  const chosen = Form.useWatch('ids', form) ?? []
  const { data } = useCall(receiptCalls.findPageList, { unallocated: true, limit: offered }, { staleTime: 0 })
  const receipts = data?.list ?? []
  const taken = receipts.filter(({ id }) => chosen.includes(id))
  const sum = taken.reduce((total, { free }) => total + free, 0)
  return (
    <FormDialog
      name="allocate-receipts"
      form={form}
      title={say('allocateTitle', { no: order.orderNo })}
      submit={say('allocate')}
      values={{ ids: [] as string[] }}
      inputs={{ allocations: 'ids' }}
      onSave={() =>
        allocate.mutateAsync({
          orderId: order.id,
          // Too little is sent as it is: the server says what is missing.
          allocations:
            takenFrom(taken, order.amount) ??
            taken.map(({ id: receiptId, free: amount }) => ({ receiptId, amount })),
        })
      }
      onSaved={() => {
        onClose()
        proposed()
      }}
      onClose={onClose}
    >
      <p>{say('allocateHint', { due: yuan(order.amount) })}</p>
      {data && receipts.length === 0 && <p>{say('noBalance')}</p>}
      <Form.Item
        name="ids"
        label={say('receipts')}
        rules={[{ required: true, type: 'array', min: 1, message: say('mustChoose') }]}
      >
        <Checkbox.Group
          className="receipt-choices"
          options={receipts.map(({ id, payerName, serialNo, day, free }) => ({
            value: id,
            label: say('choice', { payer: payerName, serialNo, day, balance: yuan(free) }),
          }))}
        />
      </Form.Item>
      <p aria-live="polite">
        {taken.length > 0 &&
          (sum < order.amount
            ? say('tooLittle', { sum: yuan(sum), left: yuan(order.amount - sum) })
            : say('enough'))}
      </p>
    </FormDialog>
  )
}
