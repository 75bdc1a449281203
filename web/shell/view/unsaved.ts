import { useId, useInsertionEffect } from 'react'
import { create } from './store.ts'
import { useView } from './view.ts'

/** Forms with something unsaved, by the key of the view they stand in. */
type Unsaved = ReadonlyMap<string, ReadonlySet<string>>

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

const store = create<Unsaved>(new Map(), (unsaved) => {
  removeEventListener('beforeunload', warn)
  if (unsaved.size > 0) addEventListener('beforeunload', warn)
})
export const useUnsavedViews = store.use

/** Notes that a form of a view has something to lose, or no longer. */
export function noteUnsaved(view: string, form: string, isDirty: boolean): void {
  const had = store.get().get(view) ?? new Set<string>()
  if (had.has(form) === isDirty) return
  const forms = new Set(had)
  if (isDirty) forms.add(form)
  else forms.delete(form)
  const next = new Map(store.get())
  if (forms.size > 0) next.set(view, forms)
  else next.delete(view)
  store.set(next)
}

/** Forgets what was unsaved in a view that is closed, or in all of them. */
export function forgetUnsaved(view?: string): void {
  if (view === undefined) return store.set(new Map())
  const next = new Map(store.get())
  if (next.delete(view)) store.set(next)
}

/** True if any view holds something unsaved. */
export const isAnythingUnsaved = () => store.get().size > 0

/** True if a view holds something unsaved. */
export function isUnsaved(view: string): boolean {
  return store.get().has(view)
}

/**
 * Marks a form as unsaved: its tab asks before it closes or is refreshed, and so does the browser
 * before it leaves. The form of a page in another tab stays mounted with its unsaved input.
 */
export function useUnsaved(isDirty: boolean): void {
  const { key } = useView()
  const form = useId()
  // Other effects end when a view is hidden; these only with the form. They may not draw anything themselves.
  useInsertionEffect(() => {
    queueMicrotask(() => noteUnsaved(key, form, isDirty))
  }, [key, form, isDirty])
  useInsertionEffect(() => {
    return () => queueMicrotask(() => noteUnsaved(key, form, false))
  }, [key, form])
}
