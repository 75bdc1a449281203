import { Suspense } from 'react'
import { useCall } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Coming, isComing, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { hoursCalls, type HourPassport } from '../../hours/contract.ts'
import { HourLedger, RepeatedCourses } from '../../hours/web/HourLedger.tsx'
import { PassportHero } from '../../hours/web/PassportHero.tsx'
import { useHoursWords } from '../../hours/web/words.ts'
import { useAccount } from '../../session/web/account.ts'
import './My.css'
import { MyPlans, useMyPlans } from '../../trainPlan/web/MyPlans.tsx'
import { NextStep } from '../../trainPlan/web/NextStep.tsx'
import { LearnerOnly } from '../../session/web/LearnerOnly.tsx'
import { Waiting } from './Waiting.tsx'
import { useMyWords } from './words.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'

// In tabs, and loaded when they are opened.
const MyClasses = lazyPart(() => import('./MyClasses.tsx').then((part) => ({ default: part.MyClasses })))
const OwnOrders = lazyPart(() => import('./OwnOrders.tsx').then((part) => ({ default: part.OwnOrders })))
const MyInvoices = lazyPart(() =>
  import('../../invoice/page/web/MyInvoices.tsx').then((part) => ({ default: part.MyInvoices })),
)
const MyExams = lazyPart(() =>
  import('../../exam/attempt/web/MyExams.tsx').then((part) => ({ default: part.MyExams })),
)
const MyCertificates = lazyPart(() =>
  import('../../certificate/web/MyCertificates.tsx').then((part) => ({ default: part.MyCertificates })),
)

const MyMessages = lazyPart(() => import('./MyMessages.tsx').then((part) => ({ default: part.MyMessages })))
const AccountSection = lazyPart(() =>
  import('../../student/complete/web/AccountSection.tsx').then((part) => ({ default: part.AccountSection })),
)
const FacePart = lazyPart(() =>
  import('../../face/web/FacePart.tsx').then((part) => ({ default: part.FacePart })),
)
const InfoReminder = lazyPart(() =>
  import('../../student/complete/web/InfoReminder.tsx').then((part) => ({ default: part.InfoReminder })),
)

const tabs = [
  'overview',
  'classes',
  'exams',
  'orders',
  'invoices',
  'certificates',
  'messages',
  'account',
] as const

/**
 * The learner's own page: the passport of a year first, everything else in tabs. A manager has only the account tab.
 */
export default function MyPage() {
  const account = useAccount()
  return (
    <div className="mine k-stack k-gap-5">
      {account && account.roleSystem !== 3 ? (
        <ManagersOwn />
      ) : (
        <LearnerOnly>
          <Mine />
        </LearnerOnly>
      )}
    </div>
  )
}

function ManagersOwn() {
  const say = useMyWords()
  return (
    <>
      <div className="mine-head">
        <h1>{say('account')}</h1>
        <ButtonLink to="/home/index">{say('toOffice')}</ButtonLink>
      </div>
      <Suspense fallback={<Skeleton />}>
        <AccountSection />
      </Suspense>
    </>
  )
}

function Mine() {
  const say = useMyWords()
  const [address, change] = useUrlState()
  const tab = tabs.find((known) => known === address.tab) ?? 'overview'
  const yearQuery = address.year ? { year: Number(address.year) } : {}
  const query = useCall(hoursCalls.getMyClassHour, yearQuery, { keep: true })
  return (
    <Tabs
      label={say('sections')}
      value={tab}
      onChange={(key) =>
        change({
          tab: key === 'overview' ? null : key,
          page: null,
          state: null,
          order: null,
          invoice: null,
          ask: null,
        })
      }
      tabs={tabs.map((key) => ({ key, label: say(key) }))}
    >
      <div className="k-stack k-gap-5">
        <Suspense fallback={<Coming />}>
          {tab === 'account' && (
            <>
              <AccountSection />
              <FacePart />
            </>
          )}
          {tab === 'overview' && <InfoReminder />}
          {tab === 'overview' && (
            <Loaded query={query} skeleton={<Skeleton lines={8} height={28} />}>
              {(passport) => <Overview passport={passport} onYear={(year) => change({ year })} />}
            </Loaded>
          )}
          {tab === 'classes' && <MyClasses years={query.data?.years ?? []} />}
          {tab === 'exams' && <MyExams />}
          {tab === 'orders' && <OwnOrders />}
          {tab === 'invoices' && <MyInvoices />}
          {tab === 'messages' && <MyMessages />}
          {tab === 'certificates' && (
            <MyCertificates
              year={address.year ? Number(address.year) : null}
              onYear={(year) => change({ year })}
            />
          )}
        </Suspense>
      </div>
    </Tabs>
  )
}

function Overview({ passport, onYear }: { passport: HourPassport; onYear: (year: number) => void }) {
  const say = useHoursWords()
  return (
    <>
      <Chips
        label={say('year')}
        value={passport.year}
        options={passport.years.map((year) => ({ value: year, label: String(year) }))}
        onChange={onYear}
      />
      <PassportHero passport={passport} action={<NextStep passport={passport} kind="main" />} />
      {isComing(useMyPlans(passport.year)) ? (
        <Coming />
      ) : (
        <>
          <MyPlans year={passport.year} />
          <div className="mine-columns k-grid k-gap-5">
            <RepeatedCourses courses={passport.repeated} />
            <HourLedger entries={passport.entries} />
            <Waiting />
          </div>
        </>
      )}
    </>
  )
}
