import { useLocation, useSearchParams } from 'react-router'
import { moveTab } from './tabs.ts'
import { useView } from './view.ts'

type Change = (
  change: Record<string, string | number | undefined | null>,
  /** Way into the history: with `push`, Back returns to what was before; else the change replaces it. */
  how?: 'push' | 'replace',
) => void

/**
 * A list's state in the address: survives reload, back, and being sent to a colleague. Of several lists on a page each
 * but the main one has its own names in the address, which begin with its prefix.
 */
export function useUrlState(prefix = ''): [Readonly<Record<string, string>>, Change] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const { key, subject = '', isShown } = useView()
  const state = Object.fromEntries(
    [...params].flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  )
  return [
    state,
    (change, how = 'replace') => {
      // The address is ahead of what is drawn: on a slow machine by seconds.
      const ahead = new URLSearchParams(location.search)
      const isOwn = isShown() && location.pathname === pathname && ahead.get(subject) === params.get(subject)
      const now = isOwn ? ahead : params
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === null || value === '') next.delete(prefix + name)
        else next.set(prefix + name, String(value))
      }
      if (next.toString() === now.toString()) return
      if (isShown()) setParams(next, { replace: how === 'replace' })
      else moveTab(key, subject, `${pathname}?${next}`)
    },
  ]
}
