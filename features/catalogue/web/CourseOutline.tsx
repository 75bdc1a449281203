import { Suspense, useState } from 'react'
import { clock, hours } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import type { ClassDetail } from '../contract.ts'
import { useDetailWords } from './detailWords.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'

const TrialSheet = lazyPart(() => import('./TrialSheet.tsx').then((part) => ({ default: part.TrialSheet })))

type Course = ClassDetail['courses'][number]
type Item = Course['items'][number]

/** Courses with their videos; a trial plays where one is offered. */
export function CourseOutline({ courses }: { courses: readonly Course[] }) {
  const say = useDetailWords()
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
                <span>{item.title}</span>
                {item.trialUrl && (
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
