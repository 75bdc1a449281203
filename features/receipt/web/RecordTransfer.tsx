import Form from 'antd/es/form'
import Input from 'antd/es/input'
import type { OutputOf } from '../../../contract/call.ts'
import { bankSerialPattern } from '../../../contract/bankSerial.ts'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useYuanRules, YuanInput } from '../../../web/shell/control/YuanInput.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import type { ManagedOrder } from '../../order/contract.ts'
import { receiptCalls } from '../contract.ts'
import { useReceiptWords } from './words.ts'

interface Fields {
  serialNo: string
  payerName: string
  day: string
  yuan: number | null
  memo: string
}

/** Records a bank transfer: for an unpaid order, which it pays where it covers it, or as a balance alone. */
export default function RecordTransfer({
  order,
  onBalance,
  onClose,
}: {
  order: (Pick<ManagedOrder, 'id' | 'orderNo' | 'amount' | 'payerName'> & { received?: number }) | null
  /** Called with a transfer that pays no order yet. */
  onBalance?: (receiptId: string) => void
  onClose: () => void
}) {
  const say = useReceiptWords()
  const proposed = useProposed()
  const rulesOf = useYuanRules()
  const record = useAction(receiptCalls.record, { quiet: true })
  const [form] = Form.useForm<Fields>()
  const typed = Form.useWatch('yuan', form)
  // The rest of a sum pays together with what came before it.
  const due = order ? Math.max(0, order.amount - (order.received ?? 0)) : 0
  const more = order && typed != null ? Math.round(typed * 100) - due : 0
  const needed = [{ required: true, whitespace: true, message: say('mustFill') }]
  return (
    <FormDialog<Fields, OutputOf<typeof receiptCalls.record>>
      name="record-transfer"
      form={form}
      title={order ? say('recordTitle', { no: order.orderNo }) : say('record')}
      submit={say('record')}
      values={{
        serialNo: '',
        payerName: order?.payerName ?? '',
        day: '',
        memo: '',
        yuan: order ? due / 100 : null,
      }}
      inputs={{ amount: 'yuan' }}
      onSave={({ yuan: given, ...transfer }) =>
        record.mutateAsync({
          ...transfer,
          amount: Math.round((given ?? 0) * 100),
          ...(order && { orderId: order.id }),
        })
      }
      onSaved={({ receiptId, approvalId }) => {
        onClose()
        if (approvalId !== null) return proposed()
        notify('success', say(order ? 'keptBalance' : 'recorded'))
        onBalance?.(receiptId)
      }}
      onClose={onClose}
    >
      <p>{order ? say('recordHint', { due: yuan(due) }) : say('recordAlone')}</p>
      <Form.Item
        name="serialNo"
        label={say('serialNo')}
        rules={[...needed, { pattern: new RegExp(bankSerialPattern), message: say('serialFormat') }]}
      >
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item name="payerName" label={say('payer')} rules={needed}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="day" label={say('day')} rules={needed}>
        <Input type="date" />
      </Form.Item>
      <Form.Item
        name="yuan"
        label={say('amount')}
        rules={[{ required: true, message: say('mustFill') }, ...rulesOf(1)]}
      >
        <YuanInput />
      </Form.Item>
      <p aria-live="polite">
        {more < 0 && say('short')}
        {more > 0 && say('excess', { left: yuan(more) })}
      </p>
      <Form.Item name="memo" label={say('memo')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
