import { useQueryClient } from '@tanstack/react-query'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { LargeText } from '../../../web/kit/LargeText.tsx'
import { useRequirements } from '../../enrolment/web/requirements.ts'
import { useHoursLine } from '../../hours/web/held.ts'
import { type ClassProcess, studyCalls } from '../contract.ts'
import { useExplained } from './explained.ts'
import { useStudyWords } from './words.ts'

/** The class above its player: the way back, what it is, how far it has come and why. */
export function StudyTop({ process, progress }: { process: ClassProcess; progress: number }) {
  const say = useStudyWords()
  const requirements = useRequirements()
  const explain = useExplained()
  const hoursLine = useHoursLine()
  const cache = useQueryClient()
  const percent = Math.floor(progress / 100)
  return (
    <header className="study-top k-topbar">
      <div className="k-wrap k-row k-gap-4">
        <ButtonLink kind="quiet" to="/classCenter">
          ‹<span className="study-back">&nbsp;{say('back')}</span>
        </ButtonLink>
        <strong className="k-clip">{process.className}</strong>
        <span className="k-grow" />
        <span className="k-muted k-small facts">{requirements.met(process)}</span>
        <span className="k-muted k-small facts">{hoursLine(process)}</span>
        <span className={process.status === 'passed' ? 'k-tag good' : 'k-tag'}>
          {process.status === 'passed' ? (
            say('passed')
          ) : (
            <>
              {/* On a phone the number alone is seen, beside the longer words of some languages. */}
              <span className="study-percent">{say('percentCompleted', { percent })}</span>
              <span className="study-percent-short" aria-hidden="true">
                {percent}%
              </span>
            </>
          )}
        </span>
        <LargeText className="k-button quiet" short />
        <details
          className="k-small study-explained"
          // While a video plays, the sums of the page are older than its percent.
          onToggle={() => void cache.invalidateQueries({ queryKey: [studyCalls.myClassProcess.path] })}
        >
          <summary>{say('whyPercent')}</summary>
          <p className="k-muted">{explain(process.explained)}</p>
        </details>
      </div>
    </header>
  )
}
