import Form from 'antd/es/form'
import Input from 'antd/es/input'
import type { ReactNode } from 'react'
import { FormDialog } from '../../../web/shell/FormDialog.tsx'
import { useApprovalWords } from './words.ts'

/** Asks why a proposal is rejected or undone. */
export function ReasonDialog({
  step,
  title,
  undoHint,
  success,
  onReason,
  onClose,
  children,
}: {
  /** Null while it is closed. */
  step: 'reject' | 'undo' | null
  title: string
  undoHint: string
  /** What was done. */
  success: string
  onReason: (reason: string) => Promise<unknown>
  onClose: () => void
  /** What the proposal is about. */
  children: ReactNode
}) {
  const say = useApprovalWords()
  return (
    <FormDialog
      name="approval-reason"
      open={step !== null}
      title={title}
      submit={say(step ?? 'reject')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => onReason(reason)}
      success={success}
      onClose={onClose}
    >
      {children}
      <Form.Item
        name="reason"
        label={say('reason')}
        extra={step === 'undo' ? undoHint : say('whyReject')}
        rules={[{ required: true, whitespace: true, min: 4 }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
