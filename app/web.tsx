import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../web/kit/tokens.css'
import '../web/kit/kit.css'
import { CallRefused } from '../web/client.ts'
import { collectErrors } from '../web/errorLog.ts'
import { Notices } from '../web/kit/Notices.tsx'
import '../web/theme.ts'
import { App } from './App.tsx'
import { readAddress } from './guard.ts'
import { readViewAs } from '../web/token.ts'
import { Guarded } from './Guarded.tsx'

readAddress()
// A window is opened to look on, or never is.
const ViewBanner =
  readViewAs() === null ? null : lazy(() => import('../features/student/view/web/ViewBanner.tsx'))
collectErrors((error) => error instanceof CallRefused)

const cache = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 5_000 } },
})

// A new version was deployed while this page was open: its chunks are gone. Pages store their own unsaved state.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('renewedAt') ?? 0)
  if (Date.now() - last < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('renewedAt', String(Date.now()))
  location.reload()
})

createRoot(document.getElementById('root')!).render(
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
        <Notices />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
