import { useEffect, useRef } from 'react'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { clock } from '../../../web/format.ts'
import { useRequirements } from '../../enrolment/web/requirements.ts'
import type { ClassProcess, StudyItem } from '../contract.ts'
import { blockedBy } from '../rules.ts'
import { useStudyWords } from './words.ts'

/** The state of an item as a ring that closes. */
function StateRing({ part }: { part: number }) {
  const around = 2 * Math.PI * 8
  return (
    <svg
      className={part >= 1 ? 'ring done' : 'ring'}
      width="22"
      height="22"
      viewBox="0 0 22 22"
      aria-hidden="true"
    >
      <circle cx="11" cy="11" r="8" />
      {part >= 1 ? (
        <path d="M7 11.2l2.8 2.8L15.2 8.4" />
      ) : (
        part > 0 && (
          <circle
            className="part"
            cx="11"
            cy="11"
            r="8"
            strokeDasharray={`${part * around} ${around}`}
            transform="rotate(-90 11 11)"
          />
        )
      )}
    </svg>
  )
}

function ItemRow({
  item,
  number,
  current,
  part,
  locked,
  onOpen,
}: {
  item: StudyItem
  number: number
  current: boolean
  part: number
  /** Not yet to be opened: another comes before it. */
  locked: boolean
  onOpen: () => void
}) {
  const say = useStudyWords()
  const percent = Math.floor(part * 100)
  const state =
    part >= 1
      ? say('stateDone')
      : locked
        ? say('stateLocked')
        : part > 0
          ? say('percentCompleted', { percent })
          : say('stateUntouched')
  return (
    <li>
      <button
        type="button"
        className="item k-grid k-gap-2 k-bare"
        aria-current={current || undefined}
        onClick={onOpen}
      >
        <StateRing part={part} />
        <span className="name">
          {`${number} ${item.title}`}
          <span className="k-hidden">{state}</span>
        </span>
        <span className="k-muted k-small">
          {locked ? say('locked') : part > 0 && part < 1 ? `${percent}%` : clock(item.durationSeconds)}
        </span>
      </button>
    </li>
  )
}

/** Courses and videos of the class with their state, and the exam that follows them. */
export function CourseTree({
  process,
  currentId,
  current,
  progress,
  onOpen,
}: {
  process: ClassProcess
  currentId: string
  /** Progress of the video on screen: newer than the list. */
  current: { watchedSeconds: number; done: boolean }
  progress: number
  onOpen: (itemId: string) => void
}) {
  const say = useStudyWords()
  const { exam } = process
  const requirements = useRequirements()
  const missing =
    process.status === 'active'
      ? requirements.missing({ ...process, examRequired: exam !== null, examPassed: exam?.passed ?? false })
      : ''
  const numbers = new Map(
    process.courses.flatMap((course) => course.items).map((item, i) => [item.itemId, i + 1]),
  )
  const order = process.courses.flatMap((course) =>
    course.items.map((item) => ({
      itemId: item.itemId,
      required: course.attribute === 'required',
      completed: item.itemId === currentId ? current.done : item.state === 'done',
    })),
  )
  const nav = useRef<HTMLElement>(null)
  // Beside the player the contents scroll by themselves: the video on screen is in sight.
  useEffect(() => {
    const own = nav.current!.querySelector<HTMLElement>('[aria-current]')
    if (own) nav.current!.scrollTop = own.offsetTop - nav.current!.clientHeight / 2
  }, [currentId])
  return (
    <nav className="k-card study-tree" ref={nav} aria-label={say('tree')}>
      <h2>{say('tree')}</h2>
      <p className="k-muted k-small study-met">
        {requirements.met(process)}
        {missing && <span>{` · ${missing}`}</span>}
      </p>
      {process.courses.map((course) => (
        <section key={course.courseId}>
          <h3 className="k-row k-split">
            <span>{course.name}</span>
            <span className="k-tag plain">{say(course.attribute)}</span>
          </h3>
          <ol className="k-list">
            {course.items.map((item) => {
              const own = item.itemId === currentId
              const done = own ? current.done : item.state === 'done'
              const watched = own ? current.watchedSeconds : item.watchedSeconds
              return (
                <ItemRow
                  key={item.itemId}
                  item={item}
                  number={numbers.get(item.itemId)!}
                  current={own}
                  part={done ? 1 : Math.min(0.99, watched / item.durationSeconds)}
                  locked={
                    process.settings.studyModel === 'sequence' && blockedBy(order, item.itemId) !== null
                  }
                  onOpen={() => onOpen(item.itemId)}
                />
              )
            })}
          </ol>
        </section>
      ))}
      {exam && (
        <section className="exam k-row k-gap-3 k-split">
          <div>
            <strong>{exam.name || say('exam')}</strong>
            <p className="k-muted k-small">
              {exam.passed
                ? say('examPassed')
                : say(progress >= exam.requiredProgress ? 'examOpen' : 'examAfter', {
                    percent: exam.requiredProgress / 100,
                    score: exam.passScore,
                    attempts: exam.attempts,
                  })}
            </p>
          </div>
          {!exam.passed && progress >= exam.requiredProgress && (
            <ButtonLink kind="plain" to={`/detail-question?examId=${exam.examId}`}>
              {say('goExam')}
            </ButtonLink>
          )}
        </section>
      )}
    </nav>
  )
}
