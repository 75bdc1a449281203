import { useLayoutEffect, useRef } from 'react'

/**
 * Tells whether the component is still shown, neither gone nor hidden: an answer that comes later leads nobody
 * elsewhere.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useLayoutEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  return () => isShown.current
}
