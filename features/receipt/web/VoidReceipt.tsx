import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type Receipt, receiptCalls } from '../contract.ts'
import { useReceiptWords } from './words.ts'

/** Voids a transfer that was recorded by mistake, for a reason. */
export default function VoidReceipt({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const say = useReceiptWords()
  const proposed = useProposed()
  const act = useAction(receiptCalls.void, { quiet: true })
  return (
    <FormDialog<{ reason: string }, { approvalId: string } | null>
      name="void-receipt"
      title={say('voidTitle', { serialNo: receipt.serialNo, amount: yuan(receipt.amount) })}
      submit={say('void')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => act.mutateAsync({ receiptId: receipt.id, reason })}
      onSaved={(proposal) => {
        onClose()
        if (proposal) proposed()
        else notify('success', say('voided'))
      }}
      onClose={onClose}
    >
      <p>{say('voidHint')}</p>
      <Form.Item
        name="reason"
        label={say('reason')}
        rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill') }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
