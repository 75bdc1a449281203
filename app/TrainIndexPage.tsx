import { Suspense } from 'react'
import { bannerCalls } from '../features/banner/contract.ts'
import { BannerCarousel } from '../features/banner/web/BannerCarousel.tsx'
import { Notices } from '../features/notice/web/Notices.tsx'
import { NoticeView } from '../features/notice/web/NoticeView.tsx'
import { useNoticeReaderWords } from '../features/notice/web/readerWords.ts'
import { visitedUnit } from '../features/project/web/settings.ts'
import { ApplicationScores, useMyScores } from '../features/score/web/ApplicationScores.tsx'
import { useAccount, useAccountQuery, useToken } from '../features/session/web/account.ts'
import { SignInFirst } from '../features/session/web/SignInFirst.tsx'
import { ApplyView } from '../features/signUp/application/web/ApplyView.tsx'
import {
  MyApplications,
  MyApplicationView,
  useMyApplications,
} from '../features/signUp/application/web/MyApplications.tsx'
import { PayMyFee } from '../features/signUp/fee/web/PayMyFee.tsx'
import { TicketButton } from '../features/signUp/seat/web/TicketButton.tsx'
import { TicketCheck } from '../features/signUp/seat/web/TicketCheck.tsx'
import { OpenSignUps, useOpenSignUps } from '../features/signUp/web/OpenSignUps.tsx'
import { signUpPaths } from '../features/signUp/web/paths.ts'
import { usePublicWords } from '../features/signUp/web/publicWords.ts'
import { useCall } from '../web/client.ts'
import { thisYear } from '../web/dayStart.ts'
import { ButtonLink } from '../web/kit/Button.tsx'
import { Coming, isComing, Skeleton } from '../web/kit/Loaded.tsx'
import { lazyPart } from '../web/lazyPart.tsx'
import { useUrlState } from '../web/shell/view/useUrlState.ts'
import './TrainIndexPage.css'

/** Few ask for it: its captcha is loaded with it alone. */
const TicketLookUp = lazyPart(() =>
  import('../features/score/web/TicketLookUp.tsx').then((part) => ({ default: part.TicketLookUp })),
)

/** A learner's own alone: a visitor's page begins without them. */
const MyPlans = lazyPart(() =>
  import('../features/trainPlan/web/MyPlans.tsx').then((part) => ({ default: part.MyPlans })),
)

const steps = { Pay: PayMyFee, Ticket: TicketButton, Scores: ApplicationScores }

/**
 * /trainIndex: notices, what is open for sign-up, one's own applications and training plans, and the look-up of tickets
 * and scores; the address names a notice that is read, a sign-up that is applied for, an application that is read, or a
 * ticket that is checked.
 */
export default function TrainIndexPage() {
  const say = usePublicWords()
  const sayNotice = useNoticeReaderWords()
  const token = useToken()
  const [{ apply, mine, check, notice }] = useUrlState()
  if (!apply && !mine && !check && !notice) return <Overview />
  return (
    <div className="train-index k-stack k-gap-4">
      <div>
        <ButtonLink kind="quiet" to={signUpPaths.public}>
          ← {notice ? sayNotice('toNotices') : say('toAll')}
        </ButtonLink>
      </div>
      {check ? (
        <TicketCheck code={check} />
      ) : notice ? (
        <NoticeView key={notice} id={notice} />
      ) : apply ? (
        <ApplyView key={apply} id={apply} />
      ) : token ? (
        <MyApplicationView id={mine!} {...steps} />
      ) : (
        <SignInFirst title={say('mineTitle')} hint={say('mineHint')} />
      )}
    </div>
  )
}

/** True as long as the banners, the lists or their scores, which stand above the rest, are not known. */
function useAreListsComing(): boolean {
  const [{ keyword = '' }] = useUrlState()
  const isLearner = useAccount()?.roleSystem === 3
  const { query: open } = useOpenSignUps(keyword)
  return [
    useAccountQuery(),
    useBannersQuery(),
    useMyApplications(1, isLearner),
    useMyScores(isLearner),
    open,
  ].some(isComing)
}

function Overview() {
  const say = usePublicWords()
  const isLearner = useAccount()?.roleSystem === 3
  if (useAreListsComing()) return <Coming />
  return (
    <div className="train-index k-stack k-gap-5">
      <h1 className="k-hidden">{say('pageTitle')}</h1>
      <Banners />
      <div className="train-index-parts k-grid k-gap-5">
        <div className="k-stack k-gap-5">
          {isLearner && <MyApplications {...steps} />}
          <OpenSignUps />
        </div>
        <div className="train-index-side k-stack k-gap-5">
          <Suspense fallback={<Skeleton lines={9} height={28} />}>
            <TicketLookUp />
          </Suspense>
          <Notices />
        </div>
        {isLearner && (
          <div className="train-index-plans k-stack k-gap-5">
            <Suspense fallback={<Skeleton lines={8} height={28} />}>
              <MyPlans year={thisYear()} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

function useBannersQuery() {
  const unitId = visitedUnit()
  return useCall(bannerCalls.findCmsFrontList, unitId ? { unitId } : {}, { staleTime: 60_000 })
}

/** The banners of this page; nothing where there are none. */
function Banners() {
  const { data } = useBannersQuery()
  return data && data.length > 0 && <BannerCarousel banners={data} />
}
