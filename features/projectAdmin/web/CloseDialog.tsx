import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { type FoundedProject, projectAdminCalls } from '../contract.ts'
import { useProjectAdminWords } from './words.ts'

/** Closes a portal or opens it again: shows who is signed out and what visitors see, and asks for the reason. */
export default function CloseDialog({ project, onClose }: { project: FoundedProject; onClose: () => void }) {
  const say = useProjectAdminWords()
  const disabled = project.status === 'active'
  const close = useAction(projectAdminCalls.disableProject, { quiet: true })
  return (
    <FormDialog
      name="close-project"
      title={say(disabled ? 'disableConfirm' : 'enableConfirm', { title: project.title })}
      submit={say(disabled ? 'disable' : 'enable')}
      danger={disabled}
      values={{ reason: '' }}
      onSave={({ reason }) => close.mutateAsync({ id: project.id, disabled, reason: reason.trim() })}
      success={say(disabled ? 'closed' : 'opened', { title: project.title })}
      onClose={onClose}
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
      <Form.Item
        name="reason"
        label={say('reason')}
        rules={[{ required: true, whitespace: true, message: say('needed', { label: say('reason') }) }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
