import { date, hours } from '../../../web/format.ts'
import { usePersonnelName } from '../../classType/web/personnel.ts'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import type { ClassDetail } from '../contract.ts'
import { useDetailWords } from './detailWords.ts'

/** Dates, places, certificate and for whom, as a list of facts. */
export function ClassFacts({ detail }: { detail: ClassDetail }) {
  const say = useDetailWords()
  const nameOf = usePersonnelName()
  const { nameOf: regionOf } = useCodeLists(['region'])
  const span = (from: string | null, to: string | null) => {
    if (from && to) return say('fromUntil', { from: date(from), to: date(to) })
    return to ? say('until', { date: date(to) }) : say('noLimit')
  }
  const study = [
    ...(detail.studyFrom || detail.studyTo ? [span(detail.studyFrom, detail.studyTo)] : []),
    ...(detail.validDays ? [say('validDays', { days: detail.validDays })] : []),
  ]
  const facts = [
    [say('hours'), say('hoursOf', { hours: hours(detail.hoursTenths) })],
    [say('signUp'), span(detail.signUpFrom, detail.signUpTo)],
    [say('study'), study.join(' · ') || say('noLimit')],
    [
      say('places'),
      detail.placesLeft === null
        ? say('noLimit')
        : say('placesLeft', { count: Math.max(0, detail.placesLeft) }),
    ],
    [say('certificate'), detail.certificateName ?? say('noCertificate')],
    [say('intendedFor'), detail.personnelCategories.map(nameOf).join(' · ') || say('everyone')],
    [
      say('intendedRegions'),
      detail.regions.map((code) => regionOf('region', code)).join(' · ') || say('everywhere'),
    ],
  ]
  return (
    <section className="k-card padded">
      <h2>{say('facts')}</h2>
      <dl className="detail-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="k-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
