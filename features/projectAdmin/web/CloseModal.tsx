import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { type FoundedProject, projectAdminCalls } from '../contract.ts'
import { useProjectAdminWords } from './words.ts'

/** Closes a portal or opens it again: says who is signed out and what visitors see, and asks why. */
export function CloseModal({ project, onClose }: { project: FoundedProject; onClose: () => void }) {
  const say = useProjectAdminWords()
  const [form] = Form.useForm<{ reason: string }>()
  const guard = useGuardedForm(onClose)
  const disabled = project.status === 'active'
  const close = useAction(projectAdminCalls.disableProject, {
    onDone() {
      notify('success', say(disabled ? 'closed' : 'opened', { title: project.title }))
      onClose()
    },
  })
  return (
    <Modal
      open
      title={say(disabled ? 'disableConfirm' : 'enableConfirm', { title: project.title })}
      okText={say(disabled ? 'disable' : 'enable')}
      okButtonProps={{ danger: disabled }}
      cancelText={say('cancel')}
      confirmLoading={close.isPending}
      onOk={form.submit}
      onCancel={guard.leave}
    >
      <Alert
        type={disabled ? 'warning' : 'info'}
        showIcon
        style={{ marginBottom: 16 }}
        title={
          disabled
            ? say('disableText', { sessions: project.sessions, orders: project.orders })
            : say('enableText')
        }
      />
      <Form<{ reason: string }>
        name="close-project"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        onFinish={({ reason }) => close.mutate({ id: project.id, disabled, reason: reason.trim() })}
      >
        <Form.Item
          name="reason"
          label={say('reason')}
          rules={[{ required: true, whitespace: true, message: say('needed', { label: say('reason') }) }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
