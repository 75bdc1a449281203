import { useSyncExternalStore } from 'react'

const wide = '(min-width: 992px)'

/** True if the window is as wide as a desktop's. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
  )
}
