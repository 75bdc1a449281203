import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { issueCalls } from '../../issue/contract.ts'
import { useOfficeWords } from './officeWords.ts'

/** Rejects a request, for a reason the applicant reads. */
export default function RejectInvoice({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const say = useOfficeWords()
  const reject = useAction(issueCalls.reject, { quiet: true })
  return (
    <FormDialog
      name="reject-invoice"
      title={say('rejectTitle', { name })}
      submit={say('reject')}
      danger
      values={{ reason: '' }}
      success={say('rejected')}
      onSave={({ reason }) => reject.mutateAsync({ id, reason })}
      onClose={onClose}
    >
      <p>{say('rejectHint')}</p>
      <Form.Item name="reason" label={say('reason')} rules={[{ required: true, whitespace: true, min: 2 }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
