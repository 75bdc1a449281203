import { date, hours } from '../../../web/format.ts'
import { Empty } from '../../../web/kit/Loaded.tsx'
import { useBilingual } from '../../../web/words.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import type { HourEntry, RepeatedCourse } from '../contract.ts'
import { hourSourceNames } from '../rules.ts'
import './Hours.css'
import { useHoursWords } from './words.ts'

/** The ledger lines of a year's total, newest first. */
export function HourLedger({ entries }: { entries: readonly HourEntry[] }) {
  const say = useHoursWords()
  return (
    <section className="k-card hours-ledger">
      <h2>{say('ledger')}</h2>
      {entries.length === 0 ? (
        <Empty title={say('noEntry')} hint={say('noEntryHint')} />
      ) : (
        <ul className="k-list">
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Courses of the year that another class brought already, so that nobody looks for their hours in vain. */
export function RepeatedCourses({ courses }: { courses: readonly RepeatedCourse[] }) {
  const say = useHoursWords()
  if (courses.length === 0) return null
  return (
    <section className="k-card padded">
      <h2>{say('repeated')}</h2>
      <p className="k-muted k-small">{say('repeatedHint')}</p>
      <ul>
        {courses.map(({ enrolmentId, courseName, className, countedIn }) => (
          <li key={`${enrolmentId} ${courseName}`} className="k-small">
            {say('repeatedLine', { course: courseName, class: className, countedIn })}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ entry }: { entry: HourEntry }) {
  const say = useHoursWords()
  const pick = useBilingual()
  const nameOf = useClassTypeName()
  const source = hourSourceNames[entry.source]
  const more = [
    ...(entry.examScore === null ? [] : [say('score', { score: entry.examScore })]),
    ...(entry.certificateNumber ? [say('certificate', { number: entry.certificateNumber })] : []),
    ...(entry.reason ? [entry.reason] : []),
  ]
  return (
    <li>
      <span className="k-muted">{date(entry.createdAt)}</span>
      <span>
        {entry.source !== 'class' && pick(`${source.zh}：`, `${source.en}: `)}
        {entry.title}
        {entry.courseName && ` · ${entry.courseName}`}{' '}
        <span className="k-tag plain">{nameOf(entry.classType)}</span>{' '}
        {entry.attribute === 'elective' && <span className="k-tag plain">{say('elective')}</span>}
        {more.length > 0 && <span className="hours-more k-muted k-small">{more.join(' · ')}</span>}
      </span>
      <b className={entry.hoursTenths > 0 ? 'plus' : 'minus'}>
        {entry.hoursTenths > 0 ? '+' : '−'}
        {hours(Math.abs(entry.hoursTenths))}
      </b>
    </li>
  )
}
