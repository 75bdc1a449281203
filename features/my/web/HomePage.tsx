import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { hours } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Coming, Failure, isComing, Loaded } from '../../../web/kit/Loaded.tsx'
import { Ring } from '../../../web/kit/Ring.tsx'
import { useBilingual } from '../../../web/words.ts'
import { BannerCarousel, useBanners } from '../../banner/web/BannerCarousel.tsx'
import { catalogueCalls, type CatalogueClass } from '../../catalogue/contract.ts'
import { ClassCard } from '../../catalogue/web/ClassCard.tsx'
import { Glyph } from '../../catalogue/web/Cover.tsx'
import { glyphOfType } from '../../catalogue/web/glyphs.ts'
import { OrderPlace } from '../../catalogue/web/OrderPlace.tsx'
import { classTypeColor } from '../../classType/web/classType.ts'
import { hoursCalls } from '../../hours/contract.ts'
import { missingHours } from '../../hours/rules.ts'
import { PassportHero } from '../../hours/web/PassportHero.tsx'
import { Notices } from '../../notice/web/Notices.tsx'
import { useSettings } from '../../project/web/settings.ts'
import { signUpPaths } from '../../signUp/web/paths.ts'
import { NextStep } from '../../trainPlan/web/NextStep.tsx'
import { useAccount, useAccountQuery, useToken } from '../../session/web/account.ts'
import './My.css'
import { ContinueCard, Pressing, useIsContinueComing, useIsPressingComing } from './Waiting.tsx'
import { useMyWords } from './words.ts'

/** The portal's front page: for a learner what to continue with, for a visitor the catalogue. */
export default function HomePage() {
  const token = useToken()
  const accountQuery = useAccountQuery()
  const account = useAccount()
  const banners = useBanners()
  if (token && isComing(accountQuery)) return <Coming />
  // Somebody has signed in, and who is not known: that is no visitor.
  if (token && accountQuery.isError) {
    return <Failure error={accountQuery.error} onRetry={() => void accountQuery.refetch()} />
  }
  return (
    <div className="mine k-stack k-gap-5">
      {account?.roleSystem === 3 ? (
        <LearnerHome banners={banners} />
      ) : (
        <VisitorHome banners={banners} isKnown={account !== null} />
      )}
      <OrderPlace />
    </div>
  )
}

/** The banners of the page, undefined while it waits for them. */
type Banners = ReturnType<typeof useBanners>

/** Home of a learner: what to continue with and what is missing come before the banners, and do not wait for them. */
function LearnerHome({ banners }: { banners: Banners }) {
  const say = useMyWords()
  const hoursQuery = useCall(hoursCalls.getMyClassHour, {})
  const classesQuery = useCall(catalogueCalls.getRecommendedClassList, { limit: 4 })
  const isTopComing = [useIsContinueComing(), useIsPressingComing(), isComing(hoursQuery)].some(Boolean)
  const passport = hoursQuery.data
  const recommended = classesQuery.data
  // What has one cause is told once.
  const failed = [hoursQuery, classesQuery].filter(({ error, data }) => error && data === undefined)
  if (isTopComing) return <Coming />
  return (
    <>
      <Pressing />
      <ContinueCard />
      {failed[0] && (
        <Failure error={failed[0].error!} onRetry={() => failed.forEach((query) => void query.refetch())} />
      )}
      {passport && <PassportHero passport={passport} action={<NextStep passport={passport} />} />}
      {banners === undefined ? (
        <Coming />
      ) : (
        <>
          <BannerCarousel banners={banners} />
          <ClassTypes />
          {recommended && recommended.length > 0 && (
            <Classes title={say('homeRecommended')} to="/classSelectCenter" list={recommended} />
          )}
          <Notices />
        </>
      )}
    </>
  )
}

