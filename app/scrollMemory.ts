import { useEffect, useLayoutEffect, useRef } from 'react'

/** Views share the window's scroll bar; each comes back where it was left, and a new one begins at its top. */
export function useScrollMemory(view: string): void {
  const places = useRef(new Map<string, number>())
  const shown = useRef(view)
  useLayoutEffect(() => {
    shown.current = view
    window.scrollTo(0, places.current.get(view) ?? 0)
  }, [view])
  useEffect(() => {
    const remember = () => places.current.set(shown.current, window.scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])
}
