import { Link } from 'react-router'
import { studyPath } from '../../../enrolment/rules.ts'
import { ReviewedOptions, ReviewedText } from '../../../question/answer/web/ReviewedAnswer.tsx'
import { useAnswerWords } from '../../../question/answer/web/words.ts'
import { isAnswered, isChoice } from '../../../question/rules.ts'
import type { ReviewedItem as Reviewed } from '../contract.ts'
import { verdict } from './examLine.ts'
import { useAttemptWords } from './words.ts'

/** One question of a result: right or wrong, the key, and why. */
export function ReviewedItem({
  item,
  enrolmentId,
  material,
}: {
  item: Reviewed
  enrolmentId: string
  material: string | undefined
}) {
  const say = useAttemptWords()
  const sayAnswer = useAnswerWords()
  const how = verdict(item.mark, item.score)
  const essay = item.type === 'essay'
  return (
    <article className="exam-reviewed k-stack">
      {material !== undefined && (
        <details className="ask-material k-box">
          <summary>{sayAnswer('material')}</summary>
          <p>{material}</p>
        </details>
      )}
      <h3 className="k-cluster">
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
        {!isAnswered(item.given) && <span className="k-tag plain">{sayAnswer('notAnswered')}</span>}
      </h3>
      <p className="ask-stem k-prose">{item.stem}</p>
      {isChoice(item.type) ? (
        <ReviewedOptions part={item} given={item.given} answer={item.answer} />
      ) : (
        <ReviewedText essay={essay} given={item.given} answer={item.answer} />
      )}
      {item.analysis && (
        <div className="part">
          <b className="k-muted k-small">{say('explanation')}</b>
          <p className="k-prose">{item.analysis}</p>
        </div>
      )}
      {item.lesson && how !== 'all' && (
        <p className="k-small">
          <Link to={studyPath(enrolmentId)}>{say('lessonAgain', { lesson: item.lesson })}</Link>
        </p>
      )}
    </article>
  )
}