function VisitorHome({ banners, isKnown }: { banners: Banners; isKnown: boolean }) {
  const say = useMyWords()
  const settings = useSettings()
  const classes = useCall(catalogueCalls.findClassList, {
    year: thisYear(),
    order: 'newest',
    limit: 8,
  })
  const first = settings.showClassType[0]
  const { required: requiredTenths } = missingHours(settings, {})
  const required = hours(requiredTenths)
  if (banners === undefined) return <Coming />
  return (
    <>
      <BannerCarousel banners={banners} />
      <section className="k-card mine-welcome k-row k-gap-5 k-split">
        <div>
          <h1>{settings.title}</h1>
          <p className="k-muted">{say('homeLead')}</p>
          <div className="mine-act k-cluster">
            <ButtonLink kind="main" to={first?.path ?? '/classSelectCenter'}>
              {say('homeBrowse')}
            </ButtonLink>
            {!isKnown && (
              <>
                <ButtonLink to="/registerNew">{say('homeRegister')}</ButtonLink>
                <ButtonLink to="/login">{say('signIn')}</ButtonLink>
              </>
            )}
          </div>
        </div>
        {requiredTenths > 0 && (
          <Ring
            size={180}
            width={16}
            label={say('homeTypeNeed', { hours: required })}
            parts={Object.entries(settings.requiredHoursTenths).map(([type, tenths]) => ({
              value: tenths / Math.max(1, requiredTenths),
              color: classTypeColor(type),
            }))}
          >
            <b>{required}</b>
            <span className="k-muted k-small">{say('homeYear')}</span>
          </Ring>
        )}
      </section>
      <ClassTypes />
      <section className="mine-steps k-grid k-gap-4" aria-label={say('homeSteps')}>
        {([1, 2, 3] as const).map((step) => (
          <div key={step} className="k-card padded">
            <h3>
              <span className="mine-step">{step}</span> {say(`step${step}`)}
            </h3>
            <p className="k-muted">{say(`step${step}Text`)}</p>
          </div>
        ))}
      </section>
      <Loaded query={classes} isEmpty={({ list }) => list.length === 0} empty={null}>
        {({ list }) => (
          <Classes title={say('homeNew')} to={first?.path ?? '/classSelectCenter'} list={list} />
        )}
      </Loaded>
      <Notices />
    </>
  )
}

/** Line drawing of a form that is filled in. */
const signUpGlyph = 'M6 3h9l4 4v14H6zM9 12h7M9 16h5'

function ClassTypes() {
  const say = useMyWords()
  const pick = useBilingual()
  const { showClassType, requiredHoursTenths } = useSettings()
  return (
    <nav className="mine-types k-grid k-gap-4" aria-label={say('classTypes')}>
      {showClassType.map((type) => {
        const required = requiredHoursTenths[type.key]
        return (
          <Link key={type.key} className="k-card k-row k-gap-3" to={type.path}>
            <span className="mine-sign" style={{ color: classTypeColor(type.key) }}>
              <Glyph shape={glyphOfType(type.key)} />
            </span>
            <span>
              <b>{pick(type.name, type.nameEn)}</b>
              <span className="k-muted k-small">
                {required ? say('homeTypeNeed', { hours: hours(required) }) : say('homeTypeFree')}
              </span>
            </span>
          </Link>
        )
      })}
      <Link className="k-card k-row k-gap-3 k-full" to={signUpPaths.public}>
        <span className="mine-sign">
          <Glyph shape={signUpGlyph} />
        </span>
        <span>
          <b>{say('signUps')}</b>
          <span className="k-muted k-small">{say('signUpsHint')}</span>
        </span>
      </Link>
    </nav>
  )
}

function Classes({ title, to, list }: { title: string; to: string; list: readonly CatalogueClass[] }) {
  const say = useMyWords()
  return (
    <section>
      <div className="mine-head">
        <h2>{title}</h2>
        <Link to={to}>{say('homeMore')}</Link>
      </div>
      <div className="class-grid k-grid k-gap-4">
        {list.map((item) => (
          <ClassCard key={item.id} item={item} />
        ))}
      </div>
    </section>
  )
}
