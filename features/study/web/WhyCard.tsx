import { clock, dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import type { Missed } from './liveItem.ts'
import { useStudyWords } from './words.ts'

/** Each stretch that was not counted: when, why, and the button that makes it up. */
export function WhyCard({
  missed,
  startOf,
  onAgain,
  onClose,
}: {
  missed: readonly Missed[]
  /** Place to begin again at, in seconds. */
  startOf: (missed: Missed) => number
  onAgain: (from: number) => void
  onClose: () => void
}) {
  const say = useStudyWords()
  return (
    <section className="k-card study-why k-stack k-gap-4">
      {missed.map((one) => (
        <article className="k-stack k-gap-2" key={`${one.reason} ${one.from}`}>
          <h3>{say('whyTitle', { from: clock(one.from), to: clock(one.to) })}</h3>
          <p className="k-muted">{say(one.reason)}</p>
          <div className="k-cluster k-gap-3">
            <Button onClick={() => onAgain(startOf(one))}>{say('again', { at: clock(startOf(one)) })}</Button>
            <span className="k-muted k-small">
              {one.times > 1
                ? say('times', { times: one.times, at: dateTime(one.at) })
                : say('once', { at: dateTime(one.at) })}
            </span>
          </div>
        </article>
      ))}
      <Button kind="quiet" onClick={onClose}>
        {say('collapse')}
      </Button>
    </section>
  )
}
