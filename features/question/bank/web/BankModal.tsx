import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Switch from 'antd/es/switch'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { type Bank, bankCalls } from '../contract.ts'
import { useBankWords } from './words.ts'

interface Fields {
  name: string
  remark: string
  practice: boolean
}

/** Makes a bank or changes one: its name, remark, and whether learners may practise on it. */
export function BankModal({
  bank,
  onClose,
  onMade,
}: {
  bank: Bank | 'new' | null
  onClose: () => void
  onMade: (bankId: string) => void
}) {
  const say = useBankWords()
  const [form] = Form.useForm<Fields>()
  const guard = useGuardedForm(onClose, bank !== null)
  const save = useAction(bankCalls.save)
  const known = bank === 'new' ? null : bank

  function submit(fields: Fields) {
    if (save.isPending) return
    save.mutate(
      { ...(known ? { bankId: known.bankId } : {}), ...fields },
      {
        onSuccess({ bankId }) {
          notify('success', say('saved'))
          onClose()
          if (!known) onMade(bankId)
        },
        onError(error) {
          if (error.field === 'name') form.setFields([{ name: 'name', errors: [error.message] }])
        },
      },
    )
  }

  return (
    <Modal
      open={bank !== null}
      title={say(known ? 'rename' : 'create')}
      okText={say('save')}
      cancelText={say('cancel')}
      confirmLoading={save.isPending}
      onCancel={guard.leave}
      afterClose={guard.forget}
      afterOpenChange={(open) => open && form.focusField('name')}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form<Fields>
        name="bank"
        key={known?.bankId ?? 'new'}
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        preserve={false}
        initialValues={{
          name: known?.name ?? '',
          remark: known?.remark ?? '',
          practice: known?.practice ?? false,
        }}
        onFinish={submit}
      >
        <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={60} showCount />
        </Form.Item>
        <Form.Item name="remark" label={say('remark')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Form.Item
          name="practice"
          label={say('practice')}
          extra={say('practiceHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  )
}
