import { hours } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { useRequirements } from '../../enrolment/web/requirements.ts'
import type { ClassProcess } from '../contract.ts'
import { StudyClass } from './StudyClass.tsx'
import { useStudyWords } from './words.ts'

function StudyTop({ process, progress }: { process: ClassProcess; progress: number }) {
  const say = useStudyWords()
  const requirements = useRequirements()
  return (
    <header className="study-top">
      <div className="k-wrap">
        <ButtonLink kind="quiet" to="/classCenter">
          {`‹ ${say('back')}`}
        </ButtonLink>
        <strong>{process.className}</strong>
        <span className="space" />
        <span className="k-muted k-small wide">{requirements.met(process)}</span>
        <span className="k-muted k-small wide">{say('hoursOf', { hours: hours(process.hoursTenths) })}</span>
        <span className={process.status === 'passed' ? 'k-tag good' : 'k-tag'}>
          {process.status === 'passed'
            ? say('passed')
            : say('percentCompleted', { percent: Math.floor(progress / 100) })}
        </span>
      </div>
    </header>
  )
}

/** Studying a class. */
export default function StudyPage() {
  return <StudyClass Top={StudyTop} />
}
