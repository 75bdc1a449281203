import { Suspense, useState } from 'react'
import { clock, hours } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import type { ClassDetail } from '../contract.ts'
import { Link } from 'react-router'
import { studyPath } from '../../enrolment/rules.ts'
import type { StudyItem } from '../../study/contract.ts'
import { useDetailWords } from './detailWords.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'

const TrialSheet = lazyPart(() => import('./TrialSheet.tsx').then((part) => ({ default: part.TrialSheet })))

type Course = ClassDetail['courses'][number]
type Item = Course['items'][number]

/**
 * Courses with their videos: of a class that is studied each leads to its place there and says how much of it is done,
 * of another one a trial plays where one is offered.
 */
export function CourseOutline({
  courses,
  hasTrials,
  enrolmentId,
  studied,
}: {
  courses: readonly Course[]
  hasTrials: boolean
  /** Undefined for a class that is not studied. */
  enrolmentId: string | undefined
  /** Undefined until it is known. */
  studied: readonly StudyItem[] | undefined
}) {
  const say = useDetailWords()
  const stateOf = (id: string) => {
    const item = studied?.find(({ itemId }) => itemId === id)
    if (!item) return ''
    if (item.state === 'done') return say('stateDone')
    const percent = Math.min(99, Math.floor((100 * item.watchedSeconds) / item.durationSeconds))
    return percent > 0 ? say('percentCompleted', { percent }) : say('stateUntouched')
  }
  const [trial, setTrial] = useState<Item | null>(null)
  const items = courses.flatMap((course) => course.items)
  const seconds = items.reduce((sum, item) => sum + item.durationSeconds, 0)
  return (
    <section className="k-card detail-outline">
      <div className="detail-outline-head k-cluster k-split">
        <h2>{say('courses')}</h2>
        <span className="k-muted k-small">
          {say('courseSum', {
            courses: courses.length,
            videos: items.length,
            minutes: Math.round(seconds / 60),
          })}
        </span>
      </div>
      {courses.map((course, i) => (
        <details key={course.id} open={i === 0 || courses.length <= 3}>
          <summary className="k-cluster k-split">
            <span>
              <b>{course.name}</b>{' '}
              <span className={course.attribute === 'required' ? 'k-tag' : 'k-tag plain'}>
                {say(course.attribute)}
              </span>
            </span>
            <span className="k-muted k-small">
              {course.teacherName && `${say('teacher', { name: course.teacherName })} · `}
              {say('hoursOf', { hours: hours(course.hoursTenths) })}
            </span>
          </summary>
          <ol>
            {course.items.map((item) => (
              <li key={item.id}>
                {enrolmentId ? (
                  <>
                    <Link to={`${studyPath(enrolmentId)}&itemId=${item.id}`}>{item.title}</Link>
                    <span className="k-small k-soft">{stateOf(item.id)}</span>
                  </>
                ) : (
                  <span>{item.title}</span>
                )}
                {hasTrials && item.trialUrl && (
                  <Button kind="quiet" onClick={() => setTrial(item)}>
                    {say('trial')}
                    <span className="k-hidden">{item.title}</span>
                  </Button>
                )}
                <span className="k-muted k-small">{clock(item.durationSeconds)}</span>
              </li>
            ))}
          </ol>
        </details>
      ))}
      {trial && (
        <Suspense>
          <TrialSheet title={trial.title} url={trial.trialUrl!} onClose={() => setTrial(null)} />
        </Suspense>
      )}
    </section>
  )
}
