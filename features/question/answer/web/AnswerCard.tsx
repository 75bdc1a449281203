import { isAnswered } from '../../rules.ts'
import './AnswerCard.css'
import { useAnswerWords } from './words.ts'

/** Every question by its number: answered, open, flagged, and the one in front of the learner. */
export function AnswerCard({
  items,
  answers,
  flags,
  at,
  marks,
  onGo,
}: {
  items: readonly { no: number }[]
  /** Answers given, by number. */
  answers: Readonly<Record<number, readonly string[]>>
  flags: readonly number[]
  at: number
  /** Right or wrong, where that is known, instead of answered and open. */
  marks?: ReadonlyMap<number, 'right' | 'wrong'>
  onGo: (no: number) => void
}) {
  const say = useAnswerWords()
  return (
    <>
      <ol className="answer-card k-grid k-gap-2 k-list">
        {items.map(({ no }) => {
          const done = isAnswered(answers[no])
          const mark = marks?.get(no)
          const flagged = flags.includes(no)
          const state = mark ? say(mark) : say(done ? 'legendDone' : 'legendOpen')
          return (
            <li key={no}>
              <button
                type="button"
                className={[mark ?? (done ? 'done' : ''), flagged ? 'flagged' : ''].join(' ')}
                aria-current={no === at ? 'true' : undefined}
                aria-label={say(flagged ? 'cardItemFlag' : 'cardItem', { no, state })}
                onClick={() => onGo(no)}
              >
                {no}
              </button>
            </li>
          )
        })}
      </ol>
      <p className="answer-legend k-cluster k-small k-muted" aria-hidden="true">
        {marks ? (
          <>
            <i className="right" /> {say('right')}
            <i className="wrong" /> {say('wrong')}
          </>
        ) : (
          <>
            <i className="done" /> {say('legendDone')}
            <i /> {say('legendOpen')}
            <i className="flagged" /> {say('legendFlag')}
          </>
        )}
      </p>
    </>
  )
}
