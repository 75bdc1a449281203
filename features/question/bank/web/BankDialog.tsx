import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Switch from 'antd/es/switch'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { type Bank, bankCalls } from '../contract.ts'
import { useBankWords } from './words.ts'

/** Creates a bank or changes one: its name, remark, and whether learners may practise on it. */
export default function BankDialog({
  bank,
  onClose,
  onMade,
}: {
  bank: Bank | null
  onClose: () => void
  onMade: (bankId: string) => void
}) {
  const say = useBankWords()
  const save = useAction(bankCalls.save, { quiet: true })
  return (
    <FormDialog
      name="bank"
      title={say(bank ? 'rename' : 'create')}
      values={{
        name: bank?.name ?? '',
        remark: bank?.remark ?? '',
        practice: bank?.practice ?? false,
      }}
      onSave={(fields) => save.mutateAsync({ ...(bank ? { bankId: bank.bankId } : {}), ...fields })}
      success={say('saved')}
      onSaved={({ bankId }) => {
        onClose()
        if (!bank) onMade(bankId)
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={60} showCount />
      </Form.Item>
      <Form.Item name="remark" label={say('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="practice" label={say('practice')} extra={say('practiceHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}
