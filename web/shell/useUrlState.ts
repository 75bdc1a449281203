import { useLocation, useSearchParams } from 'react-router'

/** A list's state in the address: survives reload, back, and being sent to a colleague. */
export function useUrlState(): [
  Readonly<Record<string, string>>,
  (change: Record<string, string | number | undefined | null>) => void,
] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const state = Object.fromEntries(params)
  return [
    state,
    (change) => {
      // The address is ahead of what is drawn: on a slow machine by seconds.
      const next = new URLSearchParams(location.pathname === pathname ? location.search : params)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === null || value === '') next.delete(name)
        else next.set(name, String(value))
      }
      setParams(next, { replace: true })
    },
  ]
}
