import { type ReactNode, useId, useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { endTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { type Faults, Form } from '../../../web/kit/Form.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { notify } from '../../../web/notice.ts'
import { type MyScore, scoreCalls } from '../contract.ts'
import { ScoreLine } from './ScoreLine.tsx'
import { useMyScoreWords } from './myScoreWords.ts'

/** Question for the published scores of the reader's own applications, of all at once. */
export const useMyScores = (isLearner = true) => useCall(scoreCalls.findMine, {}, { enabled: isLearner })

/**
 * Published scores of one of the reader's own applications, each with the way to appeal. Before they are there the exam
 * is still to come: what is next takes their place.
 */
export function ApplicationScores({
  application: { id: applicationId },
  children,
}: {
  application: { id: string }
  children?: ReactNode
}) {
  const say = useMyScoreWords()
  const scores = useMyScores().data?.filter((score) => score.applicationId === applicationId) ?? []
  const [asked, setAsked] = useState<MyScore | null>(null)
  if (scores.length === 0) return children
  return (
    <>
      <ul className="k-list k-box signup-ticket k-stack k-gap-3" aria-label={say('scores')}>
        {scores.map((score) => (
          <ScoreLine key={score.id} score={score}>
            {score.appeal && (
              <p className="k-soft k-small">
                {say(`appeal_${score.appeal.state}`, { answer: score.appeal.answer ?? '' })}
              </p>
            )}
            {score.canAppeal && (
              <div className="k-cluster k-split">
                <span className="k-muted k-small">
                  {say('appealUntil', { time: endTime(score.appealUntil!) })}
                </span>
                <Button kind="quiet" onClick={() => setAsked(score)}>
                  {say('appeal')}
                  <span className="k-hidden"> {score.subjectName}</span>
                </Button>
              </div>
            )}
          </ScoreLine>
        ))}
      </ul>
      <AppealSheet score={asked} onClose={() => setAsked(null)} />
    </>
  )
}

/** Takes the reason of an appeal and sends it. */
function AppealSheet({ score, onClose }: { score: MyScore | null; onClose: () => void }) {
  const say = useMyScoreWords()
  const id = useId()
  const [reason, setReason] = useState('')
  const appeal = useAction(scoreCalls.appeal, {
    quiet: true,
    onDone() {
      setReason('')
      onClose()
      notify('success', say('appealSent'))
    },
  })
  return (
    <Sheet
      open={score !== null}
      onClose={onClose}
      title={say('appealTitle', { name: score?.subjectName ?? '' })}
    >
      <Form
        className="k-stack"
        field="reason"
        check={(): Faults => (reason.trim().length < 4 ? { reason: say('appealTooShort') } : {})}
        onSubmit={() => appeal.mutateAsync({ id: score!.id, reason: reason.trim() })}
      >
        {({ faults, busy }) => (
          <>
            <p className="k-muted">{say('appealHint')}</p>
            <div className="k-field">
              <label htmlFor={id}>{say('appealReason')}</label>
              <textarea
                id={id}
                className="k-input"
                rows={4}
                maxLength={500}
                aria-invalid={faults.reason ? true : undefined}
                aria-describedby={faults.reason ? `${id}-more` : undefined}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
              <div id={`${id}-more`} aria-live="polite">
                {faults.reason && <span className="error">{faults.reason}</span>}
              </div>
            </div>
            <Button type="submit" wide busy={busy}>
              {say('appeal')}
            </Button>
          </>
        )}
      </Form>
    </Sheet>
  )
}
