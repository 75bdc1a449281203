import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../../approval/web/useProposed.ts'
import { type AttemptRow, markingCalls } from '../contract.ts'
import { useMarkingWords } from './words.ts'

/** Voids an attempt; with a reason. */
export function VoidDialog({ attempt, onClose }: { attempt: AttemptRow; onClose: () => void }) {
  const say = useMarkingWords()
  const proposed = useProposed()
  const run = useAction(markingCalls.voidAttempt, { quiet: true })
  return (
    <FormDialog<{ reason: string }, { approvalId: string } | null>
      name="void"
      title={`${say('voidTitle')}: ${say('title', { learner: attempt.learner, number: attempt.number })}`}
      submit={say('void')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => run.mutateAsync({ attemptId: attempt.attemptId, reason: reason.trim() })}
      onSaved={(proposal) => {
        onClose()
        if (proposal) proposed()
        else notify('success', say('voidDone'))
      }}
      onClose={onClose}
    >
      <p>{say(attempt.status === 'scored' ? 'voidScoredHint' : 'voidHint')}</p>
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
