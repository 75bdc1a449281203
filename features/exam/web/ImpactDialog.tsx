import Form from 'antd/es/form'
import Input from 'antd/es/input'
import type { OutputOf } from '../../../contract/call.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { secondAbove } from '../../approval/rules.ts'
import type { examCalls } from '../contract.ts'
import { useExamWords } from './words.ts'

/** The confirmation before an exam is withdrawn, replaced or dropped. */
type ExamStep = 'withdraw' | 'replace' | 'release'

/**
 * Confirms a step that affects learners, listing the counts above zero. Where so many require a second person it
 * asks for the reason and shows that the step waits for approval.
 */
export function ImpactDialog({
  step,
  text,
  impact,
  onConfirm,
  onClose,
}: {
  step: ExamStep
  text: string
  /** Undefined until it is known. */
  impact: OutputOf<typeof examCalls.findImpact> | undefined
  /** Returns the reason where there is one. */
  onConfirm: (reason: { reason?: string }) => Promise<unknown>
  onClose: () => void
}) {
  const say = useExamWords()
  const { learners = 0, passedToday = 0 } = impact ?? {}
  const takesSecond = step !== 'replace' && learners + (step === 'release' ? passedToday : 0) > secondAbove
  const lines = (
    [
      ['impactLearners', impact?.learners],
      [`${step}Waiting`, impact?.waiting],
      [`${step}Failed`, impact?.failed],
      ['impactSitting', impact?.sitting],
      ['impactMarking', impact?.marking],
    ] as const
  ).filter(([, count]) => count)
  return (
    <FormDialog
      name="exam-impact"
      title={say(`${step}Title`)}
      submit={takesSecond ? say('propose') : say(step)}
      danger={step === 'withdraw'}
      isBlocked={!impact}
      values={{ reason: '' }}
      onSave={({ reason }) => onConfirm(reason ? { reason: reason.trim() } : {})}
      onClose={onClose}
    >
      <p>{text}</p>
      {lines.length > 0 ? (
        <ul>
          {lines.map(([word, count]) => (
            <li key={word}>{say(word, { count: count! })}</li>
          ))}
        </ul>
      ) : (
        impact && <p>{say('impactNobody')}</p>
      )}
      {takesSecond && (
        <>
          <p>{say('secondNeeded', { count: impact!.learners })}</p>
          <Form.Item
            name="reason"
            label={say('reason')}
            rules={[{ required: true, whitespace: true, min: 2 }]}
          >
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
