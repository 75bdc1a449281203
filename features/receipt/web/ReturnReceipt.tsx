import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { bankSerialPattern } from '../../../contract/bankSerial.ts'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useYuanRules, YuanInput } from '../../../web/shell/control/YuanInput.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type Receipt, receiptCalls } from '../contract.ts'
import { useReceiptWords } from './words.ts'

interface Fields {
  yuan: number | null
  bank: string
  serialNo: string
  day: string
  reason: string
}

/** Records that money of a transfer which no order has went back to its payer. */
export default function ReturnReceipt({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const say = useReceiptWords()
  const proposed = useProposed()
  const rulesOf = useYuanRules()
  const act = useAction(receiptCalls.return, { quiet: true })
  const needed = [{ required: true, whitespace: true, message: say('mustFill') }]
  return (
    <FormDialog<Fields, { approvalId: string } | null>
      name="return-receipt"
      title={say('returnTitle', { payer: receipt.payerName })}
      submit={say('return')}
      values={{ yuan: receipt.free / 100, bank: '', serialNo: '', day: '', reason: '' }}
      inputs={{ amount: 'yuan' }}
      onSave={({ yuan: given, ...back }) =>
        act.mutateAsync({ receiptId: receipt.id, amount: Math.round((given ?? 0) * 100), ...back })
      }
      onSaved={(proposal) => {
        onClose()
        if (proposal) proposed()
        else notify('success', say('returnRecorded'))
      }}
      onClose={onClose}
    >
      <p>{say('returnHint', { left: yuan(receipt.free) })}</p>
      <Form.Item
        name="yuan"
        label={say('returnAmount')}
        rules={[{ required: true, message: say('mustFill') }, ...rulesOf(1, receipt.free)]}
      >
        <YuanInput />
      </Form.Item>
      <Form.Item name="bank" label={say('bank')} rules={needed}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item
        name="serialNo"
        label={say('returnSerialNo')}
        rules={[...needed, { pattern: new RegExp(bankSerialPattern), message: say('serialFormat') }]}
      >
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item name="day" label={say('returnDay')} rules={needed}>
        <Input type="date" />
      </Form.Item>
      <Form.Item name="reason" label={say('reason')} rules={[...needed, { min: 2 }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
