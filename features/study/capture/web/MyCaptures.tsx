import { useId, useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { clock, dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { type Faults, Form } from '../../../../web/kit/Form.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { useStateName } from '../../../../web/words.ts'
import { captureCalls, type CaptureTerms, type MyCapture } from '../contract.ts'
import { captureLifecycle, type CaptureState } from '../rules.ts'
import { CaptureConsent } from './CaptureConsent.tsx'
import { useCaptureWords } from './words.ts'

const toneOf = (state: CaptureState) =>
  state === 'passed' || state === 'accepted' || state === 'made_up'
    ? 'good'
    : captureLifecycle.can(state, 'makeUp')
      ? 'bad'
      : 'plain'

/**
 * Checks of the class as its learner is told of them, folded to one line: how they go, what was missed, and the way to
 * appeal.
 */
export function MyCaptures({
  enrolmentId,
  terms,
  onDecided,
}: {
  enrolmentId: string
  terms: CaptureTerms
  onDecided: () => void
}) {
  const say = useCaptureWords()
  const stateName = useStateName(captureLifecycle)
  const mine = useCall(captureCalls.findMyCaptures, { enrolmentId }, { staleTime: 0 })
  const [asked, setAsked] = useState<MyCapture | null>(null)
  const [deciding, setDeciding] = useState(false)
  const { kind, consent, misses, missesAllowed } = terms
  const appealable = mine.data?.filter((one) => one.canAppeal).length ?? 0
  return (
    <section className="k-card capture-mine" aria-label={say('mine')}>
      <details>
        <summary>
          <h2>{say('mine')}</h2>
          {mine.data && (
            <span className="k-cluster k-gap-2">
              <span className="k-muted">{say('told', { count: mine.data.length })}</span>
              {misses > 0 && <span className="k-tag bad">{say('missed', { count: misses })}</span>}
              {appealable > 0 && (
                <span className="k-tag plain">{say('appealable', { count: appealable })}</span>
              )}
            </span>
          )}
        </summary>
        <div className="k-stack k-gap-3">
          <p>
            {terms.everyFrom === terms.everyTo
              ? say('termsFixed', { every: terms.everyTo, seconds: terms.seconds })
              : say('terms', { from: terms.everyFrom, to: terms.everyTo, seconds: terms.seconds })}
          </p>
          {misses > 0 && (
            <p>{say('misses', { count: misses, limit: missesAllowed, days: terms.makeUpDays })}</p>
          )}
          {(consent === 'agreed' || consent === 'declined') && (
            <p className="k-cluster k-gap-3">
              {say(consent === 'agreed' ? 'agreedNow' : 'declinedNow')}
              <Button kind="quiet" onClick={() => setDeciding(true)}>
                {say('changeDecision')}
              </Button>
            </p>
          )}
          {deciding && (kind === 'photo' || kind === 'face') && (
            <CaptureConsent
              kind={kind}
              onDecided={() => {
                setDeciding(false)
                onDecided()
              }}
            />
          )}
          <ul className="k-list k-stack k-gap-3">
            {mine.data?.map((one) => (
              <li key={one.captureId} className="k-stack k-gap-2">
                <div className="k-cluster k-split">
                  <span className="k-break">
                    {one.title} · {clock(one.at)} · {dateTime(one.toldAt)}
                  </span>
                  <span className={`k-tag ${toneOf(one.state)}`}>{stateName(one.state)}</span>
                </div>
                {one.reason && <p className="k-muted k-small">{say('answerOf', { reason: one.reason })}</p>}
                {one.canAppeal && (
                  <div>
                    <Button kind="quiet" onClick={() => setAsked(one)}>
                      {say('appeal')}
                      <span className="k-hidden"> {one.title}</span>
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </div>
      </details>
      <AppealSheet capture={asked} onClose={() => setAsked(null)} />
    </section>
  )
}

/** Takes the reason of an appeal and sends it. */
function AppealSheet({ capture, onClose }: { capture: MyCapture | null; onClose: () => void }) {
  const say = useCaptureWords()
  const id = useId()
  const [reason, setReason] = useState('')
  const appeal = useAction(captureCalls.appealCapture, {
    quiet: true,
    onDone() {
      setReason('')
      onClose()
      notify('success', say('appealSent'))
    },
  })
  return (
    <Sheet
      open={capture !== null}
      onClose={onClose}
      title={say('appealTitle', { title: capture?.title ?? '' })}
    >
      <Form
        className="k-stack"
        field="reason"
        focused
        check={(): Faults => (reason.trim().length < 2 ? { reason: say('appealShort') } : {})}
        onSubmit={() => appeal.mutateAsync({ captureId: capture!.captureId, reason: reason.trim() })}
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
