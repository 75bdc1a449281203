import { isAnswered } from '../../rules.ts'
import { type ShownPart, useOptions } from './QuestionInput.tsx'
import { useAnswerWords } from './words.ts'

/**
 * The choices of a question that was answered: the key and the learner's own are distinguished by words, not only by
 * colour.
 */
export function ReviewedOptions({
  part,
  given,
  answer,
}: {
  part: Pick<ShownPart, 'type' | 'options'>
  given: readonly string[]
  answer: readonly string[]
}) {
  const say = useAnswerWords()
  return (
    <div className="ask-options k-stack k-gap-2">
      {useOptions(part).map(({ letter, text }) => {
        const isKey = answer.includes(letter)
        const isGiven = given.includes(letter)
        return (
          <div key={letter} className={`ask-option k-grid k-box ${isKey ? 'key' : isGiven ? 'miss' : ''}`}>
            <b>{letter}</b>
            <span>
              {text}
              {(isKey || isGiven) && (
                <em>{[isKey && say('isKey'), isGiven && say('isYours')].filter(Boolean).join(' ')}</em>
              )}
            </span>
          </div>
        )
      })}
    </div>
  )
}

/** Written and right answer, below each other. */
export function ReviewedText({
  essay,
  given,
  answer,
}: {
  essay: boolean
  given: readonly string[]
  answer: readonly string[]
}) {
  const say = useAnswerWords()
  return (
    <>
      <div className="part">
        <b className="k-muted k-small">{say('yours')}</b>
        <p className="k-prose">{isAnswered(given) ? given.join('\n') : say('notAnswered')}</p>
      </div>
      {isAnswered(answer) && (
        <div className="part">
          <b className="k-muted k-small">{say(essay ? 'model' : 'key')}</b>
          <p className="k-prose">{answer.map((text) => text.replaceAll('&&', ' / ')).join('\n')}</p>
        </div>
      )}
    </>
  )
}
