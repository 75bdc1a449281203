import { useSearchParams } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { yuan } from '../../../contract/money.ts'
import { hours } from '../../../web/format.ts'
import { Empty, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { useNarrow } from '../../../web/shell/view/narrow.ts'
import { newTenths } from '../../hours/rules.ts'
import { useHeldSentence } from '../../hours/web/held.ts'
import { ClassNotices } from '../../notice/web/ClassNotices.tsx'
import { refundTerms } from '../../project/rules.ts'
import { useSettings } from '../../project/web/settings.ts'
import { classTypeColor, useClassTypeName } from '../../classType/web/classType.ts'
import { studyCalls } from '../../study/contract.ts'
import { AwaitsUnit } from '../../unit/trainType/web/AwaitsUnit.tsx'
import { catalogueCalls, type ClassDetail } from '../contract.ts'
import { isOffered } from '../rules.ts'
import { AudienceNote } from './AudienceNote.tsx'
import { ClassCover, JoinedTag, Price, showsPrice } from './ClassCard.tsx'
import { ClassFacts } from './ClassFacts.tsx'
import { CourseOutline } from './CourseOutline.tsx'
import './ClassDetail.css'
import { CoverHours } from './Cover.tsx'
import { useDetailWords } from './detailWords.ts'
import { JoinButton, useJoining } from './JoinButton.tsx'
import { JoinedProgress } from './JoinedProgress.tsx'
import { OrderPlace } from './OrderPlace.tsx'

/** One class before joining: its content, requirements and price. */
export default function ClassDetailPage() {
  const say = useDetailWords()
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const query = useCall(catalogueCalls.findClassDetail, { id }, { enabled: id !== '' })
  if (id === '') {
    return <Empty title={say('missing')} hint={say('missingHint')} action={<WaysOn />} />
  }
  return (
    <Loaded query={query} skeleton={<Skeleton lines={8} height={28} />}>
      {(detail) => (
        <>
          <ClassArticle key={detail.id} detail={detail} />
          <OrderPlace />
        </>
      )}
    </Loaded>
  )
}

/** A class as it is read before joining; a preview offers no way to join. */
export function ClassArticle({ detail, isPreview = false }: { detail: ClassDetail; isPreview?: boolean }) {
  const say = useDetailWords()
  const nameOf = useClassTypeName()
  const held = useHeldSentence()(detail)
  // On a phone what is to be done with it stays in reach of the thumb; a reason why not is read with the rest.
  const isNarrow = useNarrow()
  const joining = useJoining(detail)
  const { joined } = detail
  const studied = joined && ['active', 'passed'].includes(joined.status) && !joined.suspended ? joined : null
  const { data: process } = useCall(
    studyCalls.myClassProcess,
    { enrolmentId: studied?.enrolmentId ?? '' },
    { enabled: studied !== null },
  )
  const isBar = isNarrow && isOffered(joining) && !isPreview
  const act = (
    <div className={isBar ? 'class-cart-bar detail-bar' : 'detail-act k-cluster k-gap-4'}>
      {showsPrice(detail.joined) && <Price price={detail.price} originalPrice={detail.originalPrice} />}
      {!isPreview && <JoinButton item={detail} main />}
    </div>
  )
  // Who studies it comes for the videos, who does not for what it is about.
  const outline = (
    <CourseOutline
      courses={detail.courses}
      hasTrials={!joined}
      enrolmentId={studied?.enrolmentId}
      studied={process?.courses.flatMap((course) => course.items)}
    />
  )
  return (
    <article className="detail k-stack k-gap-4">
      <header className="k-card detail-head">
        <div className="detail-cover">
          <ClassCover item={detail} />
          {!detail.coverKey && <CoverHours tenths={detail.hoursTenths} />}
        </div>
        <div className="detail-title">
          <div className="class-tags k-cluster">
            <span
              className="k-tag plain detail-type"
              style={{ borderColor: classTypeColor(detail.classType) }}
            >
              {nameOf(detail.classType)}
            </span>
            <span className="k-tag">{detail.categoryName}</span>
            <span className="k-tag plain">{say('year', { year: detail.year })}</span>
            <JoinedTag joined={detail.joined} />
          </div>
          <h1>{detail.name}</h1>
          {detail.needReview && showsPrice(detail.joined) && (
            <p className="k-muted">
              {detail.joined ? '' : say('review')}
              {detail.price > 0 && say('reviewPriced', { price: yuan(detail.price) })}
            </p>
          )}
          {held && detail.joined?.status !== 'passed' && <p className="k-note">{held}</p>}
          {detail.mismatch && !detail.joined && <AudienceNote detail={detail} mismatch={detail.mismatch} />}
          {showsPrice(detail.joined) && <AwaitsUnit item={detail} />}
          {studied && <JoinedProgress joined={studied} classType={detail.classType} process={process} />}
          {!isBar && act}
        </div>
      </header>
      <div className={studied ? 'detail-columns studied k-grid k-gap-4' : 'detail-columns k-grid k-gap-4'}>
        <div className="detail-main k-stack k-gap-4">
          {joined && !isPreview && <ClassNotices classId={detail.id} />}
          {studied && outline}
          {detail.introduction && (
            <section className="k-card padded">
              <h2>{say('introduction')}</h2>
              {/* Cleaned on the server when it was written. */}
              <div
                className="detail-text k-stack k-break"
                dangerouslySetInnerHTML={{ __html: detail.introduction }}
              />
            </section>
          )}
          {!studied && outline}
          <Teachers detail={detail} />
        </div>
        <aside className="detail-side k-stack k-gap-4">
          <ClassFacts detail={detail} />
          <Rules detail={detail} />
        </aside>
      </div>
      {isBar && act}
    </article>
  )
}

function Teachers({ detail }: { detail: ClassDetail }) {
  const say = useDetailWords()
  const teachers = new Map(
    detail.courses
      .filter((course) => course.teacherName && course.teacherIntroduction)
      .map((course) => [course.teacherName, course.teacherIntroduction]),
  )
  if (teachers.size === 0) return null
  return (
    <section className="k-card padded">
      <h2>{say('teachers')}</h2>
      <dl className="detail-teachers">
        {[...teachers].map(([name, introduction]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="k-muted">{introduction}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Returns the sentence about the hours of a class, of which those that one holds already do not come again. */
function useHoursRule(): (detail: ClassDetail) => string {
  const say = useDetailWords()
  return (detail) => {
    const { hoursTenths, heldTenths, requiredHoursTenths } = detail
    const fresh = newTenths(detail)
    const given = { hours: hours(hoursTenths), held: hours(heldTenths), fresh: hours(fresh) }
    if (hoursTenths > 0 && fresh === 0) return say('ruleHoursNone', given)
    if (requiredHoursTenths === hoursTenths) return say(heldTenths > 0 ? 'ruleHoursNew' : 'ruleHours', given)
    return say(heldTenths > 0 ? 'ruleHoursOfNew' : 'ruleHoursOf', {
      ...given,
      required: hours(requiredHoursTenths),
      electives: hours(hoursTenths - requiredHoursTenths),
    })
  }
}

/** Requirements for passing, the hours it earns, and the refund terms. */
function Rules({ detail }: { detail: ClassDetail }) {
  const say = useDetailWords()
  const hoursRule = useHoursRule()
  const terms = refundTerms(useSettings())
  const { exam } = detail
  const refund = detail.refundable && terms ? say('refundRule', { ...terms }) : say('refundNever')
  return (
    <section className="k-card padded">
      <h2>{say('rules')}</h2>
      <ul className="detail-rules k-stack k-gap-2">
        <li>{say('ruleStudy')}</li>
        {exam && (
          <li>
            {say('ruleExam', {
              progress: exam.requiredProgress / 100,
              minutes: exam.minutes,
              total: exam.total,
              pass: exam.passScore,
              attempts: exam.attempts,
            })}
          </li>
        )}
        {detail.electiveMinTenths > 0 && (
          <li>{say('ruleElectives', { hours: hours(detail.electiveMinTenths) })}</li>
        )}
        <li>{hoursRule(detail)}</li>
        {detail.certificateName && <li>{say('ruleCertificate', { name: detail.certificateName })}</li>}
      </ul>
      {detail.price > 0 && (
        <details>
          <summary>{say('refund')}</summary>
          <p className="k-muted">{refund}</p>
        </details>
      )}
    </section>
  )
}
