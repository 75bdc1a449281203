import { type RefObject, useEffect, useRef } from 'react'

/** For the button that opens a dialog, which takes the focus again when the dialog is gone. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const opener = button.current
    if (isOpen) return () => opener?.focus()
  }, [isOpen])
  return button
}
