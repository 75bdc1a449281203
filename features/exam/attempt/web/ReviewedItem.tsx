import { isChoice } from '../../../question/rules.ts'
import type { ResultItem } from '../contract.ts'
import { isAnswered } from '../rules.ts'
import { type Asked, useOptions } from './QuestionInput.tsx'
import { verdict } from './standing.ts'
import { useAttemptWords } from './words.ts'

/** The choices of a question that was answered: the key and the learner's own are told apart by words, not colour alone. */
export function ReviewedOptions({
  asked,
  given,
  answer,
}: {
  asked: Pick<Asked, 'type' | 'options'>
  given: readonly string[]
  answer: readonly string[]
}) {
  const say = useAttemptWords()
  return (
    <div className="ask-options">
      {useOptions(asked).map(({ letter, text }) => {
        const isKey = answer.includes(letter)
        const isGiven = given.includes(letter)
        return (
          <div key={letter} className={`ask-option ${isKey ? 'key' : isGiven ? 'miss' : ''}`}>
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

/** What was written and what was right, below each other. */
export function ReviewedText({
  essay,
  given,
  answer,
}: {
  essay: boolean
  given: readonly string[]
  answer: readonly string[]
}) {
  const say = useAttemptWords()
  return (
    <>
      <div className="part">
        <b>{say('yours')}</b>
        <p>{isAnswered(given) ? given.join('\n') : say('notAnswered')}</p>
      </div>
      {isAnswered(answer) && (
        <div className="part">
          <b>{say(essay ? 'model' : 'key')}</b>
          <p>{answer.map((text) => text.replaceAll('&&', ' / ')).join('\n')}</p>
        </div>
      )}
    </>
  )
}

/** One question of a result: right or wrong, the key, and why. */
export function ReviewedItem({ item, material }: { item: ResultItem; material: string | undefined }) {
  const say = useAttemptWords()
  const how = verdict(item.mark, item.score)
  const essay = item.type === 'essay'
  return (
    <article className="exam-reviewed">
      {material !== undefined && (
        <details className="ask-material">
          <summary>{say('material')}</summary>
          <p>{material}</p>
        </details>
      )}
      <h3>
        {say('number', { no: item.no })}
        {how && (
          <span className={`k-tag ${{ all: 'good', some: 'warn', none: 'bad' }[how]}`}>
            {essay
              ? say('gotMarked', { mark: item.mark!, score: item.score })
              : say(({ all: 'gotAll', some: 'gotSome', none: 'gotNone' } as const)[how], {
                  mark: item.mark!,
                })}
          </span>
        )}
        {!isAnswered(item.given) && <span className="k-tag plain">{say('notAnswered')}</span>}
      </h3>
      <p className="ask-stem">{item.stem}</p>
      {isChoice(item.type) ? (
        <ReviewedOptions asked={item} given={item.given} answer={item.answer} />
      ) : (
        <ReviewedText essay={essay} given={item.given} answer={item.answer} />
      )}
      {item.analysis && (
        <div className="part">
          <b>{say('analysis')}</b>
          <p>{item.analysis}</p>
        </div>
      )}
    </article>
  )
}
