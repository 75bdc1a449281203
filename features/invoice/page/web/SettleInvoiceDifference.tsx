import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { issueCalls, type InvoiceDifference } from '../../issue/contract.ts'
import { useFigureWords } from './figureWords.ts'

/** Settles a difference with what was found out and done about it. */
export default function SettleInvoiceDifference({
  difference: { id, number },
  onClose,
}: {
  difference: InvoiceDifference
  onClose: () => void
}) {
  const say = useFigureWords()
  const settle = useAction(issueCalls.settleDifference, { quiet: true })
  return (
    <FormDialog
      name="settle-invoice-difference"
      title={say('settleTitle', { number })}
      submit={say('settle')}
      values={{ reason: '' }}
      success={say('settled')}
      onSave={({ reason }) => settle.mutateAsync({ id, reason })}
      onClose={onClose}
    >
      <p>{say('settleHint')}</p>
      <Form.Item
        name="reason"
        label={say('explanationOf')}
        rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill2') }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
