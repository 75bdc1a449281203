import Form from 'antd/es/form'
import Input from 'antd/es/input'
import type { ReactNode } from 'react'
import type { TObject, TString } from 'typebox'
import type { Call } from '../../../contract/call.ts'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useApprovalWords } from './words.ts'

/** The steps that need a reason. */
export type ReasonStep = 'reject' | 'undo'
type ReasonCall = Call<TObject<{ id: TString; reason: TString }>>

/** Asks why a proposal is rejected or undone, and does it. */
export default function ReasonDialog({
  step,
  id,
  calls,
  title,
  undoHint,
  onDone,
  onClose,
  children,
}: {
  step: ReasonStep
  /** The proposal. */
  id: string
  calls: Readonly<Record<ReasonStep, ReasonCall>>
  title: string
  undoHint: string
  onDone?: (() => void) | undefined
  onClose: () => void
  /** Summary of the proposal. */
  children: ReactNode
}) {
  const say = useApprovalWords()
  const reject = useAction(calls.reject, { quiet: true })
  const undo = useAction(calls.undo, { quiet: true })
  return (
    <FormDialog
      name="approval-reason"
      title={title}
      submit={say(step)}
      danger
      values={{ reason: '' }}
      onSave={async ({ reason }) => {
        await (step === 'undo' ? undo : reject).mutateAsync({ id, reason })
        onDone?.()
      }}
      success={say('done', { what: say(step) })}
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
