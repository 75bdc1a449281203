import type { ReactNode } from 'react'
import { date, hours } from '../../../web/format.ts'
import { Ring } from '../../../web/kit/Ring.tsx'
import { classTypeColor, useClassTypeName } from '../../classType/web/classType.ts'
import type { HourPassport } from '../contract.ts'
import './Hours.css'
import { useHoursWords } from './words.ts'

/** The year in one sentence: what is missing comes first. */
function useYearSentence(): (passport: HourPassport) => string {
  const say = useHoursWords()
  return ({ year, requiredTenths, earnedTenths, missingTenths }) => {
    if (missingTenths > 0) return say('sentenceMissing', { year, hours: hours(missingTenths) })
    if (requiredTenths > 0) return say('sentenceDone', { year })
    return say('sentenceNone', { year, hours: hours(earnedTenths) })
  }
}

/** What is missing by class type, and by when it can be fixed. */
function useGapSentence(): (passport: HourPassport) => string {
  const say = useHoursWords()
  const nameOf = useClassTypeName()
  return ({ types, missingTenths, signUpUntil, studyUntil }) => {
    const gaps = types
      .filter((type) => type.missingTenths > 0)
      .map((type) => say('gap', { type: nameOf(type.classType), hours: hours(type.missingTenths) }))
    const inTypes = types.reduce((sum, type) => sum + type.missingTenths, 0)
    if (missingTenths > inTypes) gaps.push(say('gapTotal', { hours: hours(missingTenths - inTypes) }))
    const dates = [
      ...(signUpUntil ? [say('signUpUntil', { date: date(signUpUntil) })] : []),
      ...(studyUntil ? [say('studyUntil', { date: date(studyUntil) })] : []),
    ]
    const sentence = (parts: string[]) =>
      parts.length > 0 ? parts.join(say('listJoin')) + say('sentenceEnd') : ''
    return [sentence(gaps), sentence(dates)].filter(Boolean).join(' ')
  }
}

/** The passport of a year: ring, sentence, a bar a class type, and what to do about the gap. */
export function PassportHero({ passport, action }: { passport: HourPassport; action?: ReactNode }) {
  const say = useHoursWords()
  const nameOf = useClassTypeName()
  const yearSentence = useYearSentence()
  const gapSentence = useGapSentence()
  const { requiredTenths, earnedTenths, missingTenths } = passport
  // Hours that are not required do not fill a gap: the ring agrees with the sentence beside it.
  const countedTenths = requiredTenths > 0 ? requiredTenths - missingTenths : earnedTenths
  const asking = passport.types.filter((type) => type.requiredTenths > 0)
  const [earned, required] = [hours(countedTenths), hours(requiredTenths)]
  return (
    <section className="k-card hours-hero">
      <Ring
        size={184}
        width={16}
        label={say('earnedOf', { earned, required })}
        parts={asking.map((type) => ({
          value: type.earnedTenths / type.requiredTenths,
          color: classTypeColor(type.classType),
        }))}
      >
        <b>{earned}</b>
        <span className="k-muted k-small">{say('ofHours', { required })}</span>
      </Ring>
      <div className="hours-types">
        <h1>{yearSentence(passport)}</h1>
        {passport.types.map((type) => (
          <div key={type.classType} className="hours-type">
            <span>{nameOf(type.classType)}</span>
            <span className="hours-bar" aria-hidden="true">
              <i
                className="pending"
                style={{ width: `${share(type.earnedTenths + type.pendingTenths, type.requiredTenths)}%` }}
              />
              <i
                style={{
                  width: `${share(type.earnedTenths, type.requiredTenths)}%`,
                  background: classTypeColor(type.classType),
                }}
              />
            </span>
            <b>
              {hours(type.earnedTenths)}
              {type.requiredTenths > 0 && ` / ${hours(type.requiredTenths)}`}
            </b>
          </div>
        ))}
        {earnedTenths > countedTenths && (
          <p className="k-muted k-small">{say('beyond', { hours: hours(earnedTenths - countedTenths) })}</p>
        )}
        {missingTenths > 0 && (
          <div className="hours-need">
            <span>{gapSentence(passport)}</span>
            {action}
          </div>
        )}
      </div>
    </section>
  )
}

/** Percent of the requirement; full when there is none. */
function share(tenths: number, required: number): number {
  return required === 0 ? (tenths > 0 ? 100 : 0) : Math.min(100, (tenths / required) * 100)
}
