import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { useApprovalWords } from './words.ts'

/** Asks why a proposal is rejected or undone. */
export function ReasonModal({
  step,
  title,
  undoHint,
  busy,
  onReason,
  onClose,
  children,
}: {
  /** Null while it is closed. */
  step: 'reject' | 'undo' | null
  title: string
  undoHint: string
  busy: boolean
  onReason: (reason: string) => void
  onClose: () => void
  /** What the proposal is about. */
  children: ReactNode
}) {
  const say = useApprovalWords()
  const [form] = Form.useForm<{ reason: string }>()
  const guard = useGuardedForm(onClose, step !== null)
  return (
    <Modal
      open={step !== null}
      title={title}
      okText={say(step ?? 'reject')}
      okButtonProps={{ danger: true }}
      cancelText={say('cancel')}
      confirmLoading={busy}
      onCancel={guard.leave}
      afterClose={guard.forget}
      onOk={() => form.submit()}
      afterOpenChange={(open) => open && form.focusField('reason')}
      destroyOnHidden
    >
      {children}
      <Form<{ reason: string }>
        name="approval-reason"
        form={form}
        layout="vertical"
        preserve={false}
        style={{ marginTop: 16 }}
        onValuesChange={guard.note}
        onFinish={({ reason }) => onReason(reason)}
      >
        <Form.Item
          name="reason"
          label={say('why')}
          extra={step === 'undo' ? undoHint : say('whyReject')}
          rules={[{ required: true, whitespace: true, min: 4 }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
