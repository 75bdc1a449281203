import { ButtonLink } from '../../../../web/kit/Button.tsx'
import { LargeText } from '../../../../web/kit/LargeText.tsx'
import './AnswerPage.css'
import { useAnswerWords } from './words.ts'

/** The bar above practice, or an exam that is not running: the way back. */
export function BackBar({ title }: { title?: string }) {
  const say = useAnswerWords()
  return (
    <header className="answer-bar">
      <div className="k-wrap k-row k-gap-3">
        <ButtonLink kind="quiet" to="/classCenter">
          {`‹ ${say('back')}`}
        </ButtonLink>
        {title && <strong className="k-clip">{title}</strong>}
        <span className="k-grow" />
        <LargeText className="k-button quiet" short />
      </div>
    </header>
  )
}
