import Card from 'antd/es/card'
import Descriptions from 'antd/es/descriptions'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { templateCalls } from '../../certificate/template/contract.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { yuan } from '../../../contract/money.ts'
import { clock, dateTime, hours } from '../../../web/format.ts'
import type { ManagedClass } from '../contract.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { usePersonnelName } from '../../classType/web/personnel.ts'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import './ClassSummary.css'
import { useClassWords } from './words.ts'

/** The name of a certificate template with the way to it; undefined until it is loaded, or where it may not be seen. */
function useTemplateLink(id: string | null) {
  const page = '/resource-manage/certificate'
  const maySee = useMay(templateCalls.query)
  const mayOpen = useMay(page)
  const { data } = useCall(templateCalls.query, { id: id!, limit: 1 }, { enabled: id !== null && maySee })
  const name = id === null ? undefined : data?.list[0]?.name
  if (name === undefined || !mayOpen) return name
  return <Link to={`${page}?name=${encodeURIComponent(name)}`}>{name}</Link>
}

/** A class at a glance: facts, its courses with their videos, and the introduction as learners read it. */
export function ClassSummary({ managed }: { managed: ManagedClass }) {
  const say = useClassWords()
  const typeOf = useClassTypeName()
  const groupOf = usePersonnelName()
  const { nameOf } = useCodeLists(['region'])
  const template = useTemplateLink(managed.certificateTemplateId)
  const span = (from: string | null, to: string | null) => {
    if (from && to) return say('fromUntil', { from: dateTime(from), to: dateTime(to) })
    if (from) return say('since', { date: dateTime(from) })
    return to ? say('until', { date: dateTime(to) }) : say('noEnd')
  }
  const period = [
    ...(managed.studyFrom || managed.studyTo ? [span(managed.studyFrom, managed.studyTo)] : []),
    ...(managed.validDays ? [say('validDays', { days: managed.validDays })] : []),
  ]
  const original =
    managed.originalPrice > managed.price ? ` (${say('originalPrice')} ${yuan(managed.originalPrice)})` : ''
  const facts = {
    category: `${typeOf(managed.classType)} · ${managed.categoryName}`,
    year: managed.year,
    hours: hours(managed.hoursTenths),
    requiredHours: hours(managed.requiredHoursTenths),
    electiveMin: hours(managed.electiveMinTenths),
    price: `${yuan(managed.price)}${original}`,
    sold: say(managed.held > 0 ? 'soldHeldOf' : 'soldOf', {
      sold: managed.sold,
      held: managed.held,
      quota: managed.quota ?? say('noLimit'),
    }),
    signUp: span(managed.signUpFrom, managed.signUpTo),
    period: period.join(' · ') || say('noEnd'),
    intendedFor: managed.personnelCategories.map(groupOf).join(' · ') || say('fits'),
    intendedRegions: managed.regions.map((code) => nameOf('region', code)).join(' · ') || say('everywhere'),
    needReview: say(managed.needReview ? 'yes' : 'no'),
    refundable: say(managed.refundable ? 'yes' : 'no'),
    certificate: managed.certificateTemplateId ? (template ?? say('certificateYes')) : say('certificateNo'),
    created: dateTime(managed.createdAt),
  }
  const trials = new Set(managed.trialResourceIds)

  return (
    <div className="k-stack">
      <Card size="small" title={say('basicInformation')}>
        {managed.coverKey && (
          <img className="class-summary-cover" src={`/media/image/${managed.coverKey}`} alt="" />
        )}
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2, xl: 3 }}
          items={Object.entries(facts).map(([key, children]) => ({
            key,
            label: say(key as keyof typeof facts),
            children,
          }))}
        />
      </Card>
      <Card size="small" title={say('courses')}>
        {managed.courses.length === 0 && <p className="class-summary-none">{say('coursesNone')}</p>}
        <ol className="class-summary-courses">
          {managed.courses.map((course) => (
            <li key={course.id}>
              <details>
                <summary>
                  {course.name}{' '}
                  <Tag color={course.attribute === 'required' ? 'blue' : 'default'}>
                    {say(course.attribute)}
                  </Tag>{' '}
                  <span className="class-summary-none">
                    {course.teacherName && `${course.teacherName} · `}
                    {say('courseLine', {
                      hours: hours(course.hoursTenths),
                      videos: course.videos.length,
                      duration: clock(course.videos.reduce((sum, video) => sum + video.durationSeconds, 0)),
                    })}
                  </span>
                </summary>
                <ol>
                  {course.videos.map((video) => (
                    <li key={video.resourceId}>
                      {video.title} <span className="class-summary-none">{clock(video.durationSeconds)}</span>{' '}
                      {trials.has(video.resourceId) && <Tag color="green">{say('trial')}</Tag>}
                    </li>
                  ))}
                </ol>
              </details>
            </li>
          ))}
        </ol>
      </Card>
      <Card size="small" title={say('introduction')}>
        {managed.introduction ? (
          // The server let only harmless HTML in when it was written.
          <div className="class-summary-text" dangerouslySetInnerHTML={{ __html: managed.introduction }} />
        ) : (
          <p className="class-summary-none">{say('noIntroduction')}</p>
        )}
      </Card>
    </div>
  )
}
