import type { ReactNode } from 'react'
import { date, hours } from '../../../web/format.ts'
import { Ring } from '../../../web/kit/Ring.tsx'
import { classTypeColor, useClassTypeName } from '../../classType/web/classType.ts'
import type { HourPassport } from '../contract.ts'
import { yearParts } from '../rules.ts'
import './Hours.css'
import { capitalized, useMissing } from './missing.ts'
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

/** Returns a function that describes missing hours by class type, with the dates to earn them. */
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
      parts.length > 0 ? capitalized(parts.join(say('listJoin'))) + say('sentenceEnd') : ''
    return [sentence(gaps), sentence(dates)].filter(Boolean).join(' ')
  }
}

/** Rows beside the ring, in its colours: the requirement of each type, and the part any type may fill. */
function rowsOf({ requiredTenths, types }: HourPassport, parts: ReturnType<typeof yearParts>) {
  const ofTypes = types.filter((type) => type.requiredTenths > 0)
  const ofAny = requiredTenths - ofTypes.reduce((sum, type) => sum + type.requiredTenths, 0)
  const partOf = (classType: string | null) => parts.find((one) => one.classType === classType)
  const anyPending = partOf(null)?.pendingTenths ?? 0
  const any = {
    classType: null,
    requiredTenths: ofAny,
    missingTenths: 0,
    pendingTenths: anyPending,
    waitingTenths: 0,
  }
  return [...ofTypes, ...(ofAny > 0 ? [any] : [])].map((row) => ({
    ...row,
    earned: partOf(row.classType)?.earnedTenths ?? 0,
    pending: partOf(row.classType)?.pendingTenths ?? 0,
  }))
}

const colorOf = (classType: string | null) =>
  classType === null ? 'var(--ink-3)' : classTypeColor(classType)

/**
 * The passport of a year: the ring of what is required, a row for each part of it, and what to do about the gap. What is
 * in progress is striped; hours beyond the requirement are a line of text, never part of the picture.
 */
export function PassportHero({
  passport,
  heading: Heading = 'h1',
  action,
}: {
  passport: HourPassport
  /** Below the heading of its page, or the heading itself. */
  heading?: 'h1' | 'h2'
  action?: ReactNode
}) {
  const say = useHoursWords()
  const nameOf = useClassTypeName()
  const yearSentence = useYearSentence()
  const gapSentence = useGapSentence()
  const { comingLine } = useMissing()
  const { requiredTenths, earnedTenths, missingTenths } = passport
  const countedTenths = requiredTenths > 0 ? requiredTenths - missingTenths : earnedTenths
  const parts = yearParts(passport)
  const [earned, required] = [hours(countedTenths), hours(requiredTenths)]
  const share = (tenths: number, color: string) => ({ value: tenths / Math.max(1, requiredTenths), color })
  return (
    <section className="k-card hours-hero k-grid k-gap-6">
      <Ring
        size={184}
        width={16}
        label={say('earnedOf', { earned, required })}
        parts={[
          ...parts.map((part) => share(part.earnedTenths, colorOf(part.classType))),
          ...parts.map((part) => ({
            ...share(part.pendingTenths, colorOf(part.classType)),
            pending: true,
          })),
        ]}
      >
        <b className="k-numbers">{earned}</b>
        <span className="k-muted k-small">{say('ofHours', { required })}</span>
      </Ring>
      <div className="hours-types k-grid k-gap-4">
        <Heading className="k-full">{yearSentence(passport)}</Heading>
        {rowsOf(passport, parts).map((row) => {
          const color = colorOf(row.classType)
          const percent = (tenths: number) => `${(tenths / row.requiredTenths) * 100}%`
          const coming = comingLine(row)
          return (
            <div key={row.classType} className="hours-type k-grid k-gap-4">
              <span>{row.classType === null ? say('anyType') : nameOf(row.classType)}</span>
              <span className="hours-bar" aria-hidden="true">
                <i style={{ width: percent(row.earned), background: color }} />
                <i className="pending" style={{ width: percent(row.pending), color }} />
              </span>
              <b className="k-numbers">
                {hours(row.earned)} / {hours(row.requiredTenths)}
                {coming && <span className="k-muted k-small">{coming}</span>}
              </b>
            </div>
          )
        })}
        {earnedTenths > countedTenths && (
          <p className="k-full k-muted k-small">
            {say('beyond', { hours: hours(earnedTenths - countedTenths) })}
          </p>
        )}
        {missingTenths > 0 && (
          <div className="hours-need k-full k-cluster k-gap-3 k-split k-alert">
            <span>{gapSentence(passport)}</span>
            {action}
          </div>
        )}
      </div>
    </section>
  )
}
