import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { type AttemptRow, markingCalls } from '../contract.ts'
import { useMarkingWords } from './words.ts'

/** Voids an attempt; with a reason. */
export function VoidDialog({ attempt, onClose }: { attempt: AttemptRow; onClose: () => void }) {
  const say = useMarkingWords()
  const run = useAction(markingCalls.voidAttempt, { quiet: true })
  return (
    <FormDialog
      name="void"
      title={`${say('voidTitle')}: ${say('title', { learner: attempt.learner, number: attempt.number })}`}
      submit={say('void')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => run.mutateAsync({ attemptId: attempt.attemptId, reason: reason.trim() })}
      success={say('voidDone')}
      onClose={onClose}
    >
      <p>{say('voidHint')}</p>
      <Form.Item
        name="reason"
        label={say('voidReason')}
        rules={[
          {
            validator: async (_, text?: string) => {
              if ((text ?? '').trim().length < 2) throw new Error(say('voidReasonHint'))
            },
          },
        ]}
      >
        <TextArea maxLength={200} showCount rows={3} />
      </Form.Item>
    </FormDialog>
  )
}
