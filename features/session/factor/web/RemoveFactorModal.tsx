import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { encodeCredential } from '../../rules.ts'
import { factorCalls } from '../contract.ts'
import { useFactorWords } from './words.ts'

/** Removes the second factor of another manager who lost it, with the password of who asks. */
export function RemoveFactorModal({
  account,
  onClose,
}: {
  account: { id: string; name: string } | null
  onClose: () => void
}) {
  const say = useFactorWords()
  const [form] = Form.useForm<{ password: string }>()
  const remove = useAction(factorCalls.removeFactor, { quiet: true })
  const guard = useGuardedForm(onClose, account !== null)

  function submit({ password }: { password: string }) {
    remove.mutate(
      { accountId: account!.id, password: encodeCredential(password) },
      {
        onSuccess() {
          notify('success', say('removedOf', { name: account!.name }))
          onClose()
        },
        onError: ({ message }) => form.setFields([{ name: 'password', errors: [message] }]),
      },
    )
  }

  return (
    <Modal
      open={account !== null}
      title={say('removeOf', { name: account?.name ?? '' })}
      okText={say('removeOther')}
      okButtonProps={{ danger: true }}
      cancelText={say('back')}
      confirmLoading={remove.isPending}
      onCancel={guard.leave}
      afterClose={guard.forget}
      onOk={() => form.submit()}
      afterOpenChange={(open) => open && form.focusField('password')}
      destroyOnHidden
    >
      <p>{say('removeOfHint')}</p>
      <Form<{ password: string }>
        name="remove-factor"
        form={form}
        layout="vertical"
        preserve={false}
        onValuesChange={guard.note}
        onFinish={submit}
      >
        <Form.Item name="password" label={say('password')} rules={[{ required: true }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
