import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useAccount, useToken } from '../features/session/web/account.ts'
import { useSystemConfig, useSystemConfigQuery } from '../features/project/web/settings.ts'
import { CallRefused } from '../web/client.ts'
import { PortalClosed } from './PortalClosed.tsx'
import { Skeleton } from '../web/kit/Loaded.tsx'
import { LazyPage } from '../web/lazyPart.tsx'
import { WaysOnProvider } from '../web/kit/WaysOn.tsx'
import { takeBrand } from '../web/theme.ts'
import { useBilingual } from '../web/words.ts'
import type { PortalPage } from '../web/page.ts'
import { DemoBar } from './DemoBar.tsx'
import { logPageError } from '../web/errorLog.ts'
import { Broken } from './Broken.tsx'
import { PageArrival } from './PageArrival.tsx'
import { guard } from './guard.ts'
import { LearnerFrame } from './LearnerFrame.tsx'
import { PortalWays } from './PortalWays.tsx'
import { OfflineStrip } from './OfflineStrip.tsx'
import { titleOf } from './title.ts'
import { useServiceWorker } from './useServiceWorker.ts'
import { allPages } from './webPages.ts'

const office = () => import('./Office.tsx')
const errorPages = [
  { path: '/404', load: () => import('./ErrorPages.tsx').then((part) => ({ default: part.NotFound })) },
  { path: '/401', load: () => import('./ErrorPages.tsx').then((part) => ({ default: part.NotAllowed })) },
]

const learnerPages = allPages.filter((page) => page.frame !== 'admin')
const officePaths = new Set(allPages.filter((page) => page.frame === 'admin').map((page) => page.path))

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
  const isError = errorPages.some(({ path }) => path === location.pathname)
  const isManager = account !== null && account.roleSystem !== 3
  const isOffice =
    officePaths.has(location.pathname) || location.pathname.startsWith('/redirect/') || (isManager && isError)
  const page = learnerPages.find(({ path }) => path === location.pathname)
  const known = isOffice || page !== undefined
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
    known,
    index2Open: config?.index2Open,
  })
  if (elsewhere) return <Navigate to={elsewhere} replace state={{ wanted: location.pathname }} />
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
        {learnerPages.map((page) => {
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
        <Route path="*" element={<Navigate to="/404" replace />} />
      </Routes>
    </WaysOnProvider>
  )
}
