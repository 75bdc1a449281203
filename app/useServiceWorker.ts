import { useEffect } from 'react'
import { readViewAs } from '../web/token.ts'

/** Installs `web/sw.ts`, which opens the portal without a network, once a learner's page is there; not while developing. */
export function useServiceWorker(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || import.meta.env.DEV || readViewAs() !== null) return
    // After what the page itself fetches.
    const timer = setTimeout(() => {
      navigator.serviceWorker?.register('/sw.js').catch(() => {
        // Not over plain HTTP, nor where the reader forbids it: then the portal needs a network.
      })
    }, 3_000)
    return () => clearTimeout(timer)
  }, [isWanted])
}
