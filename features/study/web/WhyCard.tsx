import { Button } from '../../../web/kit/Button.tsx'
import { clock, dateTime } from '../../../web/format.ts'
import type { StudyRefusal } from '../contract.ts'
import { useStudyWords } from './words.ts'

/** Each stretch that was not counted: when, why, and the button that makes it up. */
export function WhyCard({
  refusals,
  onAgain,
  onClose,
}: {
  refusals: readonly StudyRefusal[]
  onAgain: (from: number) => void
  onClose: () => void
}) {
  const say = useStudyWords()
  return (
    <section className="k-card study-why">
      {refusals.map((refusal) => (
        <article key={`${refusal.reason} ${refusal.from}`}>
          <h3>{say('whyTitle', { from: clock(refusal.from), to: clock(refusal.to) })}</h3>
          <p className="k-muted">{say(refusal.reason)}</p>
          <div className="row">
            <Button kind="plain" onClick={() => onAgain(refusal.from)}>
              {say('again', { at: clock(refusal.from) })}
            </Button>
            <span className="k-muted k-small">
              {say('times', { times: refusal.times, at: dateTime(refusal.at) })}
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
