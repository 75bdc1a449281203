import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { secondAbove } from '../../approval/rules.ts'
import type { ExamImpact } from '../contract.ts'
import { useExamWords } from './words.ts'

/** The confirmation before an exam is withdrawn, replaced or dropped. */
export type ExamStep = 'withdraw' | 'replace' | 'release'

/**
 * Confirms a step that affects learners, listing the counts above zero. Where so many require a second person it
 * asks for the reason and shows that the step waits for approval.
 */
export function ImpactModal({
  step,
  text,
  impact,
  busy,
  onConfirm,
  onClose,
}: {
  step: ExamStep
  text: string
  /** Undefined until it is known. */
  impact: ExamImpact | undefined
  busy: boolean
  /** Returns the reason where there is one. */
  onConfirm: (reason: { reason?: string }) => void
  onClose: () => void
}) {
  const say = useExamWords()
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const takesSecond = step !== 'replace' && (impact?.learners ?? 0) > secondAbove
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
    <Modal
      open
      title={say(`${step}Title`)}
      okText={takesSecond ? say('propose') : say(step)}
      cancelText={say('cancel')}
      okButtonProps={{ danger: step === 'withdraw', disabled: !impact || (takesSecond && reason.length < 2) }}
      confirmLoading={busy}
      onOk={() => onConfirm(reason ? { reason } : {})}
      onCancel={onClose}
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
          <Input.TextArea
            aria-label={say('reason')}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
    </Modal>
  )
}
