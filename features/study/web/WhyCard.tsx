import { clock, dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import type { Ranges } from '../beat/rules.ts'
import { againAt, type Missed } from './liveItem.ts'
import { useStudyWords } from './words.ts'

/** Each stretch that was not counted: when, why, and the button that makes it up. */
export function WhyCard({
  missed,
  ranges,
  onAgain,
  onClose,
}: {
  missed: readonly Missed[]
  ranges: Ranges
  onAgain: (from: number) => void
  onClose: () => void
}) {
  const say = useStudyWords()
  return (
    <section className="k-card study-why">
      {missed.map((one) => (
        <article key={`${one.reason} ${one.from}`}>
          <h3>{say('whyTitle', { from: clock(one.from), to: clock(one.to) })}</h3>
          <p className="k-muted">{say(one.reason)}</p>
          <div className="row">
            <Button onClick={() => onAgain(againAt(one, ranges))}>
              {say('again', { at: clock(againAt(one, ranges)) })}
            </Button>
            <span className="k-muted k-small">
              {one.times > 1
                ? say('times', { times: one.times, at: dateTime(one.at) })
                : say('once', { at: dateTime(one.at) })}
            </span>
          </div>
        </article>
      ))}
      <Button kind="quiet" onClick={onClose}>
        {say('hide')}
      </Button>
    </section>
  )
}
