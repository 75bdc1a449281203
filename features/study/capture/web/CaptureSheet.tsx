import { useEffect, useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { isOnPhone } from '../../../wechat/rules.ts'
import { captureCalls, type CaptureDue } from '../contract.ts'
import { CaptureAnswer } from './CaptureAnswer.tsx'
import { useDueText } from './CaptureWaits.tsx'
import { HandOff } from './HandOff.tsx'
import { useSignal } from './signal.ts'
import { useMet } from './useMet.ts'
import { useCaptureWords } from './words.ts'

/** Moments at which checks run out, by the browser's clock: closed and opened again, their time has gone on. */
const ends = new WeakMap<CaptureDue, number>()

/** Seconds left of a check since it was received, counted down by the browser. */
function useLeft(due: CaptureDue): number {
  const [left, setLeft] = useState(due.secondsLeft)
  useEffect(() => {
    const until = ends.get(due) ?? performance.now() + due.secondsLeft * 1000
    ends.set(due, until)
    const show = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    show()
    const timer = setInterval(show, 500)
    return () => clearInterval(timer)
  }, [due])
  return left
}

/** The check that is due: confirmed by a click or a photo, or asked for again once its time ran out. */
export function CaptureSheet({
  due,
  leaseToken,
  enrolmentId,
  onDue,
  onMet,
  onClose,
}: {
  due: CaptureDue
  leaseToken: string
  enrolmentId: string
  onDue: (due: CaptureDue) => void
  onMet: () => void
  onClose: () => void
}) {
  const say = useCaptureWords()
  const left = useLeft(due)
  const isOpen = due.state === 'open' && left > 0
  useSignal(isOpen, say('blink'))
  function meet() {
    notify('success', say(due.kind === 'presence' ? 'saved' : 'savedPicture'))
    onMet()
  }
  return (
    <Sheet open onClose={onClose} title={say('title')}>
      {isOpen ? (
        <Open key={due.nonce} due={due} left={left} enrolmentId={enrolmentId} onMet={meet} />
      ) : (
        <Lapsed due={due} leaseToken={leaseToken} enrolmentId={enrolmentId} onDue={onDue} onMet={meet} />
      )}
    </Sheet>
  )
}

function Lapsed({
  due,
  leaseToken,
  enrolmentId,
  onDue,
  onMet,
}: {
  due: CaptureDue
  leaseToken: string
  enrolmentId: string
  onDue: (due: CaptureDue) => void
  onMet: () => void
}) {
  const say = useCaptureWords()
  const text = useDueText()
  const request = useAction(captureCalls.requestCapture, { quiet: true, onDone: onDue })
  const isStopped = due.state === 'stopped'
  // A phone may have taken the picture in the last seconds, after it was asked for the last time.
  const isAsking = useMet(
    { captureId: due.captureId, enrolmentId },
    { isAsked: due.state === 'open', every: false, onMet },
  )
  return (
    <div className="k-stack k-gap-4">
      <p role="status">{text(due.state === 'open' ? { ...due, state: 'lapsed' } : due)}</p>
      {request.error && (
        <p className="k-bad" role="alert">
          {request.error.message}
        </p>
      )}
      <Button
        kind="main"
        wide
        busy={isAsking || request.isPending}
        onClick={() => request.mutate({ leaseToken })}
      >
        {say(isStopped ? 'makeUp' : 'back')}
      </Button>
    </div>
  )
}

function Open({
  due,
  left,
  enrolmentId,
  onMet,
}: {
  due: CaptureDue
  left: number
  enrolmentId: string
  onMet: () => void
}) {
  const say = useCaptureWords()
  const { captureId, kind } = due
  const isPicture = kind !== 'presence'
  const nonce = due.nonce!
  return (
    <CaptureAnswer
      captureId={captureId}
      nonce={nonce}
      isPicture={isPicture}
      hint={<p role="timer">{say(isPicture ? 'pictureHint' : 'presenceHint', { seconds: left })}</p>}
      instead={
        !isOnPhone(navigator.userAgent) && (
          <HandOff captureId={captureId} nonce={nonce} enrolmentId={enrolmentId} onMet={onMet} />
        )
      }
      onMet={onMet}
    />
  )
}
