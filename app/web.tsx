import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from 'react-error-boundary'
import { BrowserRouter } from 'react-router'
import '../web/kit/tokens.css'
import '../web/kit/kit.css'
import '../web/kit/layout.css'
import '../web/kit/text.css'
import { CallRefused, mayRetry } from '../web/client.ts'
import { currentConnection, onConnection } from '../web/connection.ts'
import { collectErrors, logPageError, reportPageErrors } from '../web/errorLog.ts'
import { Notices } from '../web/kit/Notices.tsx'
import '../web/theme.ts'
import { App } from './App.tsx'
import { takeGivenConfig } from './givenConfig.ts'
import { readAddress } from './guard.ts'
import { readViewAs } from '../web/token.ts'
import { Guarded } from './Guarded.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

readAddress()
// A window is opened to look on, or never is.
const ViewBanner =
  readViewAs() === null ? null : lazyPart(() => import('../features/student/view/web/ViewBanner.tsx'))
// The code that reports is loaded with the first error; without a network that stays in the log of the window.
reportPageErrors(async (broken) => {
  try {
    const { reportError } = await import('../features/exceptionLog/web/reportError.ts')
    await reportError(broken)
  } catch {}
})
collectErrors((error) => error instanceof CallRefused)

const cache = new QueryClient({
  // Without a network a call fails at once and says so, instead of waiting for ever.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: mayRetry,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always' },
  },
})

takeGivenConfig(cache)
onConnection(() => {
  if (currentConnection() === 'up') void cache.invalidateQueries()
})

// Gone where `public/floor.js` says that the browser is too old.
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <BrowserRouter>
          {ViewBanner && (
            <Suspense>
              <ViewBanner />
            </Suspense>
          )}
          <Suspense>
            <Guarded>
              <App />
            </Guarded>
          </Suspense>
          <ErrorBoundary fallback={null} onError={logPageError}>
            <Notices />
          </ErrorBoundary>
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
