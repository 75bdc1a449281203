import { dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import type { CaptureDue } from '../contract.ts'
import { useCaptureWords } from './words.ts'

/** Words that tell where a check stands that is not answered, and what its learner can do. */
export function useDueText(): (due: CaptureDue) => string {
  const say = useCaptureWords()
  return ({ state, triesLeft, makeUpUntil }) => {
    if (state === 'open') return say('waits')
    if (state === 'lapsed') return triesLeft > 0 ? say('lapsed', { count: triesLeft }) : say('lapsedLast')
    return say(isOver(makeUpUntil) ? 'stoppedOver' : 'stopped', { until: dateTime(makeUpUntil!) })
  }
}

const isOver = (moment: string | null) => moment !== null && Date.parse(moment) <= Date.now()

/** A check that was closed unanswered: the video stands still, and here is the way back to it. */
export function CaptureWaits({ due, onOpen }: { due: CaptureDue; onOpen: () => void }) {
  const say = useCaptureWords()
  const text = useDueText()
  return (
    <section className="k-card padded k-stack k-gap-3" aria-label={say('title')}>
      <h2>{say('paused')}</h2>
      <p>{text(due)}</p>
      <div>
        <Button kind="main" onClick={onOpen}>
          {say(due.state === 'stopped' ? 'makeUp' : due.state === 'lapsed' ? 'back' : 'confirmNow')}
        </Button>
      </div>
    </section>
  )
}
