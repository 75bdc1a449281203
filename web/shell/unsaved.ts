import { useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { create } from './store.ts'

/** Forms with something unsaved, by the path of the page they stand on. */
type Unsaved = ReadonlyMap<string, ReadonlySet<string>>

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

const store = create<Unsaved>(new Map(), (unsaved) => {
  removeEventListener('beforeunload', warn)
  if (unsaved.size > 0) addEventListener('beforeunload', warn)
})
export const useUnsavedPaths = store.use

/** Notes that a form of a page has something to lose, or no longer. */
export function noteUnsaved(path: string, form: string, isDirty: boolean): void {
  const had = store.get().get(path) ?? new Set<string>()
  if (had.has(form) === isDirty) return
  const forms = new Set(had)
  if (isDirty) forms.add(form)
  else forms.delete(form)
  const next = new Map(store.get())
  if (forms.size > 0) next.set(path, forms)
  else next.delete(path)
  store.set(next)
}

/** Forgets what was unsaved on a page that is closed, or with no path on all of them. */
export function forgetUnsaved(path?: string): void {
  if (path === undefined) return store.set(new Map())
  const next = new Map(store.get())
  if (next.delete(path)) store.set(next)
}

/** Whether a page holds something unsaved. */
export function isUnsaved(path: string): boolean {
  return store.get().has(path)
}

/**
 * Marks a form as unsaved: its tab asks before it closes or is refreshed, and so does the browser
 * before it leaves. The form of a page in another tab stays mounted with its unsaved input.
 */
export function useUnsaved(isDirty: boolean): void {
  const { pathname } = useLocation()
  const form = useId()
  useEffect(() => {
    noteUnsaved(pathname, form, isDirty)
    // A page that is only hidden lets its effects go as well; then another address is shown.
    return () => {
      if (window.location.pathname === pathname) noteUnsaved(pathname, form, false)
    }
  }, [pathname, form, isDirty])
}
