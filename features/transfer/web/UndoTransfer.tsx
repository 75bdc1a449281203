import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { transferCalls, type TransferRecord } from '../contract.ts'
import { useTransferWords } from './words.ts'

/** Undoes a transfer, for a reason, after what follows from it was read. */
export default function UndoTransfer({ record, onClose }: { record: TransferRecord; onClose: () => void }) {
  const say = useTransferWords()
  const undo = useAction(transferCalls.undoTransferClass, { quiet: true })
  const { id: recordId, realName: name, fromName: from, toName: to } = record
  return (
    <FormDialog
      name="undo-transfer"
      title={say('undoTitle')}
      submit={say('undo')}
      danger
      values={{ reason: '' }}
      success={say('undoneNow')}
      onSave={({ reason }) => undo.mutateAsync({ recordId, reason })}
      onClose={onClose}
    >
      <p>{say('undoHint', { name, from, to })}</p>
      <Form.Item
        name="reason"
        label={say('undoReason')}
        rules={[{ required: true, whitespace: true, min: 2 }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
