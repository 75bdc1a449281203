import { useEffect } from 'react'

/** Gives the focus back to what had it before, once what took it is closed or gone. */
export function useFocusReturn(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [isOpen])
}
