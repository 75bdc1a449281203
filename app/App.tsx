import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useAccount, useToken } from '../features/session/web/account.ts'
import { useSystemConfig, useSystemConfigQuery } from '../features/project/web/settings.ts'
import { CallRefused } from '../web/client.ts'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { LazyPage, lazyPart } from '../web/lazyPart.tsx'
import { WaysOnProvider } from '../web/kit/WaysOn.tsx'
import { takeBrand } from '../web/theme.ts'
import { useBilingual } from '../web/words.ts'
import type { PortalPage } from '../web/page.ts'
import { DemoBar } from './DemoBar.tsx'
import { logPageError } from '../web/errorLog.ts'
import { Broken } from './Broken.tsx'
import { PageArrival } from './PageArrival.tsx'
import { guard, isErrorPage } from './guard.ts'
import { LearnerFrame } from './LearnerFrame.tsx'
import { PortalWays } from './PortalWays.tsx'
import { OfflineStrip } from './OfflineStrip.tsx'
import { portalPages } from './portalPages.ts'
import { titleOf } from './title.ts'
import { useServiceWorker } from './useServiceWorker.ts'

const PortalClosed = lazyPart(
  () => import('./PortalClosed.tsx').then((part) => ({ default: part.PortalClosed })),
  'page',
)
const office = () => import('./Office.tsx')
const errorPages = [
  { path: '/404', load: () => import('./ErrorPages.tsx').then((part) => ({ default: part.NotFound })) },
  { path: '/401', load: () => import('./ErrorPages.tsx').then((part) => ({ default: part.NotAllowed })) },
]

function Titled({ page }: { page: PortalPage }) {
  const pick = useBilingual()
  const config = useSystemConfig()
  const title = pick(...page.title)
  useEffect(() => {
    document.title = titleOf(title, config?.projectTitle)
  }, [title, config])
  return <LazyPage load={page.load} />
}

/** The application: the route guard, then the page in its frame. */
export function App() {
  const pick = useBilingual()
  const location = useLocation()
  const token = useToken()
  const config = useSystemConfig()
  useEffect(() => {
    if (config) takeBrand(config.settings.themeColor)
  }, [config])

  const account = useAccount()
  const page = portalPages.find(({ path }) => path === location.pathname)
  const isManager = account !== null && account.roleSystem !== 3
  // An address that no page of the portal has is the office's, or nobody's: only the office knows.
  const isOffice = isErrorPage(location.pathname) ? isManager : !page
  useServiceWorker(!isOffice)
  const { error } = useSystemConfigQuery()
  if (error instanceof CallRefused && error.respCode === 404) {
    return <PortalClosed text={error.message} />
  }
  const elsewhere = guard({
    path: location.pathname,
    search: location.search,
    hash: location.hash,
    hasToken: token !== null,
    index2Open: config?.index2Open,
  })
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (isOffice) {
    return (
      <ErrorBoundary FallbackComponent={Broken} onError={logPageError}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <LazyPage load={office} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return (
    <WaysOnProvider value={<PortalWays />}>
      <PageArrival title={page ? pick(...page.title) : ''} />
      <Routes>
        {errorPages.map(({ path, load }) => (
          <Route
            key={path}
            path={path}
            element={
              <LearnerFrame>
                <ErrorBoundary FallbackComponent={Broken} onError={logPageError}>
                  <Suspense>
                    <LazyPage load={load} />
                  </Suspense>
                </ErrorBoundary>
              </LearnerFrame>
            }
          />
        ))}
        {portalPages.map((page) => {
          const inside = (
            <ErrorBoundary FallbackComponent={Broken} onError={logPageError} resetKeys={[location.pathname]}>
              <Suspense
                fallback={
                  <div className="k-wrap">
                    <Skeleton lines={6} />
                  </div>
                }
              >
                <Titled page={page} />
              </Suspense>
            </ErrorBoundary>
          )
          const element =
            page.frame === 'bare' ? (
              <>
                <OfflineStrip />
                <DemoBar />
                {inside}
              </>
            ) : (
              <LearnerFrame>{inside}</LearnerFrame>
            )
          return <Route key={page.path} path={page.path} element={element} />
        })}
      </Routes>
    </WaysOnProvider>
  )
}
