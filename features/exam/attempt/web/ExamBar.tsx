import { ButtonLink } from '../../../../web/kit/Button.tsx'
import './ExamEntry.css'
import { useAttemptWords } from './words.ts'

/** The bar above an exam that is not running: the way back. */
export function ExamBar({ title }: { title?: string }) {
  const say = useAttemptWords()
  return (
    <header className="exam-bar">
      <div className="k-wrap">
        <ButtonLink kind="quiet" to="/classCenter">
          {`‹ ${say('back')}`}
        </ButtonLink>
        {title && <strong>{title}</strong>}
      </div>
    </header>
  )
}
