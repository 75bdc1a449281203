import { useEffect, useRef, useState } from 'react'
import { CallRefused, useAction } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { shoot, useCamera } from '../../../face/web/camera.ts'
import { captureCalls, type CaptureDue } from '../contract.ts'
import { useSignal } from './signal.ts'
import { useCaptureWords } from './words.ts'

/** Seconds left of a check since it was received, counted down by the browser. */
function useLeft(due: CaptureDue): number {
  const [left, setLeft] = useState(due.secondsLeft)
  useEffect(() => {
    const until = performance.now() + due.secondsLeft * 1000
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
  onDue,
  onMet,
  onClose,
}: {
  due: CaptureDue
  leaseToken: string
  onDue: (due: CaptureDue) => void
  onMet: () => void
  onClose: () => void
}) {
  const say = useCaptureWords()
  const left = useLeft(due)
  const isOpen = due.state === 'open' && left > 0
  useSignal(isOpen, say('blink'))
  return (
    <Sheet open onClose={onClose} title={say('title')}>
      {isOpen ? (
        <Open key={due.nonce} due={due} left={left} onMet={onMet} />
      ) : (
        <Lapsed due={due} leaseToken={leaseToken} onDue={onDue} />
      )}
    </Sheet>
  )
}

function Lapsed({
  due,
  leaseToken,
  onDue,
}: {
  due: CaptureDue
  leaseToken: string
  onDue: (due: CaptureDue) => void
}) {
  const say = useCaptureWords()
  const request = useAction(captureCalls.requestCapture, { quiet: true, onDone: onDue })
  const isStopped = due.state === 'stopped'
  return (
    <div className="k-stack k-gap-4">
      <p role="status">
        {isStopped
          ? say('stopped', { until: dateTime(due.makeUpUntil!) })
          : due.triesLeft > 0
            ? say('lapsed', { count: due.triesLeft })
            : say('lapsedLast')}
      </p>
      {request.error && (
        <p className="k-bad" role="alert">
          {request.error.message}
        </p>
      )}
      <Button kind="main" wide busy={request.isPending} onClick={() => request.mutate({ leaseToken })}>
        {say(isStopped ? 'makeUp' : 'back')}
      </Button>
    </div>
  )
}

function Open({ due, left, onMet }: { due: CaptureDue; left: number; onMet: () => void }) {
  const say = useCaptureWords()
  const isPicture = due.kind !== 'presence'
  const file = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { video, camera } = useCamera(isPicture)
  const answer = useAction(captureCalls.answerCapture, { quiet: true })
  useEffect(() => {
    // The sheet opens after what is in it was drawn, and would give the focus to its first button.
    queueMicrotask(() => box.current?.querySelector('button')?.focus())
  }, [])

  async function send(picture?: Blob) {
    try {
      await answer.mutateAsync({
        captureId: due.captureId,
        nonce: due.nonce!,
        ...(picture && { file: picture }),
      })
      notify('success', say(isPicture ? 'savedPicture' : 'saved'))
      onMet()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
    }
  }
  function begin() {
    if (!isPicture) void send()
    else if (camera === 'on') void shoot(video.current!).then(send)
    else file.current?.click()
  }
  return (
    <div className="k-stack k-gap-4" ref={box}>
      <p role="timer">{say(isPicture ? 'pictureHint' : 'presenceHint', { seconds: left })}</p>
      {isPicture && (
        <>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it is the person before it, without a sound */}
          <video
            className="capture-preview"
            ref={video}
            aria-label={say('preview')}
            muted
            playsInline
            hidden={camera !== 'on'}
          />
          {camera !== 'on' && <p className="k-muted">{say(camera === 'opening' ? 'opening' : 'noCamera')}</p>}
          <input
            ref={file}
            type="file"
            hidden
            accept="image/*"
            capture="user"
            onChange={({ target }) => {
              const [picture] = target.files ?? []
              target.value = ''
              if (picture) void send(picture)
            }}
          />
        </>
      )}
      {answer.error && (
        <p className="k-bad" role="alert">
          {answer.error.message}
        </p>
      )}
      <Button kind="main" wide busy={answer.isPending} onClick={begin}>
        {say(isPicture ? (camera === 'on' ? 'shoot' : 'choose') : 'here')}
      </Button>
    </div>
  )
}
